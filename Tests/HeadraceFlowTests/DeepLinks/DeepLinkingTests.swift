import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// A shop that opens links when its user has logged in.
@Reducer
private struct Shop {
  struct State: Equatable {
    var routes: [Route<ShopScreen.State>] = [.root(.homeScreen, embedInNavigationView: true)]
    var links = DeepLinkState()
    var gate = DeepLinkGate.open
    var log: [String] = []
  }
  enum Action {
    case router(IndexedRouterActionOf<ShopScreen>)
    case links(DeepLinkAction)
    case gateChanged(DeepLinkGate)
    case linkTakenBack
  }

  var waitMax: Duration?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .router(.updateRoutes(let routes)): state.log.append("proposed \(routes.count)")
      case .links(.opened(let link)): state.log.append("opened \(link.url)")
      case .links(.dropped(let link, let drop)): state.log.append("dropped \(link.url): \(drop)")
      case .gateChanged(let gate): state.gate = gate
      case .linkTakenBack: state.links.waiting = nil
      case .router, .links: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { ShopScreen.body }
    .deepLinks(
      shopLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
      waitMax: waitMax
    ) { $0.gate }
  }
}

extension ShopScreen.State {
  fileprivate static var cart: Self { .checkoutScreen }
}

@MainActor
@Suite("Deep links: opening")
struct DeepLinkingTests {
  private func makeStore(
    gate: DeepLinkGate = .open, waitMax: Duration? = nil
  ) -> StoreOf<Shop> {
    Store(initialState: Shop.State(gate: gate)) { Shop(waitMax: waitMax) }
  }

