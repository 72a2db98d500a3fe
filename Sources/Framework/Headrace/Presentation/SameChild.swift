/// Finds out whether two states are of the same child, changed or not: whether they have the same
/// id or, if they have none, the same observable identity. Two enums are of the same child if they
/// are of the same case, and the states in them have the same id.
///
/// A state is inspected in place. Casting it to find out whether it is `Identifiable` would copy
/// it, and a large state may not fit on a small stack.
enum SameChild<State> {
  /// The id of a state or, if it has none, its observable identity; `nil` if it has neither.
  static func identity(of state: UnsafePointer<State>) -> AnyHashable? {
    if let type = State.self as? any Identifiable.Type { return id(of: state, as: type) }
    if State.self is any CasePathable.Type, let id = CaseID(of: state.pointee) {
      return AnyHashable(id)
    }
    guard let type = State.self as? any ObservableState.Type else { return nil }
    let id = type._$id(at: state)
    // A case without a state has no identity to compare.
    return id.plainLineage == 0 ? nil : id.childIdentity
  }

  private static func id<Child: Identifiable>(
    of state: UnsafePointer<State>, as type: Child.Type
  ) -> AnyHashable {
    // Safe: 'type' is 'State' itself, as checked above, and the caller's pointer is read at once.
    AnyHashable(UnsafeRawPointer(state).assumingMemoryBound(to: Child.self).pointee.id)
  }

  /// The identity of a state that may be absent.
  static func identity(of state: inout State?) -> AnyHashable? {
    let found = state.modifyWrapped { state in
      withUnsafePointer(to: &state) { identity(of: $0) }
    }
    return found ?? nil
  }
}
