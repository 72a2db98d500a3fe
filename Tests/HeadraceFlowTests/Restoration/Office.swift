import Headrace
import HeadraceFlow

/// A coordinator with a coordinator among its screens.
@Reducer
struct Office {
  struct State: Equatable {
    var routes: [Route<OfficeScreen.State>] = [
      .root(.note(DeskHome.State()), embedInNavigationView: true)
    ]
    var restoration = RestorationState()
    var log: [String] = []
  }
  enum Action {
    case router(IndexedRouterActionOf<OfficeScreen>)
    case restoration(RestorationAction)
  }

  var desk = Desk()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .restoration(let action) = action, !action.is(\.restore) {
        state.log.append("\(action)")
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) {
      EmptyReducer()
        .ifCaseLet(\.note, action: \.note) { DeskHome() }
        .ifCaseLet(\.desk, action: \.desk) { desk }
        .ifCaseLet(\.drawer, action: \.drawer) { Drawer() }
    }
    .restoring(officeArchive, state: \.restoration, action: \.restoration)
  }
}

@Reducer(state: .equatable)
enum OfficeScreen {
  case note(DeskHome)
  case desk(Desk)
  case drawer(Drawer)
}

let officeArchive = RouteArchive<Office, OfficeScreen>(
  routes: \.routes, router: \.router, format: deskFormat
) {
  ArchivedScreen("note", state: \.note, action: \.note, DeskHome.archive)
  ArchivedScreen(
    "desk", state: \.desk, action: \.desk,
    ScreenArchive(startingWith: Desk.State()).nesting(deskArchive, by: \.restoration))
  ArchivedScreen("drawer", state: \.drawer, action: \.drawer, Drawer.archive)
}

// MARK: - In Tabs

/// Tabs with a coordinator each.
@Reducer
struct Building {
  struct State: Equatable {
    var tabs = Tabs<Storey>(selected: .first)
    var log: [String] = []
  }
  enum Action {
    case tabs(TabAction<Storey>)
    case restoration(RestorationAction)
  }

  var archive = buildingArchive

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .restoration(let action) = action, !action.is(\.restore) {
        state.log.append("\(action)")
      }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { StoreyScreen.body }
    .restoring(archive, action: \.restoration)
  }
}

@Reducer(state: .equatable)
enum StoreyScreen {
  case desk(Desk)
  case office(Office)
}

enum Storey: CaseIterable, FlowTab {
  typealias Screen = StoreyScreen
  case first, second, attic

  var initialState: StoreyScreen.State {
    self == .second ? .office(Office.State()) : .desk(Desk.State())
  }
}

let buildingArchive = TabArchive<Building, Storey>(tabs: \.tabs, action: \.tabs) {
  ArchivedTab(
    "first", .first, state: \.desk, action: \.desk, deskArchive, by: \.restoration)
  ArchivedTab(
    "second", .second, state: \.office, action: \.office, officeArchive, by: \.restoration)
}
