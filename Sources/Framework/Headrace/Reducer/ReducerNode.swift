/// A node of the tree that a store runs, created from a ``Reducer`` once per store.
///
/// Authors of features never see nodes. Dispatch from node to node is static within a feature; a
/// child's node is called through a ``CompiledReducer``. Nodes are objects, so that an action reads
/// only what it needs from each; a value captured by a closure would be copied for every action.
public protocol _ReducerNode<State, Action>: AnyObject {
  /// The state that the node changes.
  associatedtype State

  /// The actions that the node handles.
  associatedtype Action

  /// Changes the state for one action and returns the effects.
  ///
  /// The store calls it for every action.
  ///
  /// - Parameters:
  ///   - state: The state, which is changed in place.
  ///   - action: The event.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Finds the scopes of children that are no longer part of the state, and marks them as lost.
  ///
  /// The store ends them after the whole tree was searched.
  ///
  /// The store calls this after an action while effects live below a child that can end. It calls
  /// it again if scopes of such children were created since then: when it settles, and before it
  /// creates a scope in a place that another child's scope occupies.
  ///
  /// - Parameters:
  ///   - scope: The scope of the feature that contains the node.
  ///   - state: The state after the action; it is not changed.
  func _findLostScopes(in scope: _EffectScope, state: inout State)
}

/// The node of a reducer, other than ``Reduce``, that implements ``Reducer/reduce(into:action:)``.
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

/// A reducer compiled by a store; a ``WrapperReducer`` receives its base in this form.
///
/// It is a node represented as two functions. Those of a child are created in the module of its
/// reducer, where the compiler knows the type of its `body`. If another module hid that type behind
/// `some`, unspecialised generic code would run the node.
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

  /// Runs a closure, which receives the node, instead of that node.
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

  /// Forwards the call to the reducer's children.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {
    findLost(scope, &state)
  }
}

/// Two reducers that run one after another; created by ``ReducerBuilder``.
public struct ReducerPair<First: Reducer, Second: Reducer>: OperatorReducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Creates the nodes of both reducers.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _PairNode<First._Node, Second._Node> {
    _PairNode(first._makeNode(in: context), second._makeNode(in: context))
  }
}

/// The node of ``ReducerPair``.
public final class _PairNode<First: _ReducerNode, Second: _ReducerNode>: _ReducerNode
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Runs both nodes and merges their effects.
  @inlinable
  @inline(__always)
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let firstEffect = first.reduce(into: &state, action: action)
    return firstEffect.merge(with: second.reduce(into: &state, action: action))
  }

  /// Forwards the call to both nodes.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout First.State) {
    first._findLostScopes(in: scope, state: &state)
    second._findLostScopes(in: scope, state: &state)
  }
}

// MARK: - Creating Nodes

extension Reducer {
  /// Creates the node for this reducer as a child.
  ///
  /// While a store has observers, the node notes whether the child's state differs after an action.
  @inlinable
  public func _makeChildNode(in context: _NodeContext) -> CompiledReducer<State, Action> {
    let node = _makeNode(in: context)
    let observable = State.self as? any ObservableState.Type
    return CompiledReducer(
      run: { state, action in
        let isNoted = ObservationTable.isAnyPresent
        let before = isNoted ? observable?.identity(of: &state) : nil
        let effect = node.reduce(into: &state, action: action)
        // A state without an identity may have changed.
        if isNoted, before == nil || before != observable?.identity(of: &state) {
          ObservationTable.childHasChanged(before)
        }
        return effect
      },
      findLost: { scope, state in node._findLostScopes(in: scope, state: &state) })
  }

  /// Creates a node that calls ``Reducer/reduce(into:action:)``.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _LeafNode<Self> { _LeafNode(self) }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Creates the node of the body.
  ///
  /// If the body is one reducer, the builder returns it as it is, and this is its node.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> Body._Node {
    body._makeNode(in: context)
  }
}

extension Reduce {
  /// Creates the node that calls the closure, or the node of the erased reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> CompiledReducer<State, Action> {
    hidden.map { context.child($0, isLazy: true) } ?? CompiledReducer(run: closure)
  }
}
