/// The part of a store that its table of observers needs, without the types of state and action.
///
/// It is the root of the chain of superclasses: `ObservedStore`, then `StoreRuntime`, which has the
/// effects, then `StoreCore`, which has the state and the queue.
@usableFromInline
package class ObservedStore {
  @usableFromInline
  init() {}

  /// The identity of the whole state; `nil` if its type has none.
  @usableFromInline var stateIdentity: ObservableStateID? { nil }

  /// The fields of the whole state that lead to a child's.
  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] { [] }

  /// The actor that owns the store; `nil` once the actor is released.
  var actor: (any Actor)? { nil }

  /// Where the store's tasks run; if `nil`, on the global executor.
  var executor: (any TaskExecutor)? { nil }

  /// Notes a change from outside the store's reducers, and notifies its observers.
  func noteOutsideChange(_ note: (ObservationTable) -> Void) {}
}
