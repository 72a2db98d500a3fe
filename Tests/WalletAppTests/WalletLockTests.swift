import ActivityClient
import AuthFeature
import ContactsClient
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

@Suite("Locking the wallet")
struct WalletLockTests {
  private func makeStore(
    _ routes: WalletSample.Stack, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<WalletApp> {
    TestStoreOf<WalletApp>(routes) {
      $0.vault.lock = {}
      $0.vault.unlock = { _ throws(UnlockRefusal) in WalletSample.accounts }
      prepare(&$0)
    }
  }

  // MARK: - Opening

  @Test func theRightPasscodeShowsHome() async {
    let store = makeStore(WalletSample.unlock)
    await store.unlock { $0.routes = WalletSample.home }
    await store.finish()
  }

  /// The payments were replaced with an old copy: that is reported before anything is paid.
  @Test(arguments: [JournalStatus.older, .asKnown])
  func anOlderJournalIsReportedOnHomeWhenTheWalletWasUnlocked(standing: JournalStatus) async {
    let store = makeStore(WalletSample.home + [WalletSample.cover]) {
      $0.vault.journalStanding = { standing }
    }
    store.exhaustivity = .off
    await store.unlock { $0.routes = WalletSample.home }
    await store.finish()
    #expect(store.state.routes.last?.screen.home?.journalStanding == standing)
  }

  @Test(arguments: [WalletSample.unlock, WalletSample.send + [WalletSample.cover]])
  func aWrongPasscodeShowsNothing(routes: WalletSample.Stack) async {
    let store = makeStore(routes) {
      $0.vault.unlock = { _ throws(UnlockRefusal) in throw .wrongPasscode(triesLeft: 4) }
    }
    let top = routes.count - 1
    await store.send(.unlock(.view(.passcodeEntered(WalletSample.passcode)))) {
      $0.routes[top].screen.modify(\.unlock) { $0.isUnlocking = true }
    }
    await store.receive(screen: \.unlock.inner.failed) {
      $0.routes[top].screen.modify(\.unlock) {
        $0.isUnlocking = false
        $0.failure = .unlock(.wrongPasscode(triesLeft: 4))
      }
    }
    await store.finish()
  }

  // MARK: - Closing and Opening Again

  @Test(arguments: [WalletSample.home, WalletSample.send, WalletSample.profile])
  func screensAreRestoredAfterALock(routes: WalletSample.Stack) async {
    let store = makeStore(routes)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) { $0.routes = routes + [WalletSample.cover] }
    await store.unlock { $0.routes = routes }
    if routes.count == 1 { await store.receiveHomeAppearance() }
    #expect(store.state.routes.map(\.id) == routes.map(\.id), "they are the same screens")
    await store.finish()
  }

  @Test func theLockButtonOfHomeLocks() async {
    let store = makeStore(WalletSample.home)
    await store.send(.home(.view(.lockButtonTapped)))
    await store.receive(screen: \.home.delegate.lockRequested)
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    await store.finish()
  }

