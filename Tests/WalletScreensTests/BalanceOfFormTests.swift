import EthereumPrimitives
import Foundation
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import SendFeature
import Testing
import WalletApp

@testable import WalletCLI

/// "The account has only 0 ETH", 20 s after money arrived: the form used Home's old balance.
@Suite struct BalanceOfFormTests {
  private static let ether: Wei = 1_000_000_000_000_000_000

  /// A form on top of Home, with 0.5 ether typed.
  private static func text(
    home: Wei, homeAge: TimeInterval, form: KnownBalance? = nil, _ language: Language = .english
  ) -> String {
    var send = ScreenSample.form
    send.balance = form
    let state = ScreenSample.place(language, .send(send)) { state in
      state.form.recipient.replace(by: ScreenSample.recipient)
      state.form.amount.replace(by: "0.5")
      var bottom = ScreenSample.home()
      bottom.balance = Home.Snapshot(
        balance: home, blockNumber: 7, takenAt: ScreenSample.now.addingTimeInterval(-homeAge))
      state.wallet?.routes[0].screen = .home(bottom)
    }
    return TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).text
  }

  @Test func anOldBalanceRefusesNothingAndHasItsAge() {
    let text = Self.text(home: 0, homeAge: 120)
    #expect(!text.contains("has only"))
    #expect(text.contains("The account had 0 ETH 2 minutes ago."), "\(text)")
    let korean = Self.text(home: 0, homeAge: 120, .korean)
    #expect(korean.contains("계정 잔액: 0 ETH (2분 전)"), "\(korean)")
  }

  @Test(arguments: [(29.0, true), (30.0, false)])
  func afterHalfAMinuteItIsOld(age: TimeInterval, isCompared: Bool) {
    let text = Self.text(home: 0, homeAge: age)
    #expect(text.contains("The account has only 0 ETH") == isCompared, "\(text)")
  }

  /// The form's own balance takes precedence over Home's.
  @Test func theFormsOwnBalanceCounts() {
    let known = KnownBalance(balance: Self.ether, readAt: ScreenSample.now)
    let enough = Self.text(home: 0, homeAge: 1, form: known)
    #expect(!enough.contains("has only") && enough.contains("The account has 1 ETH."))
    let less = Self.text(
      home: Self.ether, homeAge: 1, form: KnownBalance(balance: 1, readAt: ScreenSample.now))
    #expect(less.contains("The account has only 0.000000000000000001 ETH"), "\(less)")
  }

  /// Each fee shows its price and time, as far as they are known.
  @Test func eachFeeHasItsPriceAndTime() {
    var send = ScreenSample.form
    send.offers = [
      SpeedOffer(speed: .slow, cost: 39_375_123_456_789, blockCount: 3, seconds: 36),
      SpeedOffer(speed: .normal, cost: 40_000_000_000_000, blockCount: 2, seconds: 24),
      SpeedOffer(speed: .fast, cost: 61_234_500_000_000, blockCount: 1, seconds: nil),
    ]
    for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)] {
      let state = ScreenSample.place(.english, .send(send)) { $0.form.focus = .speed }
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, size).rows
      func row(_ name: String) -> String { rows.first { $0.contains(" \(name) ") } ?? "" }
      #expect(row("slow").contains("about 0.0000394 ETH"), "\(rows)")
      #expect(row("normal").contains("about 0.00004 ETH"), "\(rows)")
      #expect(row("fast").contains("about 0.0000613 ETH"), "\(rows)")
      // The time was cut off in a small window.
      for time in ["36", "24", "next"] {
        #expect(rows.contains { $0.contains(time) }, "\(rows)")
      }
    }
    let state = ScreenSample.place(.english, .send(send))
    let text = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).text
    #expect(text.contains("about 3 blocks (about 36 seconds)"), "\(text)")
    #expect(text.contains("next block"))
  }
}
