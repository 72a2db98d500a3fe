/// Two reducers that run one after another; made by ``ReducerBuilder``.
public struct ReducerPair<First: Reducer, Second: Reducer>: OperatorReducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Makes the nodes of both.
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

  /// Passes the call on to both.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout First.State) {
    first._findLostScopes(in: scope, state: &state)
    second._findLostScopes(in: scope, state: &state)
  }
}

/// One of two reducers, chosen when the body is read; made by ``ReducerBuilder``.
public enum ReducerChoice<First: Reducer, Second: Reducer>: OperatorReducer
where First.State == Second.State, First.Action == Second.Action {
  /// The state of both branches.
  public typealias State = First.State

  /// The action of both branches.
  public typealias Action = First.Action
  /// The branch after `if`.
  case first(First)
  /// The branch after `else`.
  case second(Second)

  /// Makes the node of the chosen reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ChoiceNode<First._Node, Second._Node> {
    switch self {
    case .first(let first): _ChoiceNode(.first(first._makeNode(in: context)))
    case .second(let second): _ChoiceNode(.second(second._makeNode(in: context)))
    }
  }
}

/// The node of ``ReducerChoice``.
public final class _ChoiceNode<First: _ReducerNode, Second: _ReducerNode>: _ReducerNode
where First.State == Second.State, First.Action == Second.Action {
  /// One of two nodes.
  @usableFromInline
  enum Chosen {
    case first(First)
    case second(Second)
  }

  @usableFromInline let chosen: Chosen

  @inlinable
  init(_ chosen: Chosen) {
    self.chosen = chosen
  }

  /// Runs the chosen node.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch chosen {
    case .first(let first): first.reduce(into: &state, action: action)
    case .second(let second): second.reduce(into: &state, action: action)
    }
  }

  /// Passes the call on to the chosen node.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout First.State) {
    switch chosen {
    case .first(let first): first._findLostScopes(in: scope, state: &state)
    case .second(let second): second._findLostScopes(in: scope, state: &state)
    }
  }
}

/// Reducers of one type that run in order; made by ``ReducerBuilder`` from a loop.
public struct ReducerList<Element: Reducer>: OperatorReducer {
  /// The state of all elements.
  public typealias State = Element.State

  /// The action of all elements.
  public typealias Action = Element.Action
  @usableFromInline let elements: [Element]

  @inlinable
  init(_ elements: [Element]) {
    self.elements = elements
  }

  /// Makes the nodes of all.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ListNode<Element._Node> {
    _ListNode(elements.map { $0._makeNode(in: context) })
  }
}

/// The node of ``ReducerList``.
public final class _ListNode<Element: _ReducerNode>: _ReducerNode {
  @usableFromInline let elements: [Element]

  @inlinable
  init(_ elements: [Element]) {
    self.elements = elements
  }

  /// Runs all nodes and merges their effects.
  @inlinable
  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    elements.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
  }

  /// Passes the call on to all.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Element.State) {
    for element in elements { element._findLostScopes(in: scope, state: &state) }
  }
}
