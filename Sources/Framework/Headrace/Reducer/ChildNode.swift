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
    run = { state, action in node.reduce(into: &state, action: action) }
    end = { scope, state in node.endLostScopes(in: scope, state: &state) }
  }

  /// Makes a node that notices when the child's state is replaced as a whole.
  @inlinable
  init(observing node: some ReducerNode<Child.State, Child.Action>)
  where Child.State: ObservableState {
    run = { state, action in
      let identity = state._$id
      let effect = node.reduce(into: &state, action: action)
      if state._$id != identity { ObservationTable.stateWasReplaced(identity) }
      return effect
    }
    end = { scope, state in node.endLostScopes(in: scope, state: &state) }
  }

  /// Makes a node that looks for its functions when it runs.
  init(in shared: SharedNode<Child>) {
    // The arena keeps what is shared as long as there are nodes; a feature that contains itself
    // would keep itself.
    run = { [unowned shared] state, action in
      StackSpace.withRoom { shared.made.run(&state, action) }
    }
    end = { [unowned shared] scope, state in
      StackSpace.withRoom { shared.known?.end(scope, &state) }
    }
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
