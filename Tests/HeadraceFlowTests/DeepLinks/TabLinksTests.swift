import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// The coordinator of one tab of a shop, which never leaves the checkout.
@Reducer
private struct TabFlow {
  struct State: Equatable {
    var routes: [Route<ShopScreen.State>] = [.root(.homeScreen, embedInNavigationView: true)]
    var links = DeepLinkState()
  }
  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterActionOf<ShopScreen>)
    case links(DeepLinkAction)
  }

  let parser: DeepLinkParser<ShopScreen.State>

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEachRoute(\.routes, action: \.router) { ShopScreen.body }
      .routeGuard { change in
        change.removed.contains(\.checkout) ? .reject(reason: "Paying.") : .allow
      }
      .deepLinks(parser, state: \.links, action: \.links, routes: \.routes, router: \.router)
  }
}

/// The screens of both tabs; each has the links that its coordinator reads.
private struct TabScreen: Reducer {
  @CasePathable
  enum State: Equatable {
    case shop(TabFlow.State)
    case help(TabFlow.State)
  }
  @CasePathable
  enum Action: Equatable {
    case shop(TabFlow.Action)
    case help(TabFlow.Action)
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifCaseLet(\.shop, action: \.shop) { TabFlow(parser: shopLinks) }
      .ifCaseLet(\.help, action: \.help) { TabFlow(parser: helpLinks) }
  }
}

private let helpLinks = DeepLinkParser<ShopScreen.State>("shop://help/", root: .homeScreen) {
  ScreenLink(\.product, CatalogPage<ProductLink>.State.pattern)
}

private enum Tab: CaseIterable, FlowTab {
  typealias Screen = TabScreen
  case shop, help

  var initialState: TabScreen.State {
    switch self {
    case .shop: .shop(TabFlow.State())
    case .help: .help(TabFlow.State())
    }
  }
}

private let tabLinks = TabLinks<Tab>(
  TabLink(.help, helpLinks, action: \.help.links), TabLink(.shop, shopLinks, action: \.shop.links))

@Reducer
private struct TabApp {
  struct State: Equatable {
    var tabs = Tabs<Tab>(selected: .shop)
    var links = DeepLinkState()
    var gate = DeepLinkGate.open
  }
  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<Tab>)
    case links(DeepLinkAction)
    case gateChanged(DeepLinkGate)
  }

  var waitMax: Duration?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .gateChanged(let gate) = action { state.gate = gate }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { TabScreen() }
    .deepLinks(
      tabLinks, state: \.links, action: \.links, tabs: \.tabs, tab: \.tabs, waitMax: waitMax
    ) { $0.gate }
  }
}

@MainActor
@Suite("Deep links: into tabs")
struct TabLinksTests {
  private let help = "shop://help/products/42"

  @Test func aLinkSelectsItsTabMakesItsScreenAndSetsItsStack() async {
    let store = TestStore(initialState: TabApp.State()) { TabApp() }
    #expect(!store.state.tabs.isMade(.help))
    await store.send(.links(.open(help))) { $0.tabs.select(.help) }
    await store.receive(\.tabs[id: .help].help.links.open) {
      $0.tabs[.help].modify(\.help) { $0.routes.push(.product(42)) }
    }
    await store.receive(\.links.opened, DeepLink(help))
    await store.receive(\.tabs[id: .help].help.links.opened, DeepLink(help))
  }

  @Test func theFirstTabThatReadsALinkHasItWithItsMode() async {
    let store = TestStore(initialState: TabApp.State()) { TabApp() }
    let url = "shop://products/7"
    await store.send(.links(.open(url, mode: .append)))
    await store.receive(\.tabs[id: .shop].shop.links.open) {
      $0.tabs[.shop].modify(\.shop) { $0.routes.push(.product(7)) }
    }
    await store.receive(\.links.opened, DeepLink(url, mode: .append))
    await store.receive(\.tabs[id: .shop].shop.links.opened, DeepLink(url, mode: .append))
  }

