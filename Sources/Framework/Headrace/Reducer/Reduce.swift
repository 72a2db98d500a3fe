/// A reducer given as a closure.
@frozen
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let closure: LendingClosure<State, Action>
  /// The reducer whose type this one hides; `nil` if it is a closure.
  @usableFromInline let hidden: (any Reducer<State, Action>)?

  /// Creates a reducer from a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.closure = LendingClosure(run: reduce)
    self.hidden = nil
  }

  /// Erases the type of another reducer.
  ///
  /// The store compiles it when the first action reaches it, so a feature may contain itself here.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    self.closure = LendingClosure { state, action in
      reducer.reduce(into: &state, action: action)
    }
    self.hidden = reducer
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure.run(&state, action)
  }

  /// Calls the closure with the action at an address, which is not copied.
  @inlinable
  public func _reduce(
    into state: inout State, at action: UnsafePointer<Action>
  ) -> Effect<Action> {
    closure.run(&state, at: action)
  }

  /// Makes the node that calls the closure, or the node of the hidden reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _LeafNode<Self> {
    guard let hidden else { return _LeafNode(self) }
    return Self.makeNode(hiding: hidden, in: context)
  }

  @usableFromInline
  static func makeNode(
    hiding base: some Reducer<State, Action>, in context: _NodeContext
  ) -> _LeafNode<Self> {
    let node = context.makeNode(for: base).nodeOrProxy
    return _LeafNode(
      Self { state, action in node.reduce(into: &state, action: action) },
      findLostInHidden: { scope, state in node.findLostScopes(in: scope, state: &state) })
  }
}

/// A closure that is lent an action.
///
/// `Action` need not be copyable here, so the compiler makes no copy of the action at an address.
/// A copy of an action looks through all enums below it. The type of the result is spelled out: a
/// type parameter in its place would make the compiler wrap each closure in another one.
@frozen
@usableFromInline
struct LendingClosure<State, Action: ~Copyable> {
  @usableFromInline let run: (inout State, borrowing Action) -> Effect<Action>

  @inlinable
  init(run: @escaping (inout State, borrowing Action) -> Effect<Action>) {
    self.run = run
  }

  /// Lends the closure the action at an address.
  ///
  /// The address is read during this call alone. It comes from the node that reduces the action,
  /// which holds it until the reducer has returned.
  @inlinable
  @inline(__always)
  func run(_ state: inout State, at action: UnsafePointer<Action>) -> Effect<Action> {
    run(&state, action.pointee)
  }
}

/// A reducer that changes nothing and starts nothing.
@frozen
public struct EmptyReducer<State, Action>: OperatorReducer {
  /// Creates the reducer.
  @inlinable
  public init() {}

  /// Creates the reducer for types that can't be inferred at its place.
  @inlinable
  public init(_ state: State.Type, _ action: Action.Type) {}

  /// Makes a node that does nothing.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _EmptyNode<State, Action> { _EmptyNode() }
}

/// The node of ``EmptyReducer``.
public final class _EmptyNode<State, Action>: _ReducerNode {
  @inlinable
  init() {}

  /// Returns no effect.
  @inlinable
  public func reduce(
    into state: inout State, action: UnsafePointer<Action>
  ) -> Effect<Action> { .none }

  /// Does nothing: there are no children.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {}
}

/// Groups reducers, so that an operator can be applied to all of them.
@frozen
public struct CombineReducers<State, Action, Base: Reducer<State, Action>>: Reducer {
  @usableFromInline let base: Base

  /// Creates a group from the reducers in a block.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Base) {
    self.base = build()
  }

  /// The group.
  @inlinable
  public var body: Base { base }
}
