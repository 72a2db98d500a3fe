import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import Testing
import WalletApp

@testable import WalletCLI

/// The screen for receiving ether: the address, its code for cameras, and texts to copy.
@Suite struct ReceiveScreenTests {
  private static let address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

  private static func state(_ language: Language = .english) -> TerminalWallet.State {
    ScreenSample.place(language, .home(ScreenSample.home())) { $0.sheet = .receive }
  }

  private static func rows(_ state: TerminalWallet.State, _ columns: Int, _ rows: Int) -> [String] {
    TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: columns, rows: rows)).rows
  }

  private static func hasCode(_ rows: [String]) -> Bool { rows.contains { $0.contains("█▀▀▀") } }

  @Test("VIP wallet: receive")
  func theAddressIsBesideItsCode() {
    let rows = Self.rows(Self.state(), 80, 24)
    #expect(Self.hasCode(rows))
    let text = rows.map { $0.dropFirst(40) }.joined().filter { $0 != " " }
    #expect(text.contains(Self.address))
    #expect(!rows.contains { $0.contains("A larger window") })
  }

  @Test(arguments: [
    (Language.english, "A larger window shows the code."), (.korean, "창을 키우면 코드가 보입니다."),
  ])
  func aCodeThatDoesNotFitIsReported(language: Language, text: String) {
    let rows = Self.rows(Self.state(language), 40, 12)
    #expect(!Self.hasCode(rows))
    #expect(rows.contains { $0.hasPrefix(text) }, "\(rows)")
    var plain = Self.state(language)
    plain.isReadAloud = true
    // Lines for a screen reader have no code in any window.
    #expect(!Self.rows(plain, 40, 12).contains { $0.hasPrefix(text) })
  }

  /// The address alone for people, or as a request with its chain for wallets (EIP-681).
  @Test(arguments: [
    ("c", Self.address, "The address is copied"),
    ("r", "ethereum:\(Self.address)@31337", "The request with the chain is copied"),
  ])
  func bothAreCopied(key: String, copy: String, told: String) async {
    let copied = LockIsolated<[String]>([])
    let store = TestStoreOf<TerminalWallet>(initialState: Self.state()) {
      TerminalWallet()
    } withDependencies: {
      $0.clipboard.copy = { text in copied.withValue { $0.append(text) } }
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.view(.keyPressed(Key(.character(Character(key))))))
    await store.receive(\.toasts)
    #expect(copied.value == [copy])
    #expect(Self.rows(store.state, 80, 24).contains { $0.contains(told) })
    await store.skipInFlightEffects(strict: false)
  }
}
