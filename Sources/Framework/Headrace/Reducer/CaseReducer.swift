/// A reducer made from an enum of reducers; the state's case chooses the one that runs.
///
/// `@Reducer` on an enum generates the conformance. Use the reducer as `Screen.body`.
public protocol CaseReducer<State, Action>: Reducer
where Body: Reducer, Body.State == State, Body.Action == Action {
  /// The type of ``body-swift.type.property``.
  associatedtype Body

  /// Runs the child of the current case.
  static var body: Body { get }
}

extension CaseReducer {
  /// Runs the child of the current case.
  @inlinable
  public var body: Body { Self.body }
}
