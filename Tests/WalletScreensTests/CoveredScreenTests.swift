import ActivityClient
import AuthFeature
import ContactsClient
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTesting
import HomeFeature
import NodeClient
import PasscodeFeature
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// After a lock in the middle of something, the typed text is shown again, and the focus is where
/// it was.
@Suite struct CoveredScreenTests {
  private static func store(
    _ top: WalletScreen.State?, _ change: (inout TerminalWallet.State) -> Void = { _ in }
  ) -> TestStoreOf<TerminalWallet> {
    var state = HomeSample.place(HomeSample.home, top.map { [$0] } ?? [])
    change(&state)
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.answerHome()
      $0.passcodes.standing = { .unlimited }
      $0.passcodes.clear = {}
      $0.biometrics.availability = { .unavailable }
      $0.vault.lock = {}
      $0.vault.status = { () throws(VaultStorageFailure) in .unlocked([HomeSample.account]) }
    }
    store.exhaustivity = .off
    return store
  }

  private static func press(_ names: String..., to store: TestStoreOf<TerminalWallet>) async throws
  {
    for name in names {
      await store.send(.view(.keyPressed(try #require(Key(name)))))
      await store.skipReceivedActions(strict: false)
    }
  }

  /// Locks the wallet, and opens it again.
  private static func lockAndUnlock(_ store: TestStoreOf<TerminalWallet>) async throws {
    await store.send(.wallet(.view(.lockRequested)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.unlock) == true)
    #expect(store.state.sheet == nil)
    #expect(store.state.passcode != nil)
    let id = try #require(store.state.wallet?.routes.last?.id)
    await store.send(
      .wallet(.router(.routeAction(id: id, action: .unlock(.view(.vaultOpened))))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.unlock) == false)
    #expect(store.state.covered == nil)
  }

  /// The field with the focus, and the position of the cursor in it.
  @Test func theFormOfAPaymentKeepsItsFocus() async throws {
    let store = Self.store(.send(SendMoney.State(account: HomeSample.account, chainID: 1)))
    try await Self.press("0", "x", "7", "tab", "1", "2", "left", to: store)
    let form = store.state.form
    #expect(form.focus == .amount)
    try await Self.lockAndUnlock(store)
    #expect(store.state.form == form)
    // The next typed character appears at the cursor.
    try await Self.press(".", to: store)
    #expect(store.state.top?.send?.amountText == "1.2")
    #expect(store.state.top?.send?.recipientText == "0x7")
    await store.skipInFlightEffects(strict: false)
  }

  /// The fields of the owner's fee are not on the unlock screen, and the focus stays in them.
  @Test func theOwnersFeeKeepsItsFocus() async throws {
    var send = SendMoney.State(account: HomeSample.account, chainID: 1)
    send.ownFee = OwnFeeText(maxFeePerGas: "2.75", tip: "1")
    let store = Self.store(.send(send)) {
      $0.form.take(send.ownFee)
      $0.form.focus = .tip
    }
    try await Self.lockAndUnlock(store)
    #expect(store.state.form.focus == .tip)
    try await Self.press(".", "5", to: store)
    #expect(store.state.top?.send?.ownFee == OwnFeeText(maxFeePerGas: "2.75", tip: "1.5"))
    await store.skipInFlightEffects(strict: false)
  }

  /// Another form begins at its first field, as it does without a lock.
  @Test func aNewFormBeginsAtItsBeginning() async throws {
    let store = Self.store(.send(SendMoney.State(account: HomeSample.account, chainID: 1)))
    try await Self.press("0", "x", "7", "tab", "1", to: store)
    try await Self.lockAndUnlock(store)
    try await Self.press("esc", "s", to: store)
    #expect(store.state.top?.is(\.send) == true)
    #expect(store.state.form == TerminalWallet.PaymentForm())
    await store.skipInFlightEffects(strict: false)
  }

  /// The chosen row, and the half-typed new name of an account.
  @Test func aSheetIsOpenAgainWithWhatWasTyped() async throws {
    let profile = Profile.State(accounts: [HomeSample.account], chainID: 1)
    let store = Self.store(.profile(profile)) {
      $0.chosen = 4
      $0.sheet = .rename(HomeSample.account.id)
      $0.name.replace(by: "Rainy da")
    }
    try await Self.lockAndUnlock(store)
    #expect(store.state.sheet == .rename(HomeSample.account.id))
    #expect(store.state.chosen == 4)
    #expect(store.state.name.text == "Rainy da")
    await store.skipInFlightEffects(strict: false)
  }

  /// A sheet that asked for a passcode does not open again: the person may be another one.
  @Test func aChangeOfThePasscodeDoesNotContinue() async throws {
    let profile = Profile.State(accounts: [HomeSample.account], chainID: 1)
    let store = Self.store(.profile(profile)) {
      $0.sheet = .passcode
      $0.askPasscode()
    }
    try await Self.lockAndUnlock(store)
    #expect(store.state.sheet == nil)
    #expect(store.state.passcode == nil)
    await store.skipInFlightEffects(strict: false)
  }

  /// The searched text stays, and keys go to it.
  @Test func aSearchContinues() async throws {
    let store = Self.store(nil) { $0.chosen = 1 }
    try await Self.press("/", "b", to: store)
    try await Self.lockAndUnlock(store)
    #expect(store.state.isSearching)
    #expect(store.state.search.text == "b")
    await store.skipInFlightEffects(strict: false)
  }
}
