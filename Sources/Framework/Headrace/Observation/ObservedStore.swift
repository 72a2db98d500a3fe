/// What a store's table of observers needs of the store, without the types of state and action.
@usableFromInline
protocol ObservedStore: AnyObject, Sendable {
  /// The identity of the whole state; `nil` if its type has none.
  var stateIdentity: ObservableStateID? { get }

  /// The actor that owns the store; `nil` once the actor is released.
  var owner: (any Actor)? { get }

  /// Where the store's tasks run; if `nil`, on the global executor.
  var executor: (any TaskExecutor)? { get }

  /// The fields of the whole state that lead to a child's.
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)]

  /// Notes a change from outside the store's reducers, and notifies its observers.
  func noteOutsideChange(_ note: (ObservationTable) -> Void)
}
