/// A reducer that runs another and adds something around it: a custom operator.
///
/// ```swift
/// struct Counted<Base: Reducer>: WrapperReducer {
///   let base: Base
///   let counter: ActionCounter
///
///   func reduce(
///     into state: inout Base.State, action: Base.Action,
///     base: CompiledReducer<Base.State, Base.Action>
///   ) -> Effect<Base.Action> {
///     counter.add(1)
///     return base.reduce(into: &state, action: action)
///   }
/// }
/// ```
///
/// The base is compiled when the store is made, as it is for the framework's operators: its body is
/// read once, and effects below it end with their features. A plain ``Reducer`` may also call
/// `base.reduce(into:action:)` by hand; then the base's body is read at each call, and its effects
/// belong to the feature that calls.
///
/// The base has the state and the action of the wrapper. For an operator whose child has others,
/// compose the child in a `body` with ``Scope``, `ifLet` or `forEach`.
public protocol WrapperReducer<Base>: OperatorReducer {
  /// The type of ``base``.
  associatedtype Base: Reducer where Base.State == State, Base.Action == Action

  /// The state of the base.
  associatedtype State = Base.State

  /// The action of the base.
  associatedtype Action = Base.Action

  /// The reducer to wrap. The store reads it once, when it is made.
  var base: Base { get }

  /// Changes the state for one action, with the base and around it.
  ///
  /// The store calls it on the actor that owns it, one action at a time.
  ///
  /// - Parameters:
  ///   - state: The state, which the base shares.
  ///   - action: What happened.
  ///   - base: The compiled base; call it any number of times before this returns. Pass it the
  ///     wrapper's `state`: that state decides which effects below end.
  /// - Returns: The effects to start: those of the base, and others.
  func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action>
}

extension WrapperReducer {
  /// Makes the node of the base, and wraps it.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _WrapperNode<Self> {
    _WrapperNode(self, base: base._makeNode(in: context))
  }
}

/// A reducer that a store has compiled; a ``WrapperReducer`` gets its base as one.
public struct CompiledReducer<State, Action> {
  @usableFromInline let run: (inout State, Action) -> Effect<Action>

  @inlinable
  init(_ node: some _ReducerNode<State, Action>) {
    run = { node.reduce(into: &$0, action: $1) }
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
}

/// The node of a ``WrapperReducer``.
public final class _WrapperNode<Wrapper: WrapperReducer>: _ReducerNode {
  @usableFromInline let wrapper: Wrapper
  @usableFromInline let base: Wrapper.Base._Node
  @usableFromInline let compiled: CompiledReducer<Wrapper.State, Wrapper.Action>

  @usableFromInline
  init(_ wrapper: Wrapper, base: Wrapper.Base._Node) {
    self.wrapper = wrapper
    self.base = base
    self.compiled = CompiledReducer(base)
  }

  /// Calls the wrapper.
  @inlinable
  public func reduce(
    into state: inout Wrapper.State, action: Wrapper.Action
  ) -> Effect<Wrapper.Action> {
    wrapper.reduce(into: &state, action: action, base: compiled)
  }

  /// Passes the call on to the base.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Wrapper.State) {
    base._findLostScopes(in: scope, state: &state)
  }
}
