/// A reducer whose type is erased; one dynamic call leads to it.
///
/// It is public because `@Reducer` generates code with it, for the `body` of an enum of reducers.
/// So the type of the body does not grow with the cases. ``ReducerBuilder`` and operators such as
/// `onChange` make it. To erase a type, write ``Reduce``.
public struct ErasedReducer<State, Action>: OperatorReducer {
  @usableFromInline let make: (_NodeContext) -> CompiledReducer<State, Action>

  /// Erases the type of a reducer.
  @inlinable
  public init(_ base: some Reducer<State, Action>) {
    self.init { context in CompiledReducer(base._makeNode(in: context)) }
  }

  /// Runs a closure instead of a reducer's node, which it gets.
  @inlinable
  init<Base: Reducer<State, Action>>(
    _ base: Base, run: @escaping (Base._Node, inout State, Action) -> Effect<Action>
  ) {
    self.init { context in CompiledReducer(base._makeNode(in: context), run: run) }
  }

  @inlinable
  init(make: @escaping (_NodeContext) -> CompiledReducer<State, Action>) {
    self.make = make
  }

  /// Makes the node of the hidden reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> CompiledReducer<State, Action> {
    make(context)
  }
}
