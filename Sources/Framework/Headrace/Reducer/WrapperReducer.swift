/// A reducer that runs another and adds behaviour around it: a custom operator.
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
/// The base is compiled when the store is created, as for the framework's operators: its body is
/// read once, and effects below it end with their features. A plain ``Reducer`` can also call
/// `base.reduce(into:action:)` by hand; the base's body is then read at each call, and its effects
/// belong to the calling feature.
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

  /// The reducer to wrap.
  ///
  /// The store reads it once, on creation.
  var base: Base { get }

  /// Changes the state for one action, by calling the base.
  ///
  /// The store calls it on the actor that owns it, one action at a time.
  ///
  /// - Parameters:
  ///   - state: The state, which the base shares.
  ///   - action: The event.
  ///   - base: The compiled base; call it any number of times before this returns. Pass it the
  ///     wrapper's `state`: that state decides which effects below end.
  /// - Returns: The effects to start: the base's and any others.
  func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action>
}

extension WrapperReducer {
  /// Creates the node of the base, and wraps it.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> CompiledReducer<State, Action> {
    CompiledReducer(CompiledReducer(base._makeNode(in: context))) { base, state, action in
      reduce(into: &state, action: action, base: base)
    }
  }
}
