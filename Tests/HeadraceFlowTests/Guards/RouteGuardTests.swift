import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@MainActor
@Suite("Guards") struct RouteGuardTests {
  private func makeStore(
    _ state: BankState = BankState(), _ guarded: @escaping (Bank.Guarded) -> Bank.Guarded
  ) -> TestStoreOf<Bank> {
    TestStore(initialState: state) { Bank(guarded: guarded) }
  }

  private func locked() -> BankState {
    var state = BankState()
    state.routes.presentCover(.lock)
    return state
  }

  /// Returns a guarded bank whose lock can't be removed.
  private func keepingTheLock(_ bank: Bank.Guarded) -> Bank.Guarded {
    bank.routeGuard { current, proposed in
      current.contains(\.lock) && !proposed.contains(\.lock)
        ? .reject(reason: "The bank is locked.") : .allow
    }
  }

  private func rejected(
    _ proposed: [Route<BankScreen.State>], _ reason: String,
    cause: RouteRejection<BankScreen.State>.Cause = .guarded
  ) -> BankAction {
    .router(
      .guarded(.rejected(RouteRejection(proposed: proposed, cause: cause, reason: reason))))
  }

  // MARK: - Refusing

  @Test func refusedChangesAreReportedToTheCoordinator() async {
    let store = makeStore {
      $0.routeGuard { current, proposed in
        proposed.contains(\.payment) ? .reject(reason: "Closed.") : .allow
      }
    }
    // Its changes besides the routes stay.
    await store.send(.pay) { $0.taps = 1 }
    await store.receive(
      rejected([.root(.home, embedInNavigationView: true), .push(.payment)], "Closed.")
    ) {
      $0.log = ["guarded: Closed."]
    }
  }

  @Test func changesOfAHostCanBeRefusedBeforeTheCoordinatorSeesThem() async {
    let store = makeStore(locked(), keepingTheLock)
    let home = Array(store.state.routes.dropLast())
    await store.send(.router(.updateRoutes(home)))
    await store.receive(rejected(home, "The bank is locked.")) {
      $0.log = ["guarded: The bank is locked."]
    }
    #expect(store.state.routes.contains(\.lock))
  }

  @Test(.refusalsAreExpected) func changesOfAHostAreAcceptedWhereTheGuardAllowsThem() async {
    let store = makeStore(locked(), keepingTheLock)
    await store.send(.pay) {
      $0.taps = 1
    }
    // There is no navigation on a cover, so nothing was proposed or refused.
    let routes = store.state.routes + [.cover(.payment)]
    await store.send(.router(.updateRoutes(routes))) {
      $0.routes.presentCover(.payment)
      $0.log = ["host: 3"]
    }
  }

  @Test func aScreenThatLeavesIsRefused() async {
    let store = makeStore(locked(), keepingTheLock)
    let lock = store.state.routes[1].id
    let home = Array(store.state.routes.dropLast())
    await store.send(\.router[id: lock].lock.leave)
    await store.receive(\.router.dismiss, lock)
    await store.receive(rejected(home, "The bank is locked.")) {
      $0.log = ["guarded: The bank is locked."]
    }
  }

  @Test("Law 8: a route whose leaving is refused keeps its effects, whatever proposed it")
  func aRouteThatStaysKeepsItsEffects() async {
    let store = Store(initialState: locked()) { Bank(guarded: keepingTheLock) }
    let lock = store.state.routes[1]
    store.send(.router(.routeAction(id: lock.id, action: .lock(.work))))
    store.send(.goBack)
    store.send(.router(.updateRoutes([store.state.routes[0]])))
    store.send(.router(.dismiss(id: lock.id)))
    #expect(store.effects.count == 1)
    #expect(store.state.routes.map(\.id).last == lock.id)
    #expect(store.state.log.count == 3)
  }

  @Test func changesOfAScreenSurviveARefusedChangeOfRoutes() async {
    let store = makeStore {
      $0.routeGuard { _, proposed in
        proposed.contains(\.payment) ? .reject(reason: "Closed.") : .allow
      }
    }
    await store.send(.visitAndPay) {
      $0.routes[0].screen.modify(\.home) { $0.visits = 1 }
    }
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded: Closed."] }
  }

  @Test func aChangeIsAskedAboutAsAWhole() async {
    var counts: [Int] = []
    let store = Store(initialState: BankState()) {
      Bank {
        $0.routeGuard { _, proposed in
          counts.append(proposed.count)
          return proposed.count > 2 ? .reject(reason: "Too deep.") : .allow
        }
      }
    }
    store.send(.payTwice)
    #expect(counts == [3])
    #expect(store.state.routes.count == 1)
    store.send(.pay)
    #expect(counts == [3, 2])
    #expect(store.state.routes.count == 2)
  }

  @Test func anActionThatMovesNothingIsNotAskedAbout() {
    let store = Store(initialState: BankState()) {
      Bank {
        $0.routeGuard { _, _ in
          Issue.record("Nothing moves.")
          return .allow
        }
      }
    }
    let home = store.state.routes[0].id
    store.send(.router(.routeAction(id: home, action: .home(.visit))))
    store.send(.withdraw)
    #expect(store.state.routes[0].screen.home?.visits == 1)
  }

  // MARK: - What a Guard Sees

  @Test func aGuardSeesTheStateAsTheCoordinatorLeftIt() async {
    let store = makeStore {
      $0.routeGuard { change in
        change.state.isLoggedIn || !change.added.contains(\.payment)
          ? .allow : .reject(reason: "Log in first.")
      }
    }
    await store.send(.pay) { $0.taps = 1 }
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded: Log in first."] }
    await store.send(.logInAndPay) {
      $0.isLoggedIn = true
      $0.routes.push(.payment)
    }
  }

