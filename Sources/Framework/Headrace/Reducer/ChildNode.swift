/// The node of a child feature, as two functions.
///
/// They are made in the module of the child's reducer, where the compiler sees through its `body`;
/// a node of a type that another module hides behind `some` would be run by generic code.
@frozen
public struct ChildNode<Child: Reducer> {
  @usableFromInline let run:
    (inout Child.State, UnsafePointer<Child.Action>) -> Effect<Child.Action>
  @usableFromInline let end: (EffectScope, inout Child.State) -> Void

  @inlinable
  init(_ node: some ReducerNode<Child.State, Child.Action>) {
    let identity = StateIdentity<Child.State>()
    run = { state, action in
      guard ObservationTable.isAnyPresent else { return node.reduce(into: &state, action: action) }
      return Self.noticing(&state, identity) { node.reduce(into: &$0, action: action) }
    }
    end = { scope, state in node.endLostScopes(in: scope, state: &state) }
  }

  /// Runs a reducer while a store has observers, and notes whether its state is another then.
  @usableFromInline
  static func noticing(
    _ state: inout Child.State, _ identity: StateIdentity<Child.State>?,
    _ reduce: (inout Child.State) -> Effect<Child.Action>
  ) -> Effect<Child.Action> {
    let before = identity.map { identity in withUnsafePointer(to: &state) { identity($0) } }
    let effect = reduce(&state)
    let after = identity.map { identity in withUnsafePointer(to: &state) { identity($0) } }
    // What has no identity may have changed.
    if before == nil || before != after { ObservationTable.childHasChanged(before) }
    return effect
  }

  /// Makes a node that notices whether the child's state changes.
  @inlinable
  init(observing node: some ReducerNode<Child.State, Child.Action>)
  where Child.State: ObservableState {
    run = { state, action in
      guard ObservationTable.isAnyPresent else { return node.reduce(into: &state, action: action) }
      let before = state._$id
      let effect = node.reduce(into: &state, action: action)
      if state._$id != before { ObservationTable.childHasChanged(before) }
      return effect
    }
    end = { scope, state in node.endLostScopes(in: scope, state: &state) }
  }

  /// Makes a node that looks for its functions when it runs.
  fileprivate init(in shared: SharedNode<Child>) {
    // The context keeps what is shared as long as there are nodes; a feature that contains itself
    // would keep itself.
    run = { [unowned shared] state, action in shared.made.run(&state, action) }
    end = { [unowned shared] scope, state in shared.known?.end(scope, &state) }
  }

  /// Runs the child.
  @inlinable
  package func reduce(into state: inout Child.State, action: Child.Action) -> Effect<Child.Action> {
    _withUnprotectedUnsafePointer(to: action) { run(&state, $0) }
  }

  /// Ends the effects below children that are no longer part of the child's state.
  @inlinable
  package func endLostScopes(in scope: EffectScope, state: inout Child.State) {
    end(scope, &state)
  }
}

/// The node that equal children share; a reference, so that a feature may contain itself.
final class SharedNode<Child: Reducer> {
  private(set) var isBeingMade = false
  /// Whether it looks for effects whose features are gone.
  var isEnding = false
  private var isKept = false
  fileprivate private(set) var known: ChildNode<Child>?
  private let reducer: Child
  private let dependencies: DependencyValues
  private unowned let context: NodeContext
  /// The places that can hold effects, here and below.
  private(set) var places = 0..<0

  init(_ reducer: Child, dependencies: DependencyValues, context: NodeContext) {
    self.reducer = reducer
    self.dependencies = dependencies
    self.context = context
  }

  /// What parents keep.
  var node: ChildNode<Child> {
    if let known { return known }
    if !isKept { context.keep(self) }
    isKept = true
    return ChildNode(in: self)
  }

  /// The functions; makes them where nobody has.
  fileprivate var made: ChildNode<Child> {
    if let known { return known }
    return make()
  }

  @discardableResult
  func make() -> ChildNode<Child> {
    isBeingMade = true
    defer { isBeingMade = false }
    let outer = context.dependencies
    context.dependencies = dependencies
    defer { context.dependencies = outer }
    let firstPlace = context.childNames.count
    let node = DependencyValues.withFrame(dependencies) { reducer.makeChildNode(in: context) }
    places = firstPlace..<context.childNames.count
    known = node
    return node
  }

  /// Tells the author once that effects below this child can't end with their features.
  func reportUnreachable<Wrapper>(from wrapper: Wrapper.Type) {
    guard !context.hasReportedUnreachable else { return }
    context.hasReportedUnreachable = true
    reportMisuse(
      """
      A reducer with children was called by hand on a part of a state: '\(Child.self)' on a \
      '\(Child.State.self)' in a '\(Wrapper.self)'.

      The store can't find that part again, so the effects of children that are gone go on. Run \
      the reducer by 'Scope(state:action:)' in a 'body': it says where the part is.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// Tells whether a reducer is this one, byte for byte, under the same dependencies.
  ///
  /// This object keeps its reducer alive, so equal bytes mean the same references.
  func stands(for other: Child, dependencies: DependencyValues) -> Bool {
    self.dependencies.storage === dependencies.storage
      && withUnsafeBytes(of: reducer) { mine in
        withUnsafeBytes(of: other) { theirs in mine.elementsEqual(theirs) }
      }
  }
}
