import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Suite("Changes that are shown one step at a time") struct RouteStepsTests {
  @Reducer
  struct Page {
    struct State: Equatable {
      var name: String
      var visits = 0
    }
    enum Action: Equatable { case visit }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.visits += 1
      return .none
    }
  }

  @Reducer
  struct Pages {
    struct State: Equatable {
      var routes: [Route<Page.State>] = [
        .root(Page.State(name: "root"), embedInNavigationView: true),
        .push(Page.State(name: "a")), .push(Page.State(name: "b")),
        .sheet(Page.State(name: "c"), embedInNavigationView: true), .push(Page.State(name: "d")),
        .cover(Page.State(name: "e")),
      ]
    }
    @CasePathable
    enum Action: Equatable {
      case router(IndexedRouterActionOf<Page>)
      case goElsewhere
      case replaceAll
    }
    var maximum = 10
    var refusesHosts = false
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .goElsewhere:
          return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
            $0.goBackToRoot()
            $0.push(Page.State(name: "f"))
            $0.presentSheet(Page.State(name: "g"))
          }
        case .replaceAll:
          return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
            $0.replaceAll(with: [.root(Page.State(name: "x")), .cover(Page.State(name: "y"))])
          }
        case .router:
          return .none
        }
      }
      .forEachRoute(\.routes, action: \.router) { Page() }
      .routeGuard { current, proposed in
        proposed.contains { $0.screen.name == "g" } && maximum < 3
          ? .reject(reason: "No sheets.") : .allow
      }
      .routeGuard { change in
        refusesHosts && change.source == .host ? .reject(reason: "No hosts.") : .allow
      }
    }
  }

  private let clock = TestClock()

  private func makeStore(
    maximum: Int = 10, refusesHosts: Bool = false, delay: Duration? = .seconds(1)
  ) -> TestStoreOf<Pages> {
    TestStore(initialState: Pages.State()) {
      Pages(maximum: maximum, refusesHosts: refusesHosts)
    } withDependencies: {
      $0.routeStepDelay = delay
      $0.continuousClock = clock
    }
  }

  private func expectNames(_ names: [String], in store: TestStoreOf<Pages>) {
    #expect(store.state.routes.map(\.screen.name) == names)
  }

  @Test func aHostThatCanShowAnyChangeGetsItImmediately() async {
    let store = makeStore(delay: nil)
    await store.send(.goElsewhere)
    await store.receive(\.router.steps) {
      $0.routes.goBackToRoot()
      $0.routes.push(Page.State(name: "f"))
      $0.routes.presentSheet(Page.State(name: "g"))
    }
  }

  /// A guard against hosts once refused the coordinator's own change, on one host only.
  @Test(arguments: [nil, Duration.seconds(1)])
  func aGuardKnowsOnEveryHostThatTheCoordinatorProposes(delay: Duration?) async {
    let store = makeStore(refusesHosts: true, delay: delay)
    store.exhaustivity = .off
    await store.send(.goElsewhere)
    for _ in 0..<9 { await clock.advance(by: .seconds(1)) }
    await store.finish()
    expectNames(["root", "f", "g"], in: store)
    await store.send(.router(.updateRoutes(Array(store.state.routes.prefix(1)))))
    await store.receive(\.router.guarded.rejected)
  }

  @Test func eachPresentationAndEachNewScreenIsAStep() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.goElsewhere)
    await store.receive(\.router.steps)
    expectNames(["root", "a", "b", "c", "d"], in: store)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.steps)
    expectNames(["root", "a", "b"], in: store)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.steps)
    expectNames(["root"], in: store)
    await clock.advance(by: .milliseconds(999))
    expectNames(["root"], in: store)
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.router.steps)
    expectNames(["root", "f"], in: store)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.steps)
    expectNames(["root", "f", "g"], in: store)
    await store.finish()
  }

  @Test func aStackWithAnotherRootIsBuiltFromItsRoot() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.replaceAll)
    for names in [
      ["root", "a", "b", "c", "d"], ["root", "a", "b"], ["root"], ["x"], ["x", "y"],
    ] {
      await store.receive(\.router.steps)
      expectNames(names, in: store)
      await clock.advance(by: .seconds(1))
    }
    await store.finish()
  }

  @Test("TCACoordinators #92: a change during a transition is kept, and the steps left are dropped")
  func aChangeDuringATransitionIsKept() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.goElsewhere)
    await store.receive(\.router.steps)
    await store.send(.router(.updateRoutes(Array(store.state.routes.prefix(2)))))
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.steps)
    expectNames(["root", "a"], in: store)
    await clock.advance(by: .seconds(9))
    expectNames(["root", "a"], in: store)
    await store.finish()
  }

  @Test func changesOfAScreenBetweenTwoStepsAreKept() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.goElsewhere)
    await store.receive(\.router.steps)
    await store.send(\.router[id: 0], .visit)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.steps)
    #expect(store.state.routes[0].screen.visits == 1)
    await store.skipInFlightEffects()
  }

  @Test(arguments: [true, false])
  func theStepsThatAreLeftWaitForAGuardThatAsks(isAllowed: Bool) async {
    let answers = AsyncStream<Bool>.makeStream()
    let store = TestStore(initialState: AskedPages.State()) {
      AskedPages(answers: answers.stream)
    } withDependencies: {
      $0.routeStepDelay = .seconds(1)
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.goFar)
    await store.receive(\.router.steps)
    #expect(store.state.question != nil)
    await clock.advance(by: .seconds(9))
    answers.continuation.yield(isAllowed)
    await store.receive(\.router.guarded.answered)
    await clock.advance(by: .seconds(9))
    await store.finish()
    let names = isAllowed ? ["root", "asked", "next", "last"] : ["root"]
    #expect(store.state.routes.map(\.screen.name) == names)
  }

  /// Pages, one of which may be shown only after a question.
  @Reducer
  struct AskedPages {
    struct State: Equatable {
      var routes: [Route<Page.State>] = [
        .root(Page.State(name: "root"), embedInNavigationView: true)
      ]
      var question: RouteQuestion<Page.State>?
    }
    @CasePathable
    enum Action {
      case router(IndexedRouterActionOf<Page>)
      case goFar
    }
    let answers: AsyncStream<Bool>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .goFar = action else { return .none }
        return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
          for name in ["asked", "next", "last"] { $0.push(Page.State(name: name)) }
        }
      }
      .forEachRoute(\.routes, action: \.router) { Page() }
      .routeGuard(asking: \.question) { [answers] change in
        guard change.added.contains(where: { $0.screen.name == "asked" }) else { return .allow }
        return .ask {
          for await isAllowed in answers { return isAllowed ? .allow : .reject(reason: "No.") }
          throw CancellationError()
        }
      }
    }
  }

  @Test func aGuardThatRefusesAStepEndsTheChange() async {
    let store = makeStore(maximum: 2)
    store.exhaustivity = .off
    await store.send(.goElsewhere)
    for _ in 0..<4 {
      await store.receive(\.router.steps)
      await clock.advance(by: .seconds(1))
    }
    await store.receive(\.router.steps)
    await store.receive(\.router.guarded.rejected)
    expectNames(["root", "f"], in: store)
    await store.finish()
  }
}
