import AuthFeature
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

/// The route stacks that a host may propose, and those that it may not.
@Suite("Proposed routes")
struct WalletRoutesTests {
  private static let fresh: WalletSample.Stack = [
    .root(.create(.importing), embedInNavigationView: true)
  ]

  // MARK: - While the Wallet Is Locked

  /// A host that proposed the stack from before the lock removed the lock.
  ///
  /// Then anyone at the machine saw the balance and a half-filled payment.
  @Test(
    arguments: [WalletSample.unlock, WalletSample.home, WalletSample.send, WalletSample.profile])
  func noProposalTakesTheLockAway(below: WalletSample.Stack) async {
    let routes = below == WalletSample.unlock ? below : below + [WalletSample.cover]
    let proposals = [
      Array(routes.prefix(1)), WalletSample.home, WalletSample.send, Self.fresh,
      routes + [.push(.send(WalletSample.halfFilled))], routes,
    ]
    let store = TestStoreOf<WalletApp>(routes)
    for proposal in proposals {
      await store.send(.router(.updateRoutes(proposal)))
      guard proposal.map(\.id) != store.state.routes.map(\.id) else { continue }
      await store.receive(\.router.guarded.rejected)
    }
    #expect(store.state.routes.map(\.id) == routes.map(\.id))
    await store.finish()
  }

  @Test func noProposalOfNoStackTakesTheLockAway() async {
    let routes = WalletSample.send + [WalletSample.cover]
    let store = TestStoreOf<WalletApp>(routes)
    for proposal in [[], Array(routes.suffix(1)), Array(routes.reversed())] {
      await withKnownIssue {
        await store.send(.router(.updateRoutes(proposal)))
      } matching: {
        $0.comments.map(\.rawValue).joined().contains("Tried to replace a route stack with an")
      }
    }
    #expect(store.state.routes.map(\.id) == routes.map(\.id))
    await store.finish()
  }

  @Test func noDismissalTakesTheLockAway() async {
    let store = TestStoreOf<WalletApp>(WalletSample.send + [WalletSample.cover])
    let ids = store.state.routes.map(\.id)
    await store.send(.router(.dismiss(id: ids[2])))
    await store.receive(\.router.guarded.rejected)
    await withKnownIssue {
      await store.send(.router(.dismiss(id: ids[0])))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("but it is the root")
    }
    // The screen below is removed, as when it closes by itself, and the lock stays.
    await store.send(.router(.dismiss(id: ids[1]))) { $0.routes.remove(at: 1) }
    await store.receive(\.router.guarded.redirected)
    #expect(store.state.routes.map(\.id) == [ids[0], ids[2]])
    await store.finish()
  }

  @Test func anUnlockingContinuesWhateverIsProposed() async {
    let clock = TestClock()
    let store = TestStoreOf<WalletApp>(WalletSample.send + [WalletSample.cover]) {
      $0.continuousClock = clock
      $0.vault.unlock = { _ throws(UnlockRefusal) in
        try? await clock.sleep(for: .seconds(1))
        return WalletSample.accounts
      }
    }
    await store.send(.unlock(.view(.passcodeEntered(WalletSample.passcode)))) {
      $0.routes[2].screen.modify(\.unlock) { $0.isUnlocking = true }
    }
    await store.send(.router(.updateRoutes(WalletSample.home)))
    await store.receive(\.router.guarded.rejected)
    await clock.advance(by: .seconds(1))
    await store.receive(screen: \.unlock.inner.unlocked) {
      $0.routes[2].screen.modify(\.unlock) { $0.isUnlocking = false }
    }
    await store.receive(screen: \.unlock.delegate.unlocked) { $0.routes.removeLast() }
    #expect(store.state.routes == WalletSample.send)
    await store.finish()
  }

  // MARK: - While It Is Open

  @Test func aSwipeBackUncoversHome() async {
    let store = TestStoreOf<WalletApp>(WalletSample.send)
    let home = Array(store.state.routes.prefix(1))
    await store.send(.router(.updateRoutes(home))) { $0.routes = home }
    await store.receiveHomeAppearance()
    await store.finish()
  }

  @Test func aDismissalUncoversHome() async {
    let store = TestStoreOf<WalletApp>(WalletSample.send)
    await store.send(.router(.dismiss(id: store.state.routes[1].id))) { $0.routes.removeLast() }
    await store.receiveHomeAppearance()
    await store.finish()
  }

  /// A stack without an open wallet can't be locked, so only the wallet itself may show one.
  @Test(arguments: [
    WalletRoutesTests.fresh, WalletSample.unlock, WalletSample.send,
    WalletSample.home + [WalletSample.cover],
  ])
  func screensThatTheWalletDoesNotHaveAreNotTaken(proposal: WalletSample.Stack) async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile) { $0.vault.lock = {} }
    await store.send(.router(.updateRoutes(proposal)))
    await store.receive(\.router.guarded.rejected)
    let longer = store.state.routes + [.cover(proposal[proposal.count - 1].screen)]
    await store.send(.router(.updateRoutes(longer)))
    await store.receive(\.router.guarded.rejected)
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    await store.finish()
  }

  @Test func stateOfAScreenBelongsToTheWalletNotTheHost() async {
    let store = TestStoreOf<WalletApp>(WalletSample.send)
    var old = store.state.routes
    old[1].screen.modify(\.send) { $0.amountText = "20" }
    await store.send(.router(.updateRoutes(old)))
    #expect(store.state.routes[1].screen.send?.amountText == "0.2")
    await store.finish()
  }
}
