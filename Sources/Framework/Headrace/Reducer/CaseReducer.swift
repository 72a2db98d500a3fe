/// A reducer made from an enum of reducers; the state's case chooses the one that runs.
///
/// `@Reducer` on an enum writes the conformance. Use the reducer as `Screen.body`.
public protocol CaseReducer<State, Action>: Reducer {
  /// Runs the child of the current case.
  @ReducerBuilder<State, Action>
  static var body: Body { get }
}

extension CaseReducer {
  /// Runs the child of the current case.
  @inlinable
  public var body: Body { Self.body }
}
