import Headrace
import HeadraceFlow

/// Teaches guards that ask: a change of the stack waits until a keeper has answered.
///
/// While the guard asks, the question is in the state, and the stack does not change. When a
/// feeding begins, the stack goes back to the hall. On hosts that need it, this happens one screen
/// at a time, and each step also waits for the keeper.
@FlowCoordinator(screen: "AquariumScreen")
struct Aquarium {
  struct State: Equatable {
    var routes: [Route<AquariumScreen.State>] = [.root(.hall, embedInNavigationView: true)]
    var question: RouteQuestion<AquariumScreen.State>?
    var notice: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<AquariumScreen>)
    case sharkTankButtonTapped
    case mapButtonTapped
    case cancelButtonTapped
    case feedingBegan
  }

  @Dependency(\.keeper) private var keeper

  var body: some ReducerOf<Self> {
    flow.routeGuard(asking: \.question) { [keeper] change in
      guard change.added.contains(\.sharkTank) else { return .allow }
      return .ask { try await keeper.letIn() ? .allow : .reject(reason: "Not while we clean.") }
    }
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sharkTankButtonTapped:
      state.routes.push(.sharkTank)
    case .mapButtonTapped:
      state.routes.presentSheet(.map)
    case .cancelButtonTapped:
      // Removing the question withdraws the change.
      state.question = nil
    case .feedingBegan:
      return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
        $0.goBackToRoot()
        $0.push(.sharkTank)
      }
    case .router(.guarded(.rejected(let rejection))):
      state.notice = rejection.reason
    case .router:
      break
    }
    return .none
  }
}

/// The screens of ``Aquarium``.
@Reducer(state: .equatable, action: .equatable)
enum AquariumScreen {
  @ReducerCaseIgnored case hall
  @ReducerCaseIgnored case sharkTank
  @ReducerCaseIgnored case map
}

/// The keeper of the shark tank, who decides whether visitors may enter.
@DependencyClient
nonisolated struct Keeper: Sendable {
  var letIn: @Sendable () async throws -> Bool
}

nonisolated extension Keeper: TestDependencyKey {
  static let testValue = Keeper()
}

nonisolated extension DependencyValues {
  var keeper: Keeper {
    get { self[Keeper.self] }
    set { self[Keeper.self] = newValue }
  }
}
