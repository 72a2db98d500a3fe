/// A store as its table of observers knows it, whatever its types are.
@usableFromInline
package class ObservedStore {
  @usableFromInline
  init() {}

  /// The identity of the whole state; `nil` where its type has none.
  @usableFromInline var stateIdentity: ObservableStateID? { nil }
}
