/// The node of a child feature, as two functions: one reduces, the other finds lost scopes.
///
/// They are made in the module of the child's reducer, where the compiler knows the type of its
/// `body`. If another module hid that type behind `some`, generic code would run the node.
public struct _ChildNode<Child: Reducer> {
  @usableFromInline package let run: (inout Child.State, Child.Action) -> Effect<Child.Action>
  @usableFromInline package let findLost: (_EffectScope, inout Child.State) -> Void

  @inlinable
  init(_ node: some _ReducerNode<Child.State, Child.Action>) {
    let identity = StateIdentity<Child.State>()
    run = { state, action in
      guard ObservationTable.isAnyPresent else { return node.reduce(into: &state, action: action) }
      return Self.noticing(&state, identity) { node.reduce(into: &$0, action: action) }
    }
    findLost = { scope, state in node._findLostScopes(in: scope, state: &state) }
  }

  /// Runs a reducer while a store has observers, and notes whether its state differs afterwards.
  @inlinable
  static func noticing(
    _ state: inout Child.State, _ identity: StateIdentity<Child.State>?,
    _ reduce: (inout Child.State) -> Effect<Child.Action>
  ) -> Effect<Child.Action> {
    let before = identity?(of: &state)
    let effect = reduce(&state)
    // A state without an identity may have changed.
    if before == nil || before != identity?(of: &state) { ObservationTable.childHasChanged(before) }
    return effect
  }

  /// Makes a proxy, which looks up the functions of a node when it runs.
  init(in shared: SharedNode<Child>) {
    // The context retains shared nodes as long as there are nodes. Retained here, a feature that
    // contains itself would retain itself.
    run = { [unowned shared] state, action in shared.compiled.run(&state, action) }
    findLost = { [unowned shared] scope, state in shared.compiledIfAny?.findLost(scope, &state) }
  }
}
