/// What tells one child from another that takes its place: its id, if it is `Identifiable`.
///
/// Looked at where the state stands. To ask the value itself whether it is `Identifiable` would
/// copy it, which for a large state is more than an action costs, and more than a small stack
/// holds.
@frozen
@usableFromInline
struct ChildIdentity<State> {
  @usableFromInline let read: ((UnsafePointer<State>) -> AnyHashable)?

  @usableFromInline
  init() {
    read = (State.self as? any Identifiable.Type).map { Self.make($0) }
  }

  private static func make<Value: Identifiable>(
    _ type: Value.Type
  ) -> (UnsafePointer<State>) -> AnyHashable {
    { pointer in
      // The type is the same: just looked at.
      AnyHashable(UnsafeRawPointer(pointer).assumingMemoryBound(to: Value.self).pointee.id)
    }
  }

  /// The id of a state; `nil` where its type has none.
  @inlinable
  func callAsFunction(of state: inout State) -> AnyHashable? {
    guard let read else { return nil }
    return withUnsafePointer(to: &state) { read($0) }
  }
}
