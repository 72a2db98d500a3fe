import Testing

@testable import WalletCLI

/// The tables of texts, as far as one language can be compared with the other.
@Suite struct HomeTextsTests {
  @Test(arguments: Language.allCases)
  func everyTextIsInEveryTable(language: Language) {
    let missing = TextKey.allCases.filter { Texts.entry($0.rawValue, language) == nil }
    #expect(missing == [])
    let plurals = PluralKey.allCases.filter {
      Texts.entry($0.rawValue + ".other", language) == nil
    }
    #expect(plurals == [])
    let keys = Set(TextKey.allCases.map(\.rawValue))
    let others = Texts.keys(language).filter { key in
      !keys.contains(key) && !PluralKey.allCases.contains { key.hasPrefix($0.rawValue + ".") }
    }
    #expect(others.sorted() == [])
  }

  @Test(arguments: TextKey.allCases)
  func theArgumentsAgree(key: TextKey) {
    let counts = Language.allCases.map { language in
      (Texts.entry(key.rawValue, language) ?? "").matches(of: /%(\d\$)?@/).count
    }
    #expect(Set(counts).count == 1, "\(key.rawValue)")
  }
}
