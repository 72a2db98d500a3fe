/// A reducer created from an enum of reducers; the state's case determines which one runs.
///
/// `@Reducer` on an enum generates the conformance. Use the reducer as `Screen.body`.
public protocol CaseReducer<State, Action>: Reducer
where Body: Reducer, Body.State == State, Body.Action == Action {
  /// The type of ``body-swift.type.property``.
  associatedtype Body

  /// A reducer that runs the child of the current case.
  static var body: Body { get }
}

extension CaseReducer {
  /// A reducer that runs the child of the current case.
  @inlinable
  public var body: Body { Self.body }
}