  @Test func aGuardSeesTheOriginAndWhatComesAndGoes() {
    var seen: [String] = []
    let store = Store(initialState: locked()) {
      Bank {
        $0.routeGuard { change in
          seen.append("\(change.source) +\(change.added.count) -\(change.removed.count)")
          #expect(change.state.routes == change.current)
          return .allow
        }
      }
    }
    store.send(.goBack)
    store.send(.pay)
    store.send(.router(.dismiss(id: store.state.routes[1].id)))
    store.send(.router(.updateRoutes([.root(.lock), .cover(.home)])))
    #expect(
      seen == ["coordinator +0 -1", "coordinator +1 -0", "screen +0 -1", "host +2 -1"])
  }

  // MARK: - Redirecting

  @Test func anotherStackTakesThePlaceOfTheProposedOne() async {
    let store = makeStore {
      $0.routeGuard { current, proposed in
        proposed.contains(\.payment)
          ? .redirect(current + [.cover(.lock)]) : .allow
      }
    }
    await store.send(.pay) {
      $0.taps = 1
      $0.routes.presentCover(.lock)
    }
    await store.receive(\.router.guarded.redirected) { $0.log = ["redirected to 2"] }
  }

  @Test func theOtherGuardsAreAskedAboutTheNewStack() async {
    let store = makeStore {
      $0.routeGuard { _, proposed in
        proposed.contains(\.lock) ? .reject(reason: "No locks.") : .allow
      }
      .routeGuard { current, proposed in
        proposed.contains(\.payment) ? .redirect(current + [.cover(.lock)]) : .allow
      }
    }
    await store.send(.pay) { $0.taps = 1 }
    await store.receive(
      rejected([.root(.home, embedInNavigationView: true), .push(.payment)], "No locks.")
    ) { $0.log = ["guarded: No locks."] }
  }

  @Test func twoGuardsThatRedirectToEachOtherComeToAnEnd() async {
    var count = 0
    let store = makeStore {
      $0.routeGuard { current, _ in
        count += 1
        return .redirect([current[0], .cover(.lock)])
      }
      .routeGuard { current, _ in
        count += 1
        return .redirect([current[0], .cover(.payment)])
      }
    }
    await store.send(.pay) {
      $0.taps = 1
      $0.routes.presentCover(.payment)
    }
    await store.receive(\.router.guarded.redirected) { $0.log = ["redirected to 2"] }
    #expect(count == 2)
  }

  @Test func aRedirectionToNoStackIsReportedAndRefused() async {
    let store = makeStore { $0.routeGuard { _, _ in .redirect([]) } }
    await withKnownIssue {
      await store.send(.pay) { $0.taps = 1 }
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("Tried to replace a route stack with an invalid one (it is empty): [].")
    }
    await store.receive(\.router.guarded.rejected) {
      $0.log = ["guarded: A guard returned an invalid stack."]
    }
  }

  // MARK: - Several Guards

  @Test func theFirstGuardThatRefusesEndsIt() async {
    var asked: [Int] = []
    let store = makeStore {
      $0.routeGuard { _, _ in
        asked.append(1)
        return .allow
      }
      .routeGuard { _, _ in
        asked.append(2)
        return .reject(reason: "Second.")
      }
      .routeGuard { _, _ in
        asked.append(3)
        return .allow
      }
    }
    await store.send(.pay) { $0.taps = 1 }
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded: Second."] }
    #expect(asked == [1, 2])
  }

  // MARK: - Costs

  @Test("Law 3: under a guard a screen is still changed in place")
  func aScreenIsChangedInPlace() {
    var state = BankState()
    state.routes[0].screen.modify(\.home) { $0.rows = Array(0..<10_000) }
    let store = Store(initialState: state) { Bank { $0.routeGuard { _, _ in .allow } } }
    state = BankState()
    let home = store.state.routes[0].id
    func address() -> UnsafeRawPointer? {
      store.state.routes[0].screen.home?.rows.withUnsafeBytes { $0.baseAddress }
    }
    store.send(.router(.routeAction(id: home, action: .home(.visit))))
    let before = address()
    store.send(.router(.routeAction(id: home, action: .home(.visit))))
    #expect(address() == before)
    #expect(store.state.routes[0].screen.home?.rows[0] == 2)
  }

  @Test func stacksAreComparedByTheirRoutes() {
    var deep: [Route<Int>] = [.root(0, embedInNavigationView: true)]
    for screen in 1...1_000 { deep.push(screen) }
    let copy = deep
    #expect(copy.hasRoutes(of: deep))
    deep[7].screen = 70
    #expect(copy.hasRoutes(of: deep), "its own buffer, the same routes")
    deep.replaceCurrent(9)
    #expect(!copy.hasRoutes(of: deep))
    #expect(!copy.hasRoutes(of: Array(copy.dropLast())))
  }

  // MARK: - Hosts

  @Test func aHostsOldCopyOfAScreenChangesNothing() async {
    let store = makeStore { $0 }
    await store.send(.pay) {
      $0.taps = 1
      $0.routes.push(.payment)
    }
    let old = store.state.routes
    let home = store.state.routes[0].id
    await store.send(\.router[id: home].home.visit) {
      $0.routes[0].screen.modify(\.home) { $0.visits = 1 }
    }
    await store.send(.router(.updateRoutes([old[0]]))) {
      $0.routes.goBack()
      $0.log = ["host: 1"]
    }
    #expect(store.state.routes[0].screen.home?.visits == 1)
  }
}
