extension Answer {
  /// Coordinators, guards and links.
  static let flows: [Answer] = [
    feature(
      "RoutesWithAnotherCase", others: screen, state: "var routes: [Route<Screen.State>] = []",
      action: "router(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
        """,
      says: [
        """
        6:8: error: 'forEachRoute(_:action:screen:)' is unavailable: this case does not hold \
        the actions of the routes; write one that does: 'case \
        router(IndexedRouterActionOf<Screen>)'
        """
      ]
    ).mended(("router(Int)", "router(IndexedRouterActionOf<Screen>)")),
    feature(
      "RoutesWithRowActions", others: screen, state: "var routes: [Route<Screen.State>] = []",
      action: "router(IdentifiedAction<Int, Screen.Action>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
        """,
      says: [
        """
        6:8: error: 'forEachRoute(_:action:screen:)' is unavailable: this case does not hold \
        the actions of the routes; write one that does: 'case \
        router(IndexedRouterActionOf<Screen>)'
        """
      ]
    ).mended(
      ("router(IdentifiedAction<Int, Screen.Action>)", "router(IndexedRouterActionOf<Screen>)")
    ),
    feature(
      "RoutesWithOtherScreens", others: screen, state: "var routes: [Route<Screen.State>] = []",
      action: "router(IndexedRouterActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
        """,
      says: [
        """
        6:8: error: 'forEachRoute(_:action:screen:)' is unavailable: this case does not hold \
        the actions of the routes; write one that does: 'case \
        router(IndexedRouterActionOf<Screen>)'
        """
      ]
    ).mended(("router(IndexedRouterActionOf<Child>)", "router(IndexedRouterActionOf<Screen>)")),
    feature(
      "UnclosedRoutesWithAnotherCase", others: screen,
      state: "var routes: [Route<Screen.State>] = []",
      action: "router(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router)
        """,
      says: [
        """
        6:8: error: 'forEachRoute(_:action:)' is unavailable: this case does not hold the \
        actions of the routes; write one that does: 'case router(IndexedRouterActionOf<Screen>)'
        """
      ]
    ).mended(
      ("router(Int)", "router(IndexedRouterActionOf<Screen>)"),
      ("action: \\.router)", "action: \\.router) { Screen.body }")
    ),
    feature(
      "RoutesWithNoCase", others: screen, state: "var routes: [Route<Screen.State>] = []",
      action: "router(IndexedRouterActionOf<Screen>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.route) { Screen.body }
        """,
      says: [
        """
        6:39: error: value of type 'any KeyPath<Case<RoutesWithNoCase.Feature.Action>, \
        Case<IndexedRouterAction<RoutesWithNoCase.Screen.State, \
        RoutesWithNoCase.Screen.Action>>> & Sendable' has no dynamic member 'route' using key \
        path from root type 'RoutesWithNoCase.Feature.Action.AllCasePaths'
        """
      ]
    ).mended(("\\.route)", "\\.router)")),
    feature(
      "RoutesWithoutAReducer", state: "var routes: [Route<Child.State>] = []",
      action: "router(IndexedRouterActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router)
        """,
      says: [
        """
        6:8: error: 'forEachRoute(_:action:)' is unavailable: the screens' reducer is missing: \
        '.forEachRoute(\\.routes, action: \\.router) { Screen.body }'
        """
      ]
    ).mended(("action: \\.router)", "action: \\.router) { Child() }")),
    feature(
      "CoordinatorWithoutScreens", others: screen, state: "var routes: [Route<Screen.State>] = []",
      action: "router(IndexedRouterActionOf<Screen>)",
      body: "    Reduce { _, _ in .none }",
      says: [
        """
        3:30: warning: 'router' holds the actions of 'Screen', and 'body' runs no 'Screen', so \
        only the reducers of 'Feature' itself see them. Add it with '.forEachRoute(\\.routes, \
        action: \\.router) { Screen.body }'.
        """
      ]
    ).mended(
      (
        "Reduce { _, _ in .none }",
        """
        Reduce { _, _ in .none }.forEachRoute(\\.routes, action: \\.router) { Screen.body }
        """
      )
    ),
    feature(
      "CoordinatorWithNestedScreens", state: "var stack: [Route<Screen.State>] = []",
      action: "router(IndexedRouterAction<Screen.State, Screen.Action>)",
      nested: "  @Reducer enum Screen { case child(Child) }",
      body: """
            core
          }
          @ReducerBuilder<State, Action> var core: some ReducerOf<Self> {
            Reduce { _, _ in .none }
        """,
      says: [
        """
        3:30: warning: 'router' holds the actions of 'Screen', and 'body' runs no 'Screen', so \
        only the reducers of 'Feature' itself see them. Add it with '.forEachRoute(\\.stack, \
        action: \\.router) { Screen.body }'.
        """
      ]
    ).mended(
      (
        """
            core

        """,
        """
            core.forEachRoute(\\.stack, action: \\.router) { Screen.body }

        """
      )
    ),
    Answer(
      name: "MacroCoordinatorWithoutScreens",
      code: """
        @FlowCoordinator(screen: "Screen") struct Feature {
          struct State { var routes: [Route<Screen.State>] = [] }
          enum Action { case router(IndexedRouterActionOf<Screen>) }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
          }
        }
        \(screen)
        """,
      says: [
        """
        3:22: warning: 'router' holds the actions of 'Screen', and 'body' runs no 'Screen', so \
        only the reducers of 'Feature' itself see them. Add it with '.forEachRoute(\\.routes, \
        action: \\.router) { Screen.body }'.
        """
      ]
    ).mended(
      (
        "Reduce { _, _ in .none }",
        """
        Reduce { _, _ in .none }.forEachRoute(\\.routes, action: \\.router) { Screen.body }
        """
      )
    ),
    feature(
      "GuardAfterAResult",
      others: """
        @Reducer enum Screen { case child(Child) }
        @Reducer struct Child {
          @ObservableState struct State: Equatable, Identifiable { var id = 0 }
          enum Action { case tapped, got(Int) }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      state: """
        var routes: [Route<Screen.State>] = []; var request = RouteRequest(); var question: \
        RouteQuestion<Screen.State>?
        """,
      action: "router(IndexedRouterActionOf<Screen>), result(RouteResult<Int>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard { current, proposed in .allow }
        """,
      says: [
        """
        10:8: error: 'routeGuard' is unavailable: guards come first: write '.routeGuard { … }' \
        directly after '.forEachRoute', before '.routeResult'
        """
      ]
    ).mended(
      (
        """

              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard { current, proposed in .allow }
        """,
        """

              .routeGuard { current, proposed in .allow }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
        """
      )
    ),
    feature(
      "GuardOfAChangeAfterAResult",
      others: """
        @Reducer enum Screen { case child(Child) }
        @Reducer struct Child {
          @ObservableState struct State: Equatable, Identifiable { var id = 0 }
          enum Action { case tapped, got(Int) }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      state: """
        var routes: [Route<Screen.State>] = []; var request = RouteRequest(); var question: \
        RouteQuestion<Screen.State>?
        """,
      action: "router(IndexedRouterActionOf<Screen>), result(RouteResult<Int>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard { change in change.added.isEmpty ? .allow : .reject(reason: "No.") }
        """,
      says: [
        """
        10:8: error: 'routeGuard' is unavailable: guards come first: write '.routeGuard { … }' \
        directly after '.forEachRoute', before '.routeResult'
        """
      ]
    ).mended(
      (
        """

              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard { change in change.added.isEmpty ? .allow : .reject(reason: "No.") }
        """,
        """

              .routeGuard { change in change.added.isEmpty ? .allow : .reject(reason: "No.") }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
        """
      )
    ),
    feature(
      "GuardThatAsksAfterAResult",
      others: """
        @Reducer enum Screen { case child(Child) }
        @Reducer struct Child {
          @ObservableState struct State: Equatable, Identifiable { var id = 0 }
          enum Action { case tapped, got(Int) }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      state: """
        var routes: [Route<Screen.State>] = []; var request = RouteRequest(); var question: \
        RouteQuestion<Screen.State>?
        """,
      action: "router(IndexedRouterActionOf<Screen>), result(RouteResult<Int>)",
      body: """
            Reduce { _, _ in .none }
              .forEachRoute(\\.routes, action: \\.router) { Screen.body }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard(asking: \\.question) { change in .allow }
        """,
      says: [
        """
        10:8: error: 'routeGuard(asking:meanwhile:_:)' is unavailable: guards come first: write \
        '.routeGuard(asking: …) { … }' directly after '.forEachRoute', before '.routeResult'
        """
      ]
    ).mended(
      (
        """

              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
              .routeGuard(asking: \\.question) { change in .allow }
        """,
        """

              .routeGuard(asking: \\.question) { change in .allow }
              .routeResult(
                \\.request, action: \\.result, routes: \\.routes, router: \\.router,
                from: \\.child.got)
        """
      )
    ),
    Answer(
      name: "LinkWithoutValues",
      code: """
        struct Product {
          var id = 0
          var variant: String?
          static let link = LinkPattern {
            "products"
            Segment("id", Int.self)
          } make: { id in Product(id: id) }
        }
        """,
      says: [
        """
        4:21: error: 'init(_:make:)' is unavailable: 'values' is missing, which writes the link \
        of a screen: add 'values: { … }', with the values that 'make' takes, as in '} make: { \
        Product(id: $0) } values: { $0.id }'
        """
      ]
    ).mended(("Product(id: id) }", "Product(id: id) } values: { $0.id }")),
    Answer(
      name: "LinkWithoutTwoValues",
      code: """
        struct Product {
          var id = 0
          var variant: String?
          static let link = LinkPattern {
            "products"
            Segment("id", Int.self)
            Query("variant", String?.self)
          } make: { Product(id: $0, variant: $1) }
        }
        """,
      says: [
        """
        4:21: error: 'init(_:make:)' is unavailable: 'values' is missing, which writes the link \
        of a screen: add 'values: { … }', with the values that 'make' takes, as in '} make: { \
        Product(id: $0) } values: { $0.id }'
        """
      ]
    ).mended(("variant: $1) }", "variant: $1) } values: { ($0.id, $0.variant) }")),
  ]
}
