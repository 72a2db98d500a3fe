import ActivityClient
import AuthFeature
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

@Suite("WalletApp")
struct WalletAppTests {
  // MARK: - Beginning

  @Test(arguments: [
    (WalletApp.Start.create(wordCount: 24), WalletSample.create(wordCount: 24)),
    (.importing, [.root(.create(.importing), embedInNavigationView: true)]),
    (.unlock, WalletSample.unlock),
  ])
  func theFirstScreenIsThatOfTheStart(start: WalletApp.Start, routes: WalletSample.Stack) {
    let state = WalletApp.State(start: start, chainID: 1)
    #expect(state.routes == routes)
    #expect(state.resuming == nil)
  }

  @Test(arguments: [
    WalletSample.create(), WalletSample.unlock, WalletSample.home, WalletSample.send,
    WalletSample.profile, WalletSample.send + [WalletSample.cover],
  ])
  func theAppCanBeMadeAtAnyStack(routes: WalletSample.Stack) async {
    let store = TestStoreOf<WalletApp>(routes)
    #expect(store.state.routes.map(\.id) == routes.map(\.id), "the routes keep their identity")
    await store.send(.router(.updateRoutes(routes)))
    await store.finish()
  }

  @Test func aFinishedCreationLeavesHomeAlone() async {
    let handle = PhraseHandle(id: 1, wordCount: 12)
    var create = CreateWallet.State(wordCount: 12)
    create.phase = .choosingPasscode(handle)
    let store = TestStoreOf<WalletApp>([.root(.create(create), embedInNavigationView: true)]) {
      $0.vault.setPasscode = { _, _, _, _ throws(PasscodeRefusal) in }
      $0.vault.commit = { _ throws(CommitRefusal) in
        CommittedVault(accounts: WalletSample.accounts)
      }
    }
    await store.send(
      .create(
        .view(
          .passcodeEntered(
            .passphrase, SecretHandle(id: 1), confirmation: SecretHandle(id: 2))))
    ) {
      $0.routes[0].screen.modify(\.create) { $0.isWorking = true }
    }
    await store.receive(screen: \.create.inner.passcodeSet) {
      $0.routes[0].screen.modify(\.create) { $0.phase = .committing(handle) }
    }
    await store.receive(screen: \.create.inner.committed) {
      $0.routes[0].screen.modify(\.create) {
        $0.isWorking = false
        $0.phase = .finished
      }
    }
    await store.receive(screen: \.create.delegate.finished) { $0.routes = WalletSample.home }
    await store.finish()
  }

