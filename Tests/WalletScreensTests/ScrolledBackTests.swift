import ActivityClient
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import SessionFeature
import Testing
import WalletApp

@testable import WalletCLI

/// A part that scrolls, in a small window: from its end each key moves back by a visible row.
///
/// The end was counted without the window, and after it the first keys up did nothing.
@Suite struct ScrolledBackTests {
  private static func places() -> [(name: String, state: TerminalWallet.State)] {
    let home = ScreenSample.home(payments: ScreenSample.payments)
    return [
      ("help", ScreenSample.place(.english, .home(home)) { $0.sheet = .keys }),
      (
        "payment",
        ScreenSample.place(.english, .home(home)) {
          $0.sheet = .line(.payment(ScreenSample.payments[2].id))
        }
      ),
      (
        "message",
        ScreenSample.place(
          .english, ServiceSample.session(.reviewing(ServiceSample.message)))
      ),
    ]
  }

  @Test(arguments: ["up", "pageup"])
  func afterTheEndEachKeyGoesBack(key: String) async throws {
    for (name, state) in Self.places() {
      let terminal = TestTerminal(TerminalWalletApp.app(SecretEntry()), columns: 40, rows: 12)
      let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
      store.exhaustivity = .off
      let beginning = terminal.grid(store.state).rows
      try await store.send(#require(terminal.action("end", in: store.state)))
      let end = terminal.grid(store.state).rows
      #expect(end != beginning, "\(name)")
      try await store.send(#require(terminal.action(key, in: store.state)))
      #expect(terminal.grid(store.state).rows != end, "\(name)")
      await store.skipInFlightEffects(strict: false)
    }
  }

  /// The message to sign may be longer than the window, and its help says how to scroll.
  @Test func theHelpOfAMessageHasTheArrows() {
    let state = ScreenSample.place(
      .english, ServiceSample.session(.reviewing(ServiceSample.message))
    ) { $0.sheet = .keys }
    let text = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 60)).text
    let own = text.prefix { $0 != "?" }
    #expect(own.contains("Scroll"), "\(text)")
  }
}
