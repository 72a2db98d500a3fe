/// The requirements of a store's table of observers, without the types of state and action.
@usableFromInline
protocol ObservedStore: AnyObject, Sendable {
  /// The identity of the whole state; `nil` if its type has none.
  var stateIdentity: ObservableStateID? { get }

  /// The actor that owns the store; `nil` once the actor is released.
  var owner: (any Actor)? { get }

  /// The executor of the store's tasks; `nil` for the global executor.
  var executor: (any TaskExecutor)? { get }

  /// Returns the fields of the whole state that lead to a child's.
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)]

  /// Notes a change from outside the store's reducers, and notifies its observers.
  func noteOutsideChange(_ note: (ObservationTable) -> Void)
}
