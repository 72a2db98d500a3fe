/// Reads the identity of a state whose type may or may not have one.
@usableFromInline
struct StateIdentity<State> {
  private let type: any ObservableState.Type

  /// - Returns: `nil` if the type has no `@ObservableState`.
  @usableFromInline
  init?() {
    guard let type = State.self as? any ObservableState.Type else { return nil }
    self.type = type
  }

  /// The identity of the state at a place.
  @usableFromInline
  func callAsFunction(_ state: UnsafePointer<State>) -> ObservableStateID {
    // Safe: the type is the same, as checked in 'init'.
    type._$id(at: state)
  }

  /// The identity of a state, which is not copied.
  @usableFromInline
  func callAsFunction(_ state: inout State) -> ObservableStateID {
    withUnsafePointer(to: &state) { self($0) }
  }
}
