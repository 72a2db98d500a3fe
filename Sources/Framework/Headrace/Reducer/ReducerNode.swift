/// One node of the tree that a store runs; made from a ``Reducer``, once per store.
///
/// Authors of features never see nodes. Dispatch from node to node is static within a feature; a
/// child's node is called by way of `_ChildNode`. Nodes are objects, so that an action reads only
/// what it needs from each; a value that a closure captures would be copied for every action.
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
