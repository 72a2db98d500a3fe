import Headrace
import HeadraceFlow

/// Teaches tabs: a stack for each, which is kept while another is shown.
///
/// A tab that is tapped again returns to its root. A badge shows that something is new.
@Reducer
struct Radio {
  struct State: Equatable {
    var tabs = Tabs<RadioTab>(selected: .stations)
  }

  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<RadioTab>)
    case songArrived(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .songArrived(let name):
        state.tabs.badges[.songs] = .text("New")
        state.tabs[.songs].routes.push(name)
      case .tabs(.select(let tab)):
        state.tabs.badges[tab] = nil
      case .tabs:
        break
      }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { RadioStack() }
  }
}

enum RadioTab: CaseIterable, FlowTab {
  typealias Screen = RadioStack
  case stations, songs

  var initialState: RadioStack.State {
    switch self {
    case .stations: RadioStack.State(title: "Stations")
    case .songs: RadioStack.State(title: "Songs")
    }
  }

  var reselection: RadioStack.Action? { .router(.goBackToRoot) }
}

/// The stack of a tab: titles, one on top of the other.
@Reducer
struct RadioStack {
  struct State: Equatable {
    var routes: [Route<String>]

    init(title: String) {
      routes = [.root(title, embedInNavigationView: true)]
    }
  }

  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterAction<String, Never>)
    case titleTapped(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .titleTapped(let title) = action { state.routes.push(title) }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { EmptyReducer() }
  }
}
