import Headrace
import HeadraceFlow

/// A page that works until it is removed, or dismisses itself.
@Reducer
struct ShopPage {
  struct State: Equatable, Codable {
    var name: String
  }
  enum Action: Equatable { case work, leave, tell }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .work:
      // Only ends when it is cancelled.
      .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    case .leave: .run { [dismiss] _ in await dismiss() }
    case .tell: .none
    }
  }
}

/// The coordinator of one tab, which never goes back from "checkout".
@Reducer
struct ShopFlow {
  struct State: Equatable, Codable {
    var routes: [Route<ShopPage.State>]
    init(_ name: String) {
      routes = [.root(ShopPage.State(name: name), embedInNavigationView: true)]
    }
  }
  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterActionOf<ShopPage>)
    case open(String)
    case delegate(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let name): state.routes.push(ShopPage.State(name: name))
      case .router(.routeAction(_, .tell)): return .send(.delegate("told"))
      case .router, .delegate: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { ShopPage() }
    .routeGuard { change in
      change.removed.contains { $0.screen.name == "checkout" }
        ? .reject(reason: "Paying.") : .allow
    }
  }
}

@Reducer(state: .equatable, .codable, action: .equatable)
enum ShopTabScreen {
  case browse(ShopFlow)
  case account(ShopFlow)
}

enum ShopTab: String, CaseIterable, FlowTab, Codable {
  typealias Screen = ShopTabScreen
  case browse, account, help

  var initialState: ShopTabScreen.State {
    switch self {
    case .browse: .browse(ShopFlow.State("browse"))
    case .account: .account(ShopFlow.State("account"))
    case .help: .browse(ShopFlow.State("help"))
    }
  }

  var reselection: ShopTabScreen.Action? {
    switch self {
    case .browse: .browse(.router(.goBackToRoot))
    case .account: .account(.router(.goBackToRoot))
    case .help: nil
    }
  }
}

@Reducer
struct TabbedShop {
  struct State: Equatable {
    var tabs = Tabs<ShopTab>([.browse, .account], selected: .browse)
    var log: [String] = []
  }
  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<ShopTab>)
    case logOut
    case openArticle(String)
  }

  static let forEachTabLine = #line + 17
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tabs(.select(let tab)): state.log.append("select \(tab)")
      case .tabs(.tabAction(let tab, .browse(.delegate(let text)))),
        .tabs(.tabAction(let tab, .account(.delegate(let text)))):
        state.log.append("\(tab): \(text)")
      case .tabs: break
      case .logOut: state.tabs.discard(.account)
      case .openArticle(let name):
        state.tabs.select(.browse)
        state.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: name)) }
        state.tabs.badges[.browse] = .count(1)
      }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { ShopTabScreen.body }
  }
}
