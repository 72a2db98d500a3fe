/// A type-erased reducer, reached by one dynamic call.
///
/// It is public because `@Reducer` generates code with it, for the `body` of an enum of reducers,
/// so that the type of the body does not grow with the cases. ``ReducerBuilder`` and operators such
/// as `onChange` create it. To erase a type in your own code, write ``Reduce``.
public struct ErasedReducer<State, Action>: OperatorReducer {
  @usableFromInline let make: (_NodeContext) -> CompiledReducer<State, Action>

  /// Erases the type of a reducer.
  @inlinable
  public init(_ base: some Reducer<State, Action>) {
    self.init { context in CompiledReducer(base._makeNode(in: context)) }
  }

  /// Runs a closure, which receives the reducer's node, instead of that node.
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

  /// Creates the node of the erased reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> CompiledReducer<State, Action> {
    make(context)
  }
}
