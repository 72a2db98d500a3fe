import AuthFeature
import HeadraceTerminal
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// While a phrase is imported, a mistyped word is reported while the next one is typed.
@Suite struct MistypedWordTests {
  private static func shown(_ entry: SecretEntry, _ language: Language = .english) -> String {
    let state = ScreenSample.place(language, .create(.importing))
    return TerminalWalletApp.app(entry).grid(state, Size(columns: 80, rows: 24)).text
  }

  @Test func aMistypedWordIsReportedOnceItIsWhole() {
    let entry = SecretEntry()
    _ = entry.type("abandon abandn")
    #expect(!Self.shown(entry).contains("not in the word list"), "the word may go on")
    _ = entry.type(" ")
    #expect(Self.shown(entry).contains("Word 2 is not in the word list."))
    #expect(Self.shown(entry).contains("Did you mean: abandon"))
    #expect(Self.shown(entry, .korean).contains("2번째 단어는 단어 목록에 없습니다."))
    // The typed text itself stays hidden.
    #expect(!Self.shown(entry).contains("abandn"))
    for _ in 0..<3 { _ = entry.deleteLast() }
    _ = entry.type("don ab")
    #expect(!Self.shown(entry).contains("not in the word list"))
  }

  @Test func theWordsOfAPhraseAreCountedWhileTheyAreTyped() {
    func shown(_ text: String, _ language: Language = .english) -> String {
      let entry = SecretEntry()
      var state = ScreenSample.place(language, .create(.importing))
      state.entry.count = entry.type(text)
      return TerminalWalletApp.app(entry).grid(state, Size(columns: 80, rows: 24)).text
    }
    #expect(shown("zoo").contains("1 word") && !shown("zoo").contains("1 words"))
    #expect(shown("zoo zoo ").contains("2 words"))
    #expect(shown("zoo zoo zoo").contains("3 words"))
    #expect(shown("zoo\u{3000}zoo\u{3000}zoo").contains("3 words"), "wide blanks of Japanese")
    #expect(shown("zoo zoo", .korean).contains("2단어"))
    let key = String(repeating: "ab", count: 32)
    #expect(!shown(key).contains("1 word"), "a private key has no words")
  }

  /// The failure names the wrong words until the next ones are typed.
  @Test func anOldErrorOfTheWordCheckDisappearsOnceTheNextWordsAreTyped() {
    let entry = SecretEntry()
    var create = CreateWallet.State(wordCount: 12)
    create.phase = .confirming(
      PhraseHandle(id: 1, wordCount: 12), ConfirmationChallenge(positions: [2, 5, 9]))
    create.failure = .confirmation(.wrongWords(positions: [1, 4, 7]))
    var state = ScreenSample.place(.english, .create(create))
    func shown() -> String {
      TerminalWalletApp.app(entry).grid(state, Size(columns: 80, rows: 24)).text
    }
    #expect(shown().contains("at 1, 4"))
    state.entry.count = entry.type("z")
    #expect(!shown().contains("at 1, 4"))
    state.entry.count = 0
    state.entry.words = [SecretHandle(id: 3)]
    #expect(!shown().contains("at 1, 4"))
  }

  /// "1 word" stood above "The phrase has 8 words".
  @Test func anOldErrorOfAnImportIsGoneOnceTheNextWordsAreTyped() {
    let entry = SecretEntry()
    var create = CreateWallet.State.importing
    create.failure = .phraseImport(.wrongWordCount(found: 8))
    var state = ScreenSample.place(.english, .create(create))
    func shown() -> String {
      TerminalWalletApp.app(entry).grid(state, Size(columns: 80, rows: 24)).text
    }
    #expect(shown().contains("The phrase has 8 words"))
    state.entry.count = entry.type("leg")
    #expect(shown().contains("1 word") && !shown().contains("The phrase has 8 words"))
  }

  @Test func theFirstOfSeveralIsReported() {
    let entry = SecretEntry()
    _ = entry.type("zoo zzzzzzzz abandn ")
    #expect(Self.shown(entry).contains("Word 2 is not in the word list."))
    #expect(!Self.shown(entry).contains("May be meant"), "no word is like it")
  }

  /// A private key is not a word, and two blanks make an empty one.
  @Test func textThatIsNotAPhraseIsLeftUnchanged() {
    let entry = SecretEntry()
    _ = entry.type("0x8f2a5594903c8b1a2d1b0e54fd4a7e1d0f5b6a7c8d9e0f1a2b3c4d5e6f708192")
    #expect(!Self.shown(entry).contains("not in the word list"))
    entry.clear()
    _ = entry.type("zoo  ")
    #expect(Self.shown(entry).contains("Word 2 is not in the word list."))
  }
}