  @Test(arguments: [WalletSample.unlock, WalletSample.send + [WalletSample.cover]])
  func lockingWhatIsLockedShowsNoSecondLock(routes: WalletSample.Stack) async {
    let store = makeStore(routes)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked)
    await store.finish()
  }

  @Test func twoConcurrentRequestsShowOneLock() async {
    let clock = TestClock()
    let store = makeStore(WalletSample.home) {
      $0.continuousClock = clock
      $0.vault.lock = { try? await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.view(.lockRequested))
    await store.send(.view(.lockRequested))
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    await store.receive(\.inner.locked)
    await store.finish()
  }

  /// The vault opened, then it was locked, and the answer that it is open arrived last: the screens
  /// of a closed vault were shown.
  @Test(arguments: [WalletSample.unlock, WalletSample.send + [WalletSample.cover]])
  func anUnlockingThatBeganBeforeALockDoesNotEndAfterIt(routes: WalletSample.Stack) async {
    let clock = TestClock()
    let store = makeStore(routes) {
      $0.continuousClock = clock
      // Its cancelled sleep ends immediately, so the answer does arrive.
      $0.vault.unlock = { _ throws(UnlockRefusal) in
        try? await clock.sleep(for: .seconds(1))
        return WalletSample.accounts
      }
    }
    let top = routes.count - 1
    await store.send(.unlock(.view(.passcodeEntered(WalletSample.passcode)))) {
      $0.routes[top].screen.modify(\.unlock) { $0.isUnlocking = true }
    }
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) {
      $0.routes[top].screen.modify(\.unlock) { $0.isUnlocking = false }
    }
    #expect(store.state.routes[top].id != routes[top].id)
    await store.finish()
    #expect(store.state.routes == routes)
  }

  // MARK: - While the Phrase Is Shown

  /// The phrase was on the screen again after the lock, for any user who unlocked the wallet.
  @Test(
    arguments: [
      (.phraseShown, .idle), (.working(.revealPhrase), .idle), (.idle, .idle),
      (.askingPasscode(.revealPhrase), .askingPasscode(.revealPhrase)),
      (.askingPasscode(.erase), .askingPasscode(.erase)), (.working(.erase), .working(.erase)),
    ] as [(Profile.Phase, Profile.Phase)])
  func aLockHidesThePhrase(before: Profile.Phase, after: Profile.Phase) async {
    var routes = WalletSample.profile
    routes[1].screen.modify(\.profile) { $0.phase = before }
    let store = makeStore(routes)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = after }
      $0.routes.append(WalletSample.cover)
    }
    await store.unlock { $0.routes.removeLast() }
    #expect(store.state.routes[1].screen.profile?.phase == after)
    await store.finish()
  }

  @Test func aPhraseRevealedAfterTheLockStaysHidden() async {
    let clock = TestClock()
    var routes = WalletSample.profile
    routes[1].screen.modify(\.profile) { $0.phase = .askingPasscode(.revealPhrase) }
    let store = makeStore(routes) {
      $0.continuousClock = clock
      $0.vault.authorize = { _, _ throws(AuthorizationRefusal) in
        try? await clock.sleep(for: .seconds(1))
        return Authorization(id: 1)
      }
      $0.vault.revealPhrase = { _ throws(RevealRefusal) in }
    }
    await store.send(.profile(.view(.passcodeEntered(WalletSample.passcode)))) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = .working(.revealPhrase) }
    }
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = .idle }
      $0.routes.append(WalletSample.cover)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(screen: \.profile.inner.phraseRevealed)
    await store.finish()
  }

  // MARK: - Where There Is Nothing to Lock

  @Test func aWalletThatIsBeingMadeIsNotLocked() async {
    let store = TestStoreOf<WalletApp>(WalletSample.create()) {
      $0.vault.lock = { Issue.record("there is no wallet to lock") }
    }
    await store.send(.view(.lockRequested))
    await store.finish()
  }

  @Test func aWalletErasedWhileItIsBeingLockedIsNotAskedForItsPasscode() async {
    let clock = TestClock()
    let store = makeStore(WalletSample.profile) {
      $0.continuousClock = clock
      $0.vault.lock = { try? await clock.sleep(for: .seconds(1)) }
    }
    await store.send(.view(.lockRequested))
    await store.send(.profile(.delegate(.erased))) { $0.routes = WalletSample.create() }
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.locked)
    await store.finish()
  }

  // MARK: - Another Process

  @Test func accountsRenamedInTheMeantimeAreRenamedOnHome() async {
    var renamed = WalletSample.first
    renamed.name = "Savings"
    let accounts = [renamed]
    let store = makeStore(WalletSample.send + [WalletSample.cover]) {
      $0.vault.unlock = { _ throws(UnlockRefusal) in accounts }
    }
    await store.unlock {
      $0.routes.removeLast()
      $0.home {
        $0.account = renamed
        $0.accounts = accounts
      }
    }
    await store.finish()
  }

  @Test(arguments: [
    VaultAccount(
      id: WalletSample.first.id, address: Address(9, 9, 9), name: "Account 1",
      path: WalletSample.first.path),
    WalletSample.second,
  ])
  func anotherWalletInItsPlaceIsShownFromHome(account: VaultAccount) async {
    let store = makeStore(WalletSample.send + [WalletSample.cover]) {
      $0.vault.unlock = { _ throws(UnlockRefusal) in [account] }
    }
    await store.unlock {
      $0.routes = [
        .root(
          .home(Home.State(account: account, accounts: [account], chainID: 1)),
          embedInNavigationView: true)
      ]
    }
    await store.finish()
  }

  // MARK: - In the Middle of a Payment

  @Test func aQuoteThatIsBeingAskedForIsReviewedAfterTheLock() async throws {
    let clock = TestClock()
    let store = makeStore(WalletSample.send) {
      $0.continuousClock = clock
      $0.node.balance = { _, _ in
        try await clock.sleep(for: .seconds(1))
        return try Wei(ether: "1")
      }
      $0.node.feeHistory = { _ in
        FeeHistory(
          oldestBlock: 1, baseFeesPerGas: [90, 100], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
      }
      $0.node.block = { _ in
        NodeBlock(
          number: 1, hash: .zero, parentHash: .zero, timestampSeconds: 1, baseFeePerGas: 100,
          gasLimit: 30_000_000, gasUsed: 0, feeRecipient: .zero, transactionHashes: [])
      }
      $0.node.code = { _, _ in [] }
      $0.node.nonce = { _, _ in 0 }
      $0.activity.payments = { _ throws(JournalFailure) in [] }
      $0.activity.nextNonce = { _ throws(NonceRefusal) in 0 }
      $0.contacts.all = { () throws(JournalFailure) in [] }
      $0.date = .constant(WalletSample.now)
    }
    store.exhaustivity = .off
    await store.send(.send(.view(.reviewButtonTapped)))
    #expect(store.state.routes[1].screen.send?.phase.is(\.quoting) == true)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked)
    await clock.advance(by: .seconds(1))
    await store.receive(screen: \.send.inner.quoted)
    #expect(store.state.routes.last == WalletSample.cover, "the quote shows nothing of itself")
    await store.send(.unlock(.view(.passcodeEntered(WalletSample.passcode))))
    await store.receive(screen: \.unlock.delegate.unlocked)
    #expect(store.state.routes[1].screen.send?.phase.is(\.reviewing) == true)
    #expect(store.state.routes[1].screen.send?.amountText == "0.2")
    await store.finish()
  }

  /// Findings, 9: the vault's key lived through the whole wait for a block.
  @Test func theVaultThatLockedAfterAPaymentIsOpenedBeforeAScreenThatNeedsIt() async {
    let store = makeStore(WalletSample.send)
    let payment = WalletSample.payment()
    // Earlier payments are resumed, besides the one that this screen follows.
    await store.send(.send(.delegate(.recorded(payment)))) {
      $0.isVaultLocked = true
      $0.resuming = ResumePayments.State(chainID: 1)
      $0.resuming?.excluded = [payment.id]
    }
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(\.resuming.inner.loaded) { $0.resuming?.phase = .idle }
    #expect(store.state.routes == WalletSample.send, "what goes on is still to be seen")
    await store.send(.send(.delegate(.closed))) { $0.routes = WalletSample.home }
    await store.receiveHomeAppearance()
    let profile = WalletSample.profile[1]
    await store.send(.home(.view(.profileButtonTapped)))
    await store.receive(screen: \.home.delegate.profileRequested) {
      $0.routes += [profile, WalletSample.cover(.payment)]
    }
    let home = store.state.routes[0]
    await store.unlock {
      $0.routes = [home, profile]
      $0.isVaultLocked = false
    }
    await store.finish()
  }

  /// The passcode was asked twice in a row for a second payment: before its form, and after its
  /// review.
  @Test func theNextPaymentIsOpenedByThePasscodeThatSignsIt() async {
    var state = WalletSample.app(WalletSample.home)
    state.isVaultLocked = true
    let store = TestStore(initialState: state) { WalletApp() }
    await store.send(.home(.view(.sendButtonTapped)))
    await store.receive(screen: \.home.delegate.sendRequested) {
      $0.routes.append(.push(.send(WalletSample.form)))
    }
    await store.finish()
  }

  /// The reason of the first lock stayed for all later ones.
  @Test func eachLockHasItsOwnReason() async {
    let reasons: [(WalletApp.View, UnlockWallet.LockReason)] = [
      (.lockRequested, .request), (.idled, .idleness), (.passcodesMistyped, .wrongPasscodes),
    ]
    for (action, reason) in reasons {
      let store = makeStore(WalletSample.home)
      store.exhaustivity = .off
      await store.send(.view(action))
      await store.receive(\.inner.locked, reason)
      #expect(store.state.routes.last == WalletSample.cover(reason))
      await store.finish()
    }
  }

  @Test func aPaymentThatNeedsTheVaultAsksToOpenIt() async {
    let store = makeStore(WalletSample.send)
    await store.send(.send(.delegate(.unlockRequired))) {
      $0.routes = WalletSample.send + [WalletSample.cover(.signature)]
    }
    await store.unlock { $0.routes = WalletSample.send }
    await store.finish()
  }

  @Test func aPaymentThatClosedBelowTheLockIsTakenUpAfterIt() async {
    let store = makeStore(WalletSample.send + [WalletSample.cover])
    await store.send(.send(.delegate(.closed)), at: 1) {
      $0.routes = WalletSample.home + [WalletSample.cover]
    }
    await store.unlock { $0.routes = WalletSample.home }
    await store.receiveHomeAppearance()
    await store.finish()
  }
}
