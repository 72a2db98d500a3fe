import ContactsClient
import Headrace
import HeadraceTerminal
import HeadraceTesting
import ProfileFeature
import Testing
import WalletApp

@testable import WalletCLI

/// The wallet's name is typed before a wallet is made or later, stored, and shown in the title.
@Suite struct WalletNameTests {
  static let name: ContactName = {
    do { return try ContactName("저축 지갑") } catch { preconditionFailure("\(error)") }
  }()

  private static func store(_ state: TerminalWallet.State) -> TestStoreOf<TerminalWallet> {
    TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.placeMemory.keep = { memory in
        #expect(memory.walletName == name)
        return true
      }
    }
  }

  /// Before the wallet exists, and in its settings.
  @Test(arguments: [false, true])
  func aNameIsTypedAndKept(hasWallet: Bool) async throws {
    let profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    var state = ScreenSample.place(.korean, hasWallet ? .profile(profile) : nil)
    state.chosen =
      try #require(
        hasWallet
          ? SettingsRow.allCases.firstIndex(of: .name) : WelcomeRow.allCases.firstIndex(of: .name))
    let store = Self.store(state)
    await store.send(.view(.keyPressed(Key(.enter)))) { $0.sheet = .walletName }
    await store.send(.view(.pasted("저축 지갑"))) { $0.name.replace(by: "저축 지갑") }
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.walletName = Self.name
      $0.sheet = nil
    }
    let title = TerminalWalletApp.app(SecretEntry()).grid(store.state, Size(columns: 80, rows: 24))
      .rows[0]
    #expect(title.hasPrefix("저축 지갑"))
    await store.finish()
  }

  @Test(arguments: [
    ("a\u{202E}b", ContactName.Refusal.invisible), ("a\u{200B}", .invisible), (" a", .blanks),
    ("0xabc", .looksLikeAddress),
  ])
  func invalidNamesAreRejected(text: String, refusal: ContactName.Refusal) async {
    var state = ScreenSample.place(.english)
    state.sheet = .walletName
    state.name.replace(by: text)
    let store = Self.store(state)
    await store.send(.view(.keyPressed(Key(.enter)))) { $0.nameRefusal = refusal }
    await store.send(.view(.keyPressed(Key(.escape)))) { $0.sheet = nil }
    await store.finish()
  }

  @Test func anEmptyNameTakesTheNameAway() async {
    var state = ScreenSample.place(.english)
    state.walletName = Self.name
    state.sheet = .walletName
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.placeMemory.keep = {
        #expect($0.walletName == nil); return true
      }
    }
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.walletName = nil
      $0.sheet = nil
    }
    await store.finish()
  }
}
