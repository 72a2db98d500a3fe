/// What tells one child from another that takes its place: its id, if it is `Identifiable`, or
/// else which of all observable states it is a copy of.
///
/// Looked at where the state stands. To ask the value itself whether it is `Identifiable` would
/// copy it, which for a large state is more than an action costs, and more than a small stack
/// holds.
@frozen
@usableFromInline
struct ChildIdentity<State> {
  @usableFromInline let read: ((UnsafePointer<State>) -> AnyHashable?)?

  @usableFromInline
  init() {
    if let type = State.self as? any Identifiable.Type {
      read = Self.reading(type)
    } else if let type = State.self as? any ObservableState.Type {
      read = Self.reading(type)
    } else {
      read = nil
    }
  }

  private static func reading<Value: Identifiable>(
    _ type: Value.Type
  ) -> (UnsafePointer<State>) -> AnyHashable? {
    { pointer in
      // The type is the same: just looked at.
      AnyHashable(UnsafeRawPointer(pointer).assumingMemoryBound(to: Value.self).pointee.id)
    }
  }

  private static func reading<Value: ObservableState>(
    _ type: Value.Type
  ) -> (UnsafePointer<State>) -> AnyHashable? {
    { pointer in type._$id(at: pointer).childIdentity }
  }

  /// The identity of a state; `nil` where its type has none.
  @inlinable
  func callAsFunction(of state: inout State) -> AnyHashable? {
    guard let read else { return nil }
    return withUnsafePointer(to: &state) { read($0) }
  }
}
