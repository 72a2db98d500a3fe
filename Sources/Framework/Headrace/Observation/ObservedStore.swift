/// A store as its table of observers knows it, whatever its types are.
@usableFromInline
package class ObservedStore {
  @usableFromInline
  init() {}

  /// The identity of the whole state; `nil` where its type has none.
  @usableFromInline var stateIdentity: ObservableStateID? { nil }

  /// The actor that owns the store; gone once its last user is.
  var actor: (any Actor)? { nil }

  /// Where the store's tasks run; the global executor where it is `nil`.
  var executor: (any TaskExecutor)? { nil }

  /// Lets a change from outside of the store's reducers be noted, and tells its observers.
  func notifying(_ note: (ObservationTable) -> Void) {}
}
