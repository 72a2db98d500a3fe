import ActivityClient
import HeadraceTerminal
import HeadraceTerminalTesting
import HomeFeature
import Testing

@testable import WalletCLI

/// Unreadable input is reported on the screens in the person's language, whatever the process's.
@Suite struct BadInputScreenTests {
  static let journals: [(JournalFailure, String, String)] = [
    (
      .corrupt(path: "/h/payments"),
      "/h/payments is damaged; expected payments as the wallet writes them. It is left as it is",
      "손상된 파일입니다: /h/payments. 지갑이 쓴 결제 내역이어야 합니다. 그대로 두었습니다"
    ),
    (
      .unsupportedVersion(found: 9, supported: 4),
      "A newer wallet wrote the payments (version 9); expected at most 4.",
      "더 새로운 지갑이 결제 내역을 썼습니다(버전 9). 최대 4까지 읽습니다."
    ),
    (
      .busy, "Another wallet is writing at this moment; try again when it is done.",
      "지금 다른 지갑이 쓰고 있습니다. 끝난 뒤에 다시 하세요."
    ),
    (
      .permissionDenied(path: "/h/payments"),
      "/h/payments may not be read or written; expected it to be yours and writable",
      "읽거나 쓸 수 없는 파일입니다: /h/payments. 당신의 것이고 쓸 수 있어야 합니다"
    ),
  ]

  @Test(arguments: journals)
  func aDatabaseThatCannotBeReadIsASentence(
    failure: JournalFailure, english: String, korean: String
  ) {
    for (language, text) in [(Language.english, english), (.korean, korean)] {
      var home = HomeSample.home
      home.activityFailure = failure
      let state = HomeSample.place(home, [], language)
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 120, rows: 24)).rows
      #expect(rows.contains { $0.contains(text) }, "\(rows)")
      // Earlier values stay.
      #expect(rows.contains { $0.contains("10,001.25 ETH") })
    }
  }

  /// The window shrinks in the middle of a paste: the paste is whole, and runs nothing.
  @Test func aPasteSurvivesAResize() throws {
    let process = try ScreenProcess()
    process.expect("Create a new wallet")
    process.type("\u{1B}[B\u{1B}[B\u{1B}[B\r")
    process.expect("such as Savings")
    process.type("\u{1B}[200~Sav")
    process.resize(Size(columns: 60, rows: 20))
    process.type("ings\u{1B}[201~")
    process.expect("Savings")
    process.type("\r")
    process.expect("Name: Savings")
    let title = process.screen.rows.first { $0.contains("Welcome") } ?? ""
    #expect(title.hasPrefix("Savings › Welcome"))
    process.type("q")
    #expect(process.change() == .exited(0))
    #expect(process.isCooked)
  }
}
