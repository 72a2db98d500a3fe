/// What distinguishes a child from one that replaces it: its id if it is `Identifiable`, otherwise
/// the observable state that it is a copy of. An enum has the id of the state in its case.
///
/// The state is inspected in place, unless it is an enum. Casting the value to find out whether it
/// is `Identifiable` would copy it, and a large state may not fit on a small stack.
@usableFromInline
struct ChildIdentity<State> {
  @usableFromInline let read: ((UnsafePointer<State>) -> AnyHashable?)?

  @usableFromInline
  init() {
    if let type = State.self as? any Identifiable.Type {
      read = Self.reading(type)
      return
    }
    let observable = (State.self as? any ObservableState.Type).map { Self.reading($0) }
    if State.self is any CasePathable.Type {
      read = { CaseID(of: $0.pointee).map { AnyHashable($0) } ?? observable?($0) }
    } else {
      read = observable
    }
  }

  private static func reading<Value: Identifiable>(
    _ type: Value.Type
  ) -> (UnsafePointer<State>) -> AnyHashable? {
    { pointer in
      // Safe: the type is the same, as checked above.
      AnyHashable(UnsafeRawPointer(pointer).assumingMemoryBound(to: Value.self).pointee.id)
    }
  }

  private static func reading<Value: ObservableState>(
    _ type: Value.Type
  ) -> (UnsafePointer<State>) -> AnyHashable? {
    { pointer in type._$id(at: pointer).childIdentity }
  }

  /// The identity of a state; `nil` if its type has none.
  @inlinable
  func callAsFunction(of state: inout State) -> AnyHashable? {
    guard let read else { return nil }
    return withUnsafePointer(to: &state) { read($0) }
  }
}
