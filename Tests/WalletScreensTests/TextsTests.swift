import Foundation
import Testing

@testable import WalletCLI

@Suite struct TextsTests {
  @Test(arguments: Language.allCases)
  func everyTextIsThere(language: Language) {
    let counts = language == .english ? ["one", "other"] : ["other"]
    let expected =
      TextKey.allCases.map(\.rawValue)
      + PluralKey.allCases.flatMap { key in counts.map { "\(key.rawValue).\($0)" } }
    #expect(Texts.keys(language) == Set(expected))
    for key in expected { #expect(Texts.entry(key, language)?.isEmpty == false) }
  }

  /// A translation has the arguments of the original, each once.
  @Test func argumentsAgree() {
    for key in TextKey.allCases {
      let arguments = Language.allCases.map { language in
        Self.arguments(of: Texts.entry(key.rawValue, language) ?? "")
      }
      #expect(arguments[0] == arguments[1], "\(key)")
    }
  }

  private static func arguments(of text: String) -> [String] {
    var (rest, found, count) = (Substring(text), [String](), 0)
    while let match = rest.firstMatch(of: /%(?:(\d)\$)?@/) {
      count += 1
      found.append(match.1.map(String.init) ?? "\(count)")
      rest = rest[match.range.upperBound...]
    }
    return found.sorted()
  }

  /// One word for the passcode, in the app as in the commands.
  @Test func thePasscodeHasOneName() {
    for key in Texts.keys(.english) {
      let english = Texts.entry(key, .english) ?? ""
      #expect(!english.contains(/(?i)\b(?:passphrase|password|PIN)\b/), "\(key): \(english)")
      let korean = Texts.entry(key, .korean) ?? ""
      #expect(!korean.contains(/비밀 ?번호|패스워드|패스프레이즈|패스코드/), "\(key): \(korean)")
    }
  }

  /// One word for a key, in the app as in the commands.
  @Test func aKeyHasOneName() {
    for key in Texts.keys(.korean) {
      #expect(Texts.entry(key, .korean)?.contains("열쇠") == false, "\(key)")
    }
    for key in CommandTranslations.keys(.korean) {
      #expect(CommandTranslations.format(of: key, .korean)?.contains("열쇠") == false, "\(key)")
    }
  }

  /// A sentence needs no choice of a particle after an argument.
  @Test func noParticleIsLeftOpen() {
    let open = /이\(가\)|가\(이\)|을\(를\)|를\(을\)|은\(는\)|는\(은\)|\(으\)로|와\(과\)|과\(와\)/
    for key in Texts.keys(.korean) {
      #expect(Texts.entry(key, .korean)?.contains(open) == false, "\(key)")
    }
    for key in CommandTranslations.keys(.korean) {
      #expect(CommandTranslations.format(of: key, .korean)?.contains(open) == false, "\(key)")
    }
  }

  @Test(arguments: [
    (["LANG": "ko_KR.UTF-8"], Language.korean), (["LANG": "en_US"], .english), ([:], .english),
    (["LANG": "ko", "LC_ALL": "en_GB.UTF-8"], .english),
    (["LANG": "en_US", "LC_MESSAGES": "ko_KR"], .korean),
    (["LC_ALL": "", "LANG": "ko_KR@x"], .korean), (["LC_ALL": "fr_FR", "LANG": "ko"], .english),
    (["LC_ALL": "C"], .english), (["LANG": "KO_kr"], .korean),
  ])
  func theEnvironmentNamesTheLanguage(variables: [String: String], language: Language) {
    #expect(Language(variables) == language)
  }

  /// The part of a command's message after the program's name is the whole message on a screen.
  @Test(arguments: [
    ("the amount is zero; expected at least 1 wei", "The amount is zero; expected at least 1 wei."),
    ("no node answers at http://h: r", "No node answers at http://h: r."),
    ("/home/kim is damaged", "/home/kim is damaged."),
    ("example.com says so", "example.com says so."), ("0x12 is none", "0x12 is none."),
    ("금액이 0입니다", "금액이 0입니다."), ("정말 맞습니까?", "정말 맞습니까?"),
  ])
  func aRefusalIsASentence(text: String, sentence: String) {
    #expect(SentenceText.standing(text) == sentence)
  }

  @Test func argumentsArePlacedWhereTheyBelong() {
    #expect(
      Texts(.korean)[.sendingBlock, "12", "3", "64"].contains("블록 12: 확인 3/64"))
    #expect(Texts(.english).count(.timeMinutes, 1) == "1 minute")
    #expect(Texts(.english).count(.timeMinutes, 0) == "0 minutes")
    #expect(Texts(.korean).count(.timeMinutes, 1) == "1분")
    // An argument is text, whatever it contains.
    #expect(Texts(.english)[.toastPaid, "%@"] == "Paid %@")
  }
}