  @Test func theOtherTabsKeepTheirStacksAndEffects() {
    let store = Store(initialState: TabApp.State()) { TabApp() }
    let root = store.state.tabs[.shop][case: \.shop]!.routes[0].id
    store.send(
      .tabs(
        .tabAction(id: .shop, action: .shop(.router(.routeAction(id: root, action: .home(.wait))))))
    )
    #expect(store.effects.count == 1)
    store.send(.links(.open(help)))
    #expect(store.effects.count == 1)
    #expect(store.state.tabs[.shop][case: \.shop]?.routes.map(\.id) == [root])
    #expect(
      store.state.tabs[.help][case: \.help]?.routes.map(\.screen) == [.homeScreen, .product(42)])
  }

  @Test func theGuardsOfTheTabDecide() async {
    var state = TabApp.State()
    state.tabs[.shop].modify(\.shop) { $0.routes.push(.checkoutScreen) }
    let store = TestStore(initialState: state) { TabApp() }
    let link = DeepLink("shop://products/7")
    await store.send(.links(.open(link.url)))
    await store.receive(\.tabs[id: .shop].shop.links.open)
    await store.receive(\.links.opened, link)
    await store.receive(\.tabs[id: .shop].shop.router.guarded.rejected)
    await store.receive(
      .tabs(.tabAction(id: .shop, action: .shop(.links(.dropped(link, .guarded))))))
  }

  @Test func aLinkWaitsAndIsHandedOverOnce() async {
    let store = TestStore(initialState: TabApp.State(gate: .wait)) { TabApp() }
    await store.send(.links(.open("shop://products/1"))) {
      $0.links.waiting = DeepLink("shop://products/1")
    }
    await store.send(.links(.open(help))) { $0.links.waiting = DeepLink(help) }
    await store.receive(.links(.dropped(DeepLink("shop://products/1"), .replaced)))
    await store.send(.gateChanged(.open)) {
      $0.gate = .open
      $0.links.waiting = nil
      $0.tabs.select(.help)
    }
    await store.receive(\.tabs[id: .help].help.links.open) {
      $0.tabs[.help].modify(\.help) { $0.routes.push(.product(42)) }
    }
    await store.receive(\.links.opened)
    await store.receive(\.tabs[id: .help].help.links.opened)
    await store.send(.gateChanged(.wait)) { $0.gate = .wait }
  }

  @Test func aLinkThatWaitsTooLongIsDropped() async {
    let clock = TestClock()
    let store = TestStore(initialState: TabApp.State(gate: .wait)) {
      TabApp(waitMax: .seconds(60))
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.links(.open(help))) { $0.links.waiting = DeepLink(help) }
    await clock.advance(by: .seconds(60))
    await store.receive(\.links.waitedTooLong) { $0.links.waiting = nil }
    await store.receive(.links(.dropped(DeepLink(help), .expired)))
  }

  @Test(arguments: [DeepLinkGate.open, .wait])
  func aLinkWithoutATabIsDroppedImmediately(gate: DeepLinkGate) async {
    let store = TestStore(initialState: TabApp.State(gate: gate)) { TabApp() }
    let link = DeepLink("shop://products/x/reviews/1")
    let pattern = "products/{id}/reviews/{number}"
    await store.send(.links(.open(link.url)))
    await store.receive(
      .links(.dropped(link, .unreadable(.unreadableValue(name: "id", pattern: pattern)))))
  }

  @Test func theReasonIsTheOneThatSaysMost() {
    #expect(tabLinks.refusal(of: help) == nil)
    #expect(
      tabLinks.refusal(of: "shop://help/products/x")
        == .unreadableValue(name: "id", pattern: "products/{id}?variant"))
    #expect(
      tabLinks.refusal(of: "shop://1/2/3")
        == shopLinks.refusal(of: "shop://1/2/3"))
    #expect(tabLinks.refusal(of: "mailto:me") == .otherPrefix(expected: ["shop://help/"]))
  }
}