  @Test func anOpenedLinkIsOneActionAndOneAnswer() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    await store.send(.links(.open("shop://products/42"))) {
      $0.routes = [.root(.homeScreen, embedInNavigationView: true), .push(.product(42))]
      $0.log = ["proposed 2"]
    }
    await store.receive(\.links.opened, DeepLink("shop://products/42")) {
      $0.log.append("opened shop://products/42")
    }
  }

  @Test("flutter #158987: the way back of a cold link leads to the root")
  func theWayBackOfAColdLinkLeadsToTheRoot() {
    let store = makeStore()
    store.send(.links(.open("shop://products/42/reviews/7")))
    let ids = store.state.routes.map(\.id)
    #expect(store.state.routes.map(\.screen) == [.homeScreen, .product(42), .review(42, 7)])
    store.send(.router(.dismiss(id: ids[2])))
    #expect(store.state.routes.map(\.screen) == [.homeScreen, .product(42)])
    store.send(.router(.dismiss(id: ids[1])))
    #expect(store.state.routes.map(\.id) == [ids[0]])
  }

  @Test("Law 8: effects of routes that a link removes end, those of other routes continue")
  func effectsEndWithTheRoutesThatALinkLeaves() {
    for mode in [DeepLinkMode.replace, .keepRoot, .append] {
      let store = makeStore()
      store.send(.links(.open("shop://products/1")))
      for route in store.state.routes {
        let action: ShopScreen.Action =
          route.screen.is(\.home) ? .home(.wait) : .product(.wait)
        store.send(.router(.routeAction(id: route.id, action: action)))
      }
      #expect(store.effects.count == 2)
      let before = store.state.routes.map(\.id)
      store.send(.links(.open("shop://news/tea", mode: mode)))
      let kept = store.state.routes.map(\.id).filter(before.contains)
      switch mode {
      case .replace: #expect(kept.isEmpty && store.effects.isEmpty)
      case .keepRoot: #expect(kept == [before[0]] && store.effects.count == 1)
      case .append: #expect(kept == before && store.effects.count == 2)
      }
      #expect(store.state.routes.last?.screen == .article("news", "tea"))
      #expect(store.state.routes.count == (mode == .append ? 3 : 2))
    }
  }

  @Test(arguments: [DeepLinkMode.replace, .keepRoot, .append])
  func aLinkToARootReplacesInEveryMode(mode: DeepLinkMode) {
    let store = makeStore()
    store.send(.links(.open("shop://products/1")))
    let before = store.state.routes
    store.send(.links(.open("shop://", mode: mode)))
    #expect(store.state.routes == [.root(.homeScreen, embedInNavigationView: true)])
    #expect(store.state.routes[0].id != before[0].id)
  }

  @Test func appendedRoutesNeedTheirPositions() throws {
    let covered: [Route<ShopScreen.State>] = [
      .root(.homeScreen, embedInNavigationView: true), .cover(.cart),
    ]
    #expect(throws: DeepLinkError.noNavigationView(pattern: "products/{id}?variant")) {
      try shopLinks.routes(for: "shop://products/1", mode: .append, onto: covered)
    }
    let appended = try shopLinks.routes(
      for: "shop://products/search?text=a", mode: .append, onto: covered)
    #expect(appended.map(\.screen) == [.homeScreen, .cart, .search("a")])
    #expect(appended.prefix(2).map(\.id) == covered.map(\.id))
    #expect(throws: DeepLinkError.noNavigationView(pattern: "products/{id}?variant")) {
      try shopLinks.routes(for: "shop://products/1", mode: .keepRoot, onto: [.root(.homeScreen)])
    }
  }

  @Test func aStackGrowsByLinksOnlyToItsLimit() throws {
    let store = makeStore()
    for number in 1...15 { store.send(.links(.open("shop://products/\(number)", mode: .append))) }
    #expect(store.state.routes.count == 16)
    store.send(.links(.open("shop://products/16", mode: .append)))
    #expect(store.state.routes.count == 16)
    #expect(
      store.state.log.last == "dropped shop://products/16: unreadable("
        + "\(DeepLinkError.tooManyRoutes(max: 16)))")
    #expect(store.state.routes.last?.screen == .product(15))
  }

  @Test func aLinkThatLeadsNowhereChangesNothing() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    await store.send(.links(.open("shop://prodcuts/1/2")))
    await store.receive(\.links.dropped) {
      $0.log = [
        "dropped shop://prodcuts/1/2: unreadable(No screen has the link 'prodcuts/1/2'. "
          + "The nearest is '{section}/{title}'.)"
      ]
    }
  }

  // MARK: - Waiting

  @Test func aLinkWaitsAndIsOpenedOnce() async {
    let store = TestStore(initialState: Shop.State(gate: .wait)) { Shop() }
    await store.send(.links(.open("shop://products/1", mode: .keepRoot))) {
      $0.links.waiting = DeepLink("shop://products/1", mode: .keepRoot)
    }
    await store.send(.gateChanged(.wait))
    await store.send(.gateChanged(.open)) {
      $0.gate = .open
      $0.links.waiting = nil
      $0.routes.push(.product(1))
      $0.log = ["proposed 2"]
    }
    await store.receive(\.links.opened) { $0.log.append("opened shop://products/1") }
    await store.send(.gateChanged(.open))
  }

  @Test func theGateMayDropALinkImmediatelyOrLater() {
    let store = makeStore(gate: .drop(reason: "in a call"))
    store.send(.links(.open("shop://products/1")))
    #expect(store.state.log == [#"dropped shop://products/1: refused(reason: "in a call")"#])
    store.send(.gateChanged(.wait))
    store.send(.links(.open("shop://products/2")))
    store.send(.gateChanged(.drop(reason: "erased")))
    #expect(store.state.log.last == #"dropped shop://products/2: refused(reason: "erased")"#)
    store.send(.gateChanged(.open))
    #expect(store.state.routes.count == 1)
  }

  @Test func theNewestLinkWaitsAlone() {
    let store = makeStore(gate: .wait)
    for number in 1...3 { store.send(.links(.open("shop://products/\(number)"))) }
    #expect(
      store.state.log == [
        "dropped shop://products/1: replaced", "dropped shop://products/2: replaced",
      ])
    store.send(.gateChanged(.open))
    #expect(store.state.routes.last?.screen == .product(3))
    #expect(store.state.log.last == "opened shop://products/3")
  }

  @Test func unreadableLinksDoNotWait() {
    let store = makeStore(gate: .wait)
    store.send(.links(.open("mailto:a")))
    #expect(store.state.links.waiting == nil)
    #expect(store.state.log.count == 1)
  }

  @Test func theClockOfALinkThatIsTakenBackStops() async {
    let store = TestStore(initialState: Shop.State(gate: .wait)) {
      Shop(waitMax: .seconds(60))
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.links(.open("shop://products/1"))) {
      $0.links.waiting = DeepLink("shop://products/1")
    }
    await store.send(.linkTakenBack) { $0.links.waiting = nil }
    await store.finish()
  }

  @Test func aLinkWaitsOnlySoLong() async {
    let clock = TestClock()
    let store = TestStore(initialState: Shop.State(gate: .wait)) {
      Shop(waitMax: .seconds(60))
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.links(.open("shop://products/1"))) {
      $0.links.waiting = DeepLink("shop://products/1")
    }
    await clock.advance(by: .seconds(59))
    // A newer link waits its own time.
    await store.send(.links(.open("shop://products/2"))) {
      $0.links.waiting = DeepLink("shop://products/2")
    }
    await store.receive(\.links.dropped) { $0.log = ["dropped shop://products/1: replaced"] }
    await clock.advance(by: .seconds(59))
    await clock.advance(by: .seconds(1))
    await store.receive(\.links.waitedTooLong) { $0.links.waiting = nil }
    await store.receive(\.links.dropped) {
      $0.log.append("dropped shop://products/2: expired")
    }
    await store.send(.gateChanged(.open)) { $0.gate = .open }
  }

  @Test func theClockStopsWhenALinkIsOpened() async {
    let clock = TestClock()
    let store = TestStore(initialState: Shop.State(gate: .wait)) {
      Shop(waitMax: .seconds(60))
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.links(.open("shop://products/1"))) {
      $0.links.waiting = DeepLink("shop://products/1")
    }
    await store.send(.gateChanged(.open)) {
      $0.gate = .open
      $0.links.waiting = nil
      $0.routes.push(.product(1))
      $0.log = ["proposed 2"]
    }
    await store.receive(\.links.opened) { $0.log.append("opened shop://products/1") }
    await clock.advance(by: .seconds(120))
  }

  @Test func everyCaseIsFoundByItsName() {
    let link = DeepLink("a:")
    #expect(DeepLinkAction.open("a:", mode: .append)[case: \.open]?.mode == .append)
    #expect(DeepLinkAction.opened(link)[case: \.opened] == link)
    #expect(DeepLinkAction.dropped(link, .expired)[case: \.dropped]?.drop == .expired)
    #expect(DeepLinkAction.waitedTooLong.is(\.waitedTooLong))
    #expect(!DeepLinkAction.waitedTooLong.is(\.opened))
    #expect(AnyCasePath(\Case<DeepLinkAction>.opened).embed(link) == .opened(link))
    #expect(AnyCasePath(\Case<DeepLinkAction>.open).embed(("b:", .replace)) == .open("b:"))
    #expect(AnyCasePath(\Case<DeepLinkAction>.dropped).embed((link, .guarded)).is(\.dropped))
    #expect(AnyCasePath(\Case<DeepLinkAction>.waitedTooLong).embed(()).is(\.waitedTooLong))
  }
}
