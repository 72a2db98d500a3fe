import ContactsClient
import EthereumPrimitives
import Testing
import VisibleText

/// Names that a person could confuse, by Unicode's data (UTS 39).
@Suite struct LookAlikeNameTests {
  @Test(arguments: [
    ("mike", "rnike"), ("mike", "MIKE"), ("modern", "modem"), ("Bob", "B0b"), ("Bob", "ВОВ"),
    ("paypal", "раураӏ"), ("Alice", "AIice"), ("Bill", "Bi11"), ("Zoë", "zoe"), ("Bob", "Ｂｏｂ"),
    ("scope", "ѕсоре"), ("Kim", "KIM"), ("Åse", "ase"), ("Bob Lee", "BobLee"), ("ℓisa", "lisa"),
    ("سلام", "سلـام"), ("Ivan", "ӏvan"), ("工", "エ"), ("william", "vvilliam"), ("Will", "VVill"),
    ("dave", "clave"), ("dave", "cIave"), ("Edward", "Eclvvarcl"),
  ])
  func textsThatLookAlikeAreFound(first: String, second: String) {
    #expect(first.looksLike(second))
    #expect(second.looksLike(first))
  }

  @Test(arguments: [
    ("mike", "nike"), ("Bob", "Rob"), ("Anna", "Hanna"), ("민수", "민지"), ("Tokyo", "Kyoto"),
    ("Lucia", "Luda"), ("LUCIA", "LUDA"), ("Eva", "Ewa"),
  ])
  func otherTextsDoNotLookAlike(first: String, second: String) {
    #expect(!first.looksLike(second))
  }

  /// A Cyrillic or Greek letter among Latin ones is meant to mislead.
  @Test(arguments: [
    ("Воb", "Воb"), ("Bοb", "Bοb"), ("Bob pаypal", "pаypal"), ("ρaypal", "ρaypal"), ("१2", "१2"),
  ])
  func wordsOfMixedScriptsAreNoNames(text: String, word: String) {
    #expect(throws: ContactName.Refusal.mixedScripts(word: word)) { try ContactName(text) }
    // A name that an earlier release stored can still be read.
    #expect(throws: Never.self) { try ContactName(kept: text) }
  }

  @Test(arguments: [
    "Вася", "Νίκος", "김Bob", "東京Tokyo", "カフェ", "Bob Вася", "O'Neil", "Anne-Marie", "Zoë ❤️",
    "민수 엄마", "ABC 24", "สมชาย", "محمد",
  ])
  func namesOfOneScriptAWordAreNames(text: String) throws {
    #expect(try ContactName(text).text == text)
  }

  @Test func aNameBesideAnotherThatLooksLikeItIsRefused() throws {
    let mike = Contact(name: try ContactName("mike"), address: Address(1, 1, 1))
    let other = Contact(name: try ContactName("rnike"), address: Address(2, 2, 2))
    #expect(ContactRefusal.adding(other, to: [mike]) == .nameTaken(by: mike))
    let renamed = Contact(name: try ContactName("Mike"), address: mike.address)
    #expect(ContactRefusal.naming(renamed, among: [mike]) == nil)
  }
}
