import Foundation
import Headrace
import HeadraceFlow

/// Teaches restoration: a stack that continues in the next process.
///
/// Each screen declares what happens to an effect that was in flight: here, the search for a hint
/// is started again. The password is not archived.
@FlowCoordinator(screen: "PuzzleScreen")
struct Puzzle {
  struct State: Equatable {
    var routes: [Route<PuzzleScreen.State>] = [
      .root(.board(Board.State()), embedInNavigationView: true)
    ]
    var restoration = RestorationState()
    var notice: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<PuzzleScreen>)
    case restoration(RestorationAction)
  }

  var body: some ReducerOf<Self> {
    flow.restoring(puzzleArchive, state: \.restoration, action: \.restoration)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    if case .restoration(.failed(let error)) = action { state.notice = error.description }
    return .none
  }
}

/// The screens of ``Puzzle``.
@Reducer(state: .equatable, action: .equatable)
enum PuzzleScreen {
  case board(Board)
  @ReducerCaseIgnored case password
}

/// A board with pieces, and hints that take a while.
@Reducer
struct Board {
  struct State: Codable, Equatable {
    var pieces = 0
    var hint: String?
    var isAsking = false
  }

  enum Action: Equatable {
    case pieceTapped
    case hintButtonTapped
    case hintFound(String)
  }

  @Dependency(\.continuousClock) private var clock

  static let archive = ScreenArchive<State, Action>()
    .restarting(when: { $0.isAsking }, by: .hintButtonTapped)

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pieceTapped:
      state.pieces += 1
    case .hintButtonTapped:
      state.isAsking = true
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.hintFound("Begin with the corners."))
      }
    case .hintFound(let hint):
      state.isAsking = false
      state.hint = hint
    }
    return .none
  }
}

nonisolated let puzzleArchive = RouteArchive<Puzzle, PuzzleScreen>(
  routes: \.routes, router: \.router,
  format: RouteArchiveFormat(
    encode: { try Array(JSONEncoder().encode($0)) },
    decode: { try JSONDecoder().decode($0, from: Data($1)) })
) {
  ArchivedScreen("board", state: \.board, action: \.board, Board.archive)
  ArchivedScreen(\.password, .omitted)
}
