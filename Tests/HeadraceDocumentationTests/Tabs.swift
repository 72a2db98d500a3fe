import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct LibraryPage {
  struct State: Equatable {
    var title: String
  }
  enum Action: Equatable {
    case bookTapped(String)
    case leaveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .bookTapped:
      .none
    case .leaveButtonTapped:
      .run { [dismiss] _ in await dismiss() }
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
enum LibraryScreen {
  case page(LibraryPage)
}

@FlowCoordinator(screen: "LibraryScreen")
struct Shelf {
  struct State: Equatable {
    var routes: [Route<LibraryScreen.State>]
    init(title: String) {
      routes = [.root(.page(LibraryPage.State(title: title)), embedInNavigationView: true)]
    }
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<LibraryScreen>)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .page(.bookTapped(let title)))):
      state.routes.push(.page(LibraryPage.State(title: title)))
      return .none
    case .router:
      return .none
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
enum LibraryTabScreen {
  case new(Shelf)
  case mine(Shelf)
}

enum LibraryTab: CaseIterable, FlowTab {
  typealias Screen = LibraryTabScreen
  case new, mine

  var initialState: LibraryTabScreen.State {
    switch self {
    case .new: .new(Shelf.State(title: "New"))
    case .mine: .mine(Shelf.State(title: "Mine"))
    }
  }

  var reselection: LibraryTabScreen.Action? {
    switch self {
    case .new: .new(.router(.goBackToRoot))
    case .mine: .mine(.router(.goBackToRoot))
    }
  }
}

@Reducer
struct ReadingRoom {
  struct State: Equatable {
    var tabs = Tabs<LibraryTab>(selected: .new)
  }

  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<LibraryTab>)
    case loanArrived(title: String)
    case loggedOut
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loanArrived(let title):
        state.tabs.badges[.mine] = .count(1)
        state.tabs.select(.mine)
        state.tabs[.mine].modify(\.mine) {
          $0.routes.push(.page(LibraryPage.State(title: title)))
        }
        return .none
      case .loggedOut:
        state.tabs.discard(.mine)
        return .none
      case .tabs:
        return .none
      }
    }
    .forEachTab(\.tabs, action: \.tabs) { LibraryTabScreen.body }
  }
}

@FlowCoordinator(screen: "LibraryScreen")
struct Welcome {
  struct State: Equatable {
    var routes: [Route<LibraryScreen.State>] = [
      .root(.page(LibraryPage.State(title: "Tour")), embedInNavigationView: true),
      .cover(.page(LibraryPage.State(title: "Tour"))),
    ]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<LibraryScreen>)
    case endButtonTapped
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .endButtonTapped:
      return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
        $0.dismissAll()
        $0.push(.page(LibraryPage.State(title: "Catalogue")))
      }
    case .router:
      return .none
    }
  }
}

struct TabsArticleTests {
  @Test func aTabThatIsTappedAgainGoesBackToItsRoot() async throws {
    let store = TestStore(initialState: ReadingRoom.State()) { ReadingRoom() }
    let shelf = try #require(store.state.tabs.current.new)
    let root = shelf.routes[0].id
    await store.send(\.tabs[id: .new].new.router[id: root].page.bookTapped, "Emma") {
      $0.tabs[.new].modify(\.new) { $0.routes.push(.page(LibraryPage.State(title: "Emma"))) }
    }
    await store.send(\.tabs.select, .new)
    await store.receive(\.tabs[id: .new].new.router.goBackToRoot) {
      $0.tabs[.new].modify(\.new) { $0.routes.goBackToRoot() }
    }
  }

  @Test func aLoanIsShownInItsTab() async {
    let store = TestStore(initialState: ReadingRoom.State()) { ReadingRoom() }
    await store.send(.loanArrived(title: "Emma")) {
      $0.tabs.badges = [.mine: .count(1)]
      $0.tabs.select(.mine)
      $0.tabs[.mine].modify(\.mine) { $0.routes.push(.page(LibraryPage.State(title: "Emma"))) }
    }
    await store.send(.loggedOut) { $0.tabs.discard(.mine) }
  }

  @Test func aTourEndsOneScreenAfterTheOther() async {
    let clock = TestClock()
    let store = TestStore(initialState: Welcome.State()) {
      Welcome()
    } withDependencies: {
      $0.routeStepDelay = .milliseconds(500)
      $0.continuousClock = clock
    }
    await store.send(.endButtonTapped)
    await store.receive(\.router.steps) { $0.routes.dismissAll() }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.router.steps) {
      $0.routes.push(.page(LibraryPage.State(title: "Catalogue")))
    }
  }
}
