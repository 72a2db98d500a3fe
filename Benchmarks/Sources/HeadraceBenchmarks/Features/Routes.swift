import Headrace
import HeadraceFlow

/// A coordinator of counters.
struct Routes: Reducer {
  struct State {
    var routes: [Route<Counter.State>]

    init(depth: Int) {
      routes = [.root(Counter.State(id: 0), embedInNavigationView: true)]
      for id in 1..<depth { routes.push(Counter.State(id: id)) }
    }
  }

  enum Action {
    case pop
    case push
    case router(IndexedRouterActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pop:
        state.routes.goBack()
      case .push:
        state.routes.push(Counter.State(id: 0))
      case .router:
        break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { Counter() }
  }
}

extension Routes.Action: CasePathable {
  struct AllCasePaths {
    var router: AnyCasePath<Routes.Action, IndexedRouterActionOf<Counter>> {
      AnyCasePath(
        embed: { .router($0) },
        extract: { action in
          guard case .router(let router) = action else { return nil }
          return router
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
