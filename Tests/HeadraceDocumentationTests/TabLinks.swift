import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// The second tab of the market: a flow with links of its own.
@Reducer
struct HelpDesk {
  struct State: Equatable {
    var routes: [Route<HelpScreen.State>] = [.root(.topics(HelpTopics.State()))]
    var links = DeepLinkState()
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<HelpScreen>)
    case links(DeepLinkAction)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEachRoute(\.routes, action: \.router) { HelpScreen.body }
      .deepLinks(helpLinks, state: \.links, action: \.links, routes: \.routes, router: \.router)
  }
}

@Reducer
struct HelpTopics {
  struct State: Equatable {}
  enum Action: Equatable { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer(state: .equatable, action: .equatable)
enum HelpScreen {
  case topics(HelpTopics)
}

let helpLinks = DeepLinkParser<HelpScreen.State>("bookshop://", root: .topics(HelpTopics.State())) {
  ScreenLink(\.topics, LinkPattern("help", make: HelpTopics.State()), style: .root)
}

@Reducer(state: .equatable, action: .equatable)
enum MarketTabScreen {
  case shop(Bookshop)
  case help(HelpDesk)
}

enum MarketTab: CaseIterable, FlowTab {
  typealias Screen = MarketTabScreen
  case shop, help

  var initialState: MarketTabScreen.State {
    switch self {
    case .shop: .shop(Bookshop.State())
    case .help: .help(HelpDesk.State())
    }
  }
}

let marketLinks = TabLinks<MarketTab>(
  TabLink(.shop, bookshopLinks, action: \.shop.links),
  TabLink(.help, helpLinks, action: \.help.links))

@Reducer
struct Market {
  struct State: Equatable {
    var tabs = Tabs<MarketTab>(selected: .shop)
    var links = DeepLinkState()
  }

  enum Action: Equatable {
    case tabs(TabAction<MarketTab>)
    case links(DeepLinkAction)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEachTab(\.tabs, action: \.tabs) { MarketTabScreen.body }
      .deepLinks(marketLinks, state: \.links, action: \.links, tabs: \.tabs, tab: \.tabs)
  }
}

@Reducer
struct MarketHall {
  struct State: Equatable {
    var market = Market.State()
    var isLoggedIn = false
    var links = DeepLinkState()
  }

  enum Action: Equatable {
    case market(Market.Action)
    case links(DeepLinkAction)
    case loggedIn
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.market, action: \.market) { Market() }
      Reduce { state, action in
        if action == .loggedIn { state.isLoggedIn = true }
        return .none
      }
    }
    .deepLinks(state: \.links, action: \.links, refusal: marketLinks.refusal(of:)) { state, _ in
      state.isLoggedIn ? .open : .wait
    } to: { _, link in
      .market(.links(.open(link.url, mode: link.mode)))
    }
  }
}

struct TabLinksArticleTests {
  @Test func aLinkLeadsIntoItsTab() async {
    let store = TestStore(initialState: Market.State()) { Market() }
    await store.send(.links(.open("bookshop://help"))) { $0.tabs.select(.help) }
    await store.receive(\.tabs[id: .help].help.links.open)
    await store.receive(\.links.opened)
    await store.receive(\.tabs[id: .help].help.links.opened)
  }

  @Test func aLinkIsHandedDownWhenItMayBe() async {
    let store = TestStore(initialState: MarketHall.State()) { MarketHall() }
    await store.send(.links(.open("bookshop://help"))) {
      $0.links.waiting = DeepLink("bookshop://help")
    }
    await store.send(.loggedIn) {
      $0.isLoggedIn = true
      $0.links.waiting = nil
    }
    await store.receive(\.market.links.open) { $0.market.tabs.select(.help) }
    await store.receive(\.links.opened)
    await store.receive(\.market.tabs[id: .help].help.links.open)
    await store.receive(\.market.links.opened)
    await store.receive(\.market.tabs[id: .help].help.links.opened)
  }
}
