public import Headrace

extension IndexedRouterAction: CasePathable {
  /// The case paths of a route stack's actions.
  public struct AllCasePaths: Sendable {
    /// The path to the actions of routes' screens, with their ids.
    public var routeAction: AnyCasePath<IndexedRouterAction, (id: RouteID, action: ScreenAction)> {
      AnyCasePath(
        embed: { .routeAction(id: $0.id, action: $0.action) },
        extract: { action in
          guard case .routeAction(let id, let action) = action else { return nil }
          return (id, action)
        })
    }

    /// The path to a change of the stack by the host.
    public var updateRoutes: AnyCasePath<IndexedRouterAction, [Route<Screen>]> {
      AnyCasePath(
        embed: { .updateRoutes($0) },
        extract: { action in
          guard case .updateRoutes(let routes) = action else { return nil }
          return routes
        })
    }

    /// The path to the removal of a route and all above it.
    public var dismiss: AnyCasePath<IndexedRouterAction, RouteID> {
      AnyCasePath(
        embed: { .dismiss(id: $0) },
        extract: { action in
          guard case .dismiss(let id) = action else { return nil }
          return id
        })
    }

    /// The path to the return to the root.
    public var goBackToRoot: AnyCasePath<IndexedRouterAction, Void> {
      AnyCasePath(
        embed: { .goBackToRoot },
        extract: { action in
          guard case .goBackToRoot = action else { return nil }
          return ()
        })
    }

    /// The path to a change in steps.
    public var steps: AnyCasePath<IndexedRouterAction, RouteSteps<Screen>> {
      AnyCasePath(
        embed: { .steps($0) },
        extract: { action in
          guard case .steps(let steps) = action else { return nil }
          return steps
        })
    }

    /// The path to the events of guards.
    public var guarded: AnyCasePath<IndexedRouterAction, RouteGuardEvent<Screen>> {
      AnyCasePath(
        embed: { .guarded($0) },
        extract: { action in
          guard case .guarded(let event) = action else { return nil }
          return event
        })
    }

    /// The path to the actions of the route with an id.
    public subscript(id id: RouteID) -> AnyCasePath<IndexedRouterAction, ScreenAction> {
      AnyCasePath(
        embed: { .routeAction(id: id, action: $0) },
        extract: { action in
          guard case .routeAction(id, let action) = action else { return nil }
          return action
        })
    }
  }

  /// The case paths of a route stack's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Extends a key path to the actions of the route with an id: `\.router[id: id]`.
  public subscript<Screen, ScreenAction>(id id: RouteID) -> Case<ScreenAction>
  where Value == IndexedRouterAction<Screen, ScreenAction> {
    appending(IndexedRouterAction<Screen, ScreenAction>.allCasePaths[id: id])
  }
}
