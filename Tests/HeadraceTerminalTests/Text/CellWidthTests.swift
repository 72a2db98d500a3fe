import Testing

@testable import HeadraceTerminal

@Suite("Widths of characters")
struct CellWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ㅎ", 2),
      ("漢", 2), ("ｱ", 1), ("ア", 2), ("Ａ", 2), ("…", 1), ("─", 1), ("█", 1), ("⠿", 1), ("😀", 2),
      ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇰🇷", 2), ("🇰", 1), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("☎", 1),
      ("नि", 2), ("𠀀", 2), ("\u{200B}", 0), ("\u{301}", 0),
    ] as [(Character, Int)])
  func aCharacterTakesAsManyCellsAsTerminalsGiveIt(character: Character, width: Int) {
    #expect(CellWidth.of(character) == width)
  }
}
