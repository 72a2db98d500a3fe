/// One node of the tree that a store runs; made from a ``Reducer``, once per store.
///
/// Authors of features never see nodes. Dispatch from node to node is static within a feature; a
/// child's node is called by way of ``CompiledReducer``. Nodes are objects, so that an action reads
/// only what it needs from each; a value that a closure captures would be copied for every action.
public protocol _ReducerNode<State, Action>: AnyObject {
  /// The state that the node changes.
  associatedtype State

  /// The actions that the node takes.
  associatedtype Action

  /// Changes the state for one action and returns the effects.
  ///
  /// The store calls it for every action.
  ///
  /// - Parameters:
  ///   - state: The state before the action, and after it.
  ///   - action: What happened.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Finds the scopes of children that are no longer part of the state, and marks them as lost. The
  /// store ends them when the whole tree was searched.
  ///
  /// The store calls it after an action while effects live below a child that can end. It calls it
  /// again if scopes of such children were made since: when it settles, and before it makes a scope
  /// where that of another child is.
  ///
  /// - Parameters:
  ///   - scope: The scope of the feature that the node is part of.
  ///   - state: The state after the action; it is not changed.
  func _findLostScopes(in scope: _EffectScope, state: inout State)
}

/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class _LeafNode<Base: Reducer>: _ReducerNode {
  @usableFromInline let base: Base

  @inlinable
  init(_ base: Base) { self.base = base }

  /// Calls the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }

  /// Does nothing: a leaf has no children.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {}
}

/// A reducer that a store has compiled; a ``WrapperReducer`` gets its base as one.
///
/// It is a node as two functions. Those of a child are made in the module of its reducer, where the
/// compiler knows the type of its `body`. If another module hid that type behind `some`, generic
/// code would run the node.
public final class CompiledReducer<State, Action>: _ReducerNode {
  @usableFromInline package let run: (inout State, Action) -> Effect<Action>
  @usableFromInline package let findLost: (_EffectScope, inout State) -> Void

  @inlinable
  init(
    run: @escaping (inout State, Action) -> Effect<Action>,
    findLost: @escaping (_EffectScope, inout State) -> Void = { _, _ in }
  ) {
    self.run = run
    self.findLost = findLost
  }

  /// Erases the type of a node.
  @inlinable
  convenience init(_ node: some _ReducerNode<State, Action>) {
    self.init(
      run: { state, action in node.reduce(into: &state, action: action) },
      findLost: { scope, state in node._findLostScopes(in: scope, state: &state) })
  }

  /// Runs a closure instead of a node, which it gets.
  @inlinable
  convenience init<Node: _ReducerNode<State, Action>>(
    _ node: Node, run: @escaping (Node, inout State, Action) -> Effect<Action>
  ) {
    self.init(
      run: { state, action in run(node, &state, action) },
      findLost: { scope, state in node._findLostScopes(in: scope, state: &state) })
  }

  /// Runs the reducer.
  ///
  /// - Parameters:
  ///   - state: The state of the wrapper, which is also the reducer's.
  ///   - action: The action to reduce; it may differ from the wrapper's.
  /// - Returns: The effects of the reducer.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  /// Passes the call on to the reducer's children.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {
    findLost(scope, &state)
  }
}
