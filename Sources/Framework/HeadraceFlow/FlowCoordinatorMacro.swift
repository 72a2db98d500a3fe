#if Macros
  import Headrace

  /// Turns a struct into the coordinator of a route stack.
  ///
  /// Its state has `routes`, its action has `router(IndexedRouterActionOf<Screen>)`, and its method
  /// `handleRoute(state:action:)` runs after the screen that receives an action. The macro adds the
  /// conformance to `Reducer` and the `body` that composes both.
  ///
  /// ```swift
  /// @FlowCoordinator(screen: "AuthScreen", navigation: true)
  /// struct AuthCoordinator {
  ///   struct State { var routes: [Route<AuthScreen.State>] }
  ///   enum Action { case router(IndexedRouterActionOf<AuthScreen>), navigation(Navigation) }
  ///   func handleRoute(state: inout State, action: Action) -> Effect<Action> { … }
  /// }
  /// ```
  ///
  /// A `handleRoute(state:action:)` that takes an `IndexedRouterActionOf` runs only for the actions
  /// of the stack. Write it in the struct: a macro doesn't see the contents of extensions.
  ///
  /// A coordinator that has guards, or other reducers besides its screens, declares its own `body`.
  /// The macro then adds `flow`, which contains everything that it would have put into `body`:
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   flow.routeGuard { change in
  ///     change.state.isLoggedIn || !change.added.contains(\.profile)
  ///       ? .allow : .reject(reason: "Log in first.")
  ///   }
  /// }
  /// ```
  ///
  /// The macro adds only missing declarations. A struct without `State` gets one that is
  /// `Equatable`, with `routes` and an initialiser for them; without `Action` it gets one with only
  /// `router`. So a small coordinator can be written in extensions:
  ///
  /// ```swift
  /// @FlowCoordinator(screen: "Screen")
  /// struct Help {}
  ///
  /// extension Help {
  ///   @Reducer(state: .equatable)
  ///   enum Screen { case topics(Topics), article(Article) }
  ///
  ///   func handleRoute(state: inout State, action: Action) -> Effect<Action> { … }
  /// }
  /// ```
  ///
  /// A macro sees only the declaration that it is attached to, and no extensions. So your own
  /// `State`, `Action` and `body` belong in the struct, and the macro can't be attached to an
  /// extension. The enums `Action`, `View`, `Inner`, `Navigation` and `Delegate` of the struct get
  /// case paths.
  ///
  /// - Parameters:
  ///   - screen: The name of the enum of screens, declared with `@Reducer`. It can be omitted if
  ///     the enum is called `Screen` and is declared in the struct.
  ///   - navigation: If true, empty `View` and `Navigation` actions are added if they are missing.
  @attached(extension, conformances: Reducer)
  @attached(memberAttribute)
  @attached(
    member, names: named(State), named(Action), named(body), named(flow), named(View),
    named(Navigation))
  public macro FlowCoordinator(screen: String = "Screen", navigation: Bool = false) =
    #externalMacro(module: "HeadraceMacros", type: "FlowCoordinatorMacro")
#endif
