public import Headrace

extension ForEachRoute {
  /// Asks a guard before the stack changes.
  ///
  /// ```swift
  /// .forEachRoute(\.routes, action: \.router) { BankScreen.body }
  /// .routeGuard { current, proposed in
  ///   current.contains(\.lock) && !proposed.contains(\.lock)
  ///     ? .reject(reason: "The app is locked.") : .allow
  /// }
  /// ```
  ///
  /// The guard is called for every change that adds, removes or moves a route. A coordinator
  /// proposes a change by changing its routes, a host by `.updateRoutes`, a screen by
  /// `@Dependency(\.dismiss)`. If the guard refuses, the routes are restored, each with its
  /// effects, and the coordinator receives `.guarded(.rejected(_:))`. The coordinator's other
  /// changes are kept.
  ///
  /// Several guards are called in the order in which they are written, until one refuses. The
  /// initial stack of a store is not guarded.
  ///
  /// Only changes by the reducer that `forEachRoute` is applied to are guarded. Not guarded are
  /// changes that a feature above the coordinator makes in its state, and changes to the routes by
  /// another `Reduce` in the same body, or by an `onChange` around this one.
  ///
  /// - Parameter decide: Decides from the current and the proposed stack. Keep it pure: if the
  ///   answer needs a dependency, use
  ///   ``routeGuard(asking:meanwhile:_:fileID:filePath:line:column:)``.
  public func routeGuard(
    _ decide:
      @escaping (_ current: [Route<Screen.State>], _ proposed: [Route<Screen.State>]) ->
      RouteGuardResult<Screen.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    adding(
      RouteGuard(
        decide: { .decided(decide($0.current, $0.proposed)) },
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Asks a guard before the stack changes, and passes it the coordinator's state and the change's
  /// source.
  ///
  /// ```swift
  /// .routeGuard { change in
  ///   change.state.isLoggedIn || change.added.isEmpty
  ///     ? .allow : .redirect([.root(.login(Login.State()))])
  /// }
  /// ```
  ///
  /// - Parameter decide: Decides from the change.
  public func routeGuard(
    _ decide: @escaping (RouteChange<State, Screen.State>) -> RouteGuardResult<Screen.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    adding(
      RouteGuard(
        decide: { .decided(decide($0)) },
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// Asks a guard, which may have to ask a server or the user, before the stack changes.
  ///
  /// ```swift
  /// .routeGuard(asking: \.question) { [biometry] change in
  ///   guard change.added.contains(\.payment) else { return .allow }
  ///   return .ask { try await biometry.confirm() ? .allow : .reject(reason: "Not confirmed.") }
  /// }
  /// ```
  ///
  /// While the guard asks, the stack does not change, and the question is in the coordinator's
  /// state. The asking is an effect of the coordinator, and ends with it. The answer's stack gets
  /// the screens that are current at that time.
  ///
  /// - Parameters:
  ///   - toQuestion: The property that contains the question. All guards of a coordinator share it.
  ///   - secondProposal: The handling of a change that is proposed while a guard is asking.
  ///   - decide: Decides from the change, or asks.
  public func routeGuard(
    asking toQuestion: WritableKeyPath<State, RouteQuestion<Screen.State>?>,
    meanwhile secondProposal: SecondProposal = .replace,
    _ decide: @escaping (RouteChange<State, Screen.State>) -> RouteGuardDecision<Screen.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var guarded = adding(RouteGuard(decide: decide, site: site))
    let place = RouteQuestionPlace(toQuestion: toQuestion, secondProposal: secondProposal)
    if let known = guards.place, known != place { reportOtherPlace(at: site) }
    guarded.guards.place = guards.place ?? place
    return guarded
  }

  private func adding(_ guardian: RouteGuard<State, Screen.State>) -> Self {
    var guarded = self
    guarded.guards.append(guardian)
    return guarded
  }

  private func reportOtherPlace(at site: CallSite) {
    reportMisuse(
      """
      Two guards of one coordinator have different 'asking:' or 'meanwhile:' values: \
      '\(featureName(of: Screen.self))'.

      One change is proposed at a time, so all guards of the 'forEachRoute' at \(self.site) share \
      one question, and one rule for a second proposal. The values of the first guard are used. \
      Give 'asking:' and 'meanwhile:' the same values everywhere.
      """, at: site)
  }
}

/// The guards of a route stack.
@usableFromInline
struct RouteGuards<State, Screen> {
  /// True if there are no guards.
  ///
  /// It is stored, because every action of a coordinator reads it (benchmark row
  /// `routes: push, pop`).
  @usableFromInline private(set) var isEmpty = true
  private(set) var all: [RouteGuard<State, Screen>] = []
  var place: RouteQuestionPlace<State, Screen>?

  @usableFromInline
  init() {}

  mutating func append(_ guardian: RouteGuard<State, Screen>) {
    all.append(guardian)
    isEmpty = false
  }
}

/// One guard of a route stack.
struct RouteGuard<State, Screen> {
  let decide: (RouteChange<State, Screen>) -> RouteGuardDecision<Screen>
  let site: CallSite
}

/// The property for a guard's question, and the handling of a second proposal.
struct RouteQuestionPlace<State, Screen>: Equatable {
  let toQuestion: WritableKeyPath<State, RouteQuestion<Screen>?>
  let secondProposal: SecondProposal
}
