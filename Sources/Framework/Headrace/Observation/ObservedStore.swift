/// A store with its types erased, as its table of observers sees it.
@usableFromInline
package class ObservedStore {
  @usableFromInline
  init() {}

  /// The identity of the whole state; `nil` if its type has none.
  @usableFromInline var stateIdentity: ObservableStateID? { nil }

  /// The actor that owns the store; gone once its last user is.
  var actor: (any Actor)? { nil }

  /// Where the store's tasks run; if `nil`, on the global executor.
  var executor: (any TaskExecutor)? { nil }

  /// Notes a change from outside the store's reducers, and notifies its observers.
  func noteOutsideChange(_ note: (ObservationTable) -> Void) {}
}
