import Headrace
import HeadraceFlow

/// A coordinator that can be a screen, and has a label beside its stack.
@Reducer
struct Drawer {
  struct State: Equatable, Codable, Sendable {
    var label: String
    var routes: [Route<DrawerScreen.State>] = [.root(.note(DeskHome.State()))]
    var restoration = RestorationState()

    /// The stack has its own archive.
    private enum CodingKeys: CodingKey { case label }

    init(label: String) { self.label = label }
  }
  indirect enum Action: Equatable, Sendable {
    case router(IndexedRouterActionOf<DrawerScreen>)
    case restoration(RestorationAction)
    case put(month: Int)
  }

  static let archive: ScreenArchive<State, Action> = ScreenArchive()
    .nesting(drawerArchive, by: \.restoration)

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .put(let month) = action {
        state.routes.presentCover(.statement(DeskStatement.State(month: month)))
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { DrawerScreen.body }
    .restoring(drawerArchive, state: \.restoration, action: \.restoration)
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
enum DrawerScreen {
  case note(DeskHome)
  case statement(DeskStatement)
  case drawer(Drawer)
}

let drawerArchive: RouteArchive<Drawer, DrawerScreen> = RouteArchive(
  routes: \.routes, router: \.router, format: deskFormat
) {
  ArchivedScreen("note", state: \.note, action: \.note, DeskHome.archive)
  ArchivedScreen(
    "statement", state: \.statement, action: \.statement, DeskStatement.archive)
  ArchivedScreen("drawer", state: \.drawer, action: \.drawer, Drawer.archive)
}