  @Test(arguments: [12, 24, nil])
  func aCancelledCreationCanBeStartedAgain(wordCount: Int?) async {
    let handle = PhraseHandle(id: 1, wordCount: 12)
    let fresh = wordCount.map(CreateWallet.State.init(wordCount:)) ?? .importing
    var create = fresh
    create.phase = .choosingPasscode(handle)
    let store = TestStoreOf<WalletApp>([.root(.create(create), embedInNavigationView: true)]) {
      $0.vault.abandonCreation = { #expect($0 == handle) }
    }
    let before = store.state.routes[0].id
    await store.send(.create(.view(.cancelButtonTapped))) {
      $0.routes[0].screen.modify(\.create) { $0.phase = .cancelled }
    }
    await store.receive(screen: \.create.delegate.cancelled) {
      $0.routes = [.root(.create(fresh), embedInNavigationView: true)]
    }
    #expect(store.state.routes[0].id != before)
    await store.finish()
  }

  // MARK: - Going Forward and Back

  @Test func sendIsPushedForTheAccountShown() async {
    let store = TestStoreOf<WalletApp>(WalletSample.home)
    await store.send(.home(.view(.sendButtonTapped)))
    await store.receive(screen: \.home.delegate.sendRequested) {
      $0.routes.append(
        .push(.send(WalletSample.form)))
    }
    await store.finish()
  }

  @Test func profileIsPushedWithTheAccounts() async {
    let store = TestStoreOf<WalletApp>(WalletSample.home)
    await store.send(.home(.view(.profileButtonTapped)))
    await store.receive(screen: \.home.delegate.profileRequested) {
      $0.routes = WalletSample.profile
    }
    await store.send(.profile(.view(.doneButtonTapped)))
    await store.receive(screen: \.profile.delegate.closed) { $0.routes.removeLast() }
    await store.receiveHomeAppearance()
    await store.finish()
  }

  @Test func aClosedSendLetsHomeAppear() async {
    let store = TestStoreOf<WalletApp>(WalletSample.send)
    await store.send(.send(.view(.closeButtonTapped)))
    await store.receive(screen: \.send.delegate.closed) { $0.routes.removeLast() }
    await store.receiveHomeAppearance()
    await store.finish()
  }

  @Test func aRenamedAccountIsRenamedOnHome() async {
    var renamed = WalletSample.first
    renamed.name = "Savings"
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.delegate(.accountRenamed([renamed, WalletSample.second])))) {
      $0.home {
        $0.account = renamed
        $0.accounts = [renamed, WalletSample.second]
      }
    }
    await store.finish()
  }

  // MARK: - What the Owner Chose

  /// Home leaves a hidden account as if another one had been chosen there: answers about the hidden
  /// one are not mistaken for the other's.
  @Test func homeLeavesAnAccountThatIsHidden() async {
    let chosen = Preferences(unit: .gwei, hiddenAccounts: [WalletSample.first.address])
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.delegate(.preferencesChanged(chosen)))) {
      $0.preferences = chosen
      $0.home { $0.hiddenAccounts = chosen.hiddenAccounts }
    }
    await store.receive(screen: \.home.view.accountSelected) {
      $0.home {
        $0.account = WalletSample.second
        $0.isRefreshing = true
      }
    }
    store.exhaustivity = .off
    await store.finish()
    #expect(store.state.routes[0].screen.home?.shownAccounts == [WalletSample.second])
  }

  @Test func anotherAccountIsHiddenAndHomeStays() async {
    let chosen = Preferences(hiddenAccounts: [WalletSample.second.address])
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.delegate(.preferencesChanged(chosen)))) {
      $0.preferences = chosen
      $0.home { $0.hiddenAccounts = chosen.hiddenAccounts }
    }
    await store.finish()
  }

  /// A wallet that is unlocked shows no hidden account first, and its settings know the choices.
  @Test func aHiddenAccountIsNotTheFirst() async {
    var state = WalletSample.app(WalletSample.unlock)
    state.preferences.hiddenAccounts = [WalletSample.first.address]
    let hidden = TestStoreOf<WalletApp>(initialState: state) {
      WalletApp()
    } withDependencies: {
      $0.vault.unlock = { _ throws(UnlockRefusal) in WalletSample.accounts }
    }
    hidden.exhaustivity = .off
    await hidden.send(.unlock(.view(.passcodeEntered(WalletSample.passcode))))
    await hidden.receive(screen: \.unlock.delegate.unlocked)
    #expect(hidden.state.routes[0].screen.home?.account == WalletSample.second)
    #expect(hidden.state.routes[0].screen.home?.accounts == WalletSample.accounts)
    await hidden.send(.home(.view(.profileButtonTapped)))
    await hidden.receive(screen: \.home.delegate.profileRequested)
    #expect(hidden.state.routes.last?.screen.profile?.preferences == state.preferences)
    await hidden.finish()
  }

  @Test func anErasedWalletHidesNoAccountOfTheNext() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    store.exhaustivity = .off
    let chosen = Preferences(unit: .wei, hiddenAccounts: [WalletSample.second.address])
    await store.send(.profile(.delegate(.preferencesChanged(chosen))))
    await store.send(.profile(.delegate(.erased)))
    #expect(store.state.preferences == Preferences(unit: .wei))
    await store.skipInFlightEffects(strict: false)
  }

  // MARK: - What May Move the Stack

  @Test(arguments: [
    WalletScreen.Action.home(.delegate(.sendRequested(WalletSample.first))),
    .home(.delegate(.profileRequested)),
    .home(.delegate(.appeared)),
  ])
  func homeMovesNothingWhileAnotherScreenIsOnTop(action: WalletScreen.Action) async {
    let store = TestStoreOf<WalletApp>(WalletSample.send)
    await store.send(action, at: 0)
    await store.finish()
  }

  @Test(arguments: [
    (WalletSample.send, WalletScreen.Action.send(.delegate(.closed))),
    (WalletSample.profile, .profile(.delegate(.closed))),
  ])
  func aScreenThatClosesBelowTheLockLeavesTheLock(
    routes: WalletSample.Stack, action: WalletScreen.Action
  ) async {
    let store = TestStoreOf<WalletApp>(routes + [WalletSample.cover])
    let lock = store.state.routes[2].id
    await store.send(action, at: 1) { $0.routes = WalletSample.home + [WalletSample.cover] }
    #expect(store.state.routes[1].id == lock)
    await store.finish()
  }

  /// A second tap on a button that was still drawn once closed the next screen, too.
  ///
  /// The coordinator went back for any screen that reported that it was closed.
  @Test func aRemovedRouteMovesNothing() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    let gone = store.state.routes[1].id
    await store.send(.profile(.delegate(.closed))) { $0.routes = WalletSample.home }
    await store.receiveHomeAppearance()
    let home = store.state.routes
    await store.send(.home(.delegate(.profileRequested))) {
      $0.routes = home + WalletSample.profile.suffix(1)
    }
    await withKnownIssue {
      await store.send(.router(.routeAction(id: gone, action: .profile(.delegate(.closed)))))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("An action was sent to a child that is gone")
    }
    #expect(store.state.routes == home + WalletSample.profile.suffix(1))
    await store.finish()
  }

  @Test func anActionOfAnotherScreenMovesNothing() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await withKnownIssue {
      await store.send(.send(.delegate(.closed)), at: 1)
    }
    #expect(store.state.routes == WalletSample.profile)
    await store.finish()
  }

  // MARK: - Erasing

  @Test("Law 8: an erased wallet leads back to creation, and all its effects end")
  func anErasedWalletLeadsBackToCreation() async {
    let clock = TestClock()
    let store = TestStoreOf<WalletApp>(WalletSample.home) {
      $0.continuousClock = clock
      $0.activity.unresolved = { () throws(JournalFailure) in [WalletSample.payment(0, .broadcast)]
      }
      $0.activity.history = { _ throws(JournalFailure) in [] }
      $0.node.block = { _ in
        try await clock.sleep(for: .seconds(60))
        return nil
      }
      $0.node.balance = { _, _ in
        try? await clock.sleep(for: .seconds(60))
        return 10
      }
      $0.vault.authorize = { purpose, _ throws(AuthorizationRefusal) in
        #expect(purpose == .erase)
        return Authorization(id: 1)
      }
      $0.vault.erase = { _ throws(EraseRefusal) in }
    }
    await store.send(.home(.view(.appeared))) { $0.home { $0.isRefreshing = true } }
    await store.receive(screen: \.home.delegate.appeared) { $0.resuming = .init(chainID: 1) }
    await store.receive(\.resuming.view.started) { $0.resuming?.phase = .loading }
    await store.receive(screen: \.home.inner.savedResponse)
    await store.receive(screen: \.home.inner.activityResponse)
    await store.receive(\.resuming.inner.loaded) {
      $0.resuming?.phase = .idle
      $0.resuming?.payments = [WalletSample.payment(0, .broadcast)]
    }
    await store.receive(\.resuming.delegate.resumed)
    await store.receive(\.resuming.inner.handedOver)
    await store.send(.home(.view(.profileButtonTapped)))
    await store.receive(screen: \.home.delegate.profileRequested) {
      $0.routes.append(
        .push(.profile(Profile.State(accounts: WalletSample.accounts, chainID: 1))))
    }
    await store.send(.profile(.view(.eraseButtonTapped))) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = .askingPasscode(.erase) }
    }
    await store.send(.profile(.view(.passcodeEntered(WalletSample.passcode)))) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = .working(.erase) }
    }
    await store.receive(screen: \.profile.inner.erased) {
      $0.routes[1].screen.modify(\.profile) { $0.phase = .erased }
    }
    await store.receive(screen: \.profile.delegate.erased) {
      $0.routes = WalletSample.create()
      $0.resuming = nil
    }
    // There is nothing to wait for: the requests of Home and the payments have ended with them.
    await store.finish()
  }

  @Test func aWalletErasedWhileItWasLockedIsNotLeftBehindTheLock() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile + [WalletSample.cover])
    await store.send(.profile(.delegate(.erased)), at: 1) { $0.routes = WalletSample.create() }
    await store.finish()
  }
}
