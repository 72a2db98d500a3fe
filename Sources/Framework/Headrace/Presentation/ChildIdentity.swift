/// The identity that distinguishes a child from one that replaces it.
///
/// It is the child's id if it is `Identifiable`, otherwise the lineage of its observable state. An
/// enum has the identity of the state in its case.
///
/// The state is inspected in place, unless it is an enum. A cast of the value to find out whether
/// it is `Identifiable` would copy it, and a large state may not fit on a small stack.
@usableFromInline
enum ChildIdentity<State> {
  /// Returns the identity of a state; `nil` if it has none.
  ///
  /// - Parameter isAssigned: True if the child is assigned to a property. A case without a state
  ///   then has no identity: each assignment is a new child.
  @usableFromInline
  static func of(_ state: inout State, isAssigned: Bool = false) -> AnyHashable? {
    if let type = State.self as? any Identifiable.Type { return id(of: &state, as: type) }
    if State.self is any CasePathable.Type, let id = caseID(of: state) { return id }
    guard let type = State.self as? any ObservableState.Type else { return nil }
    let id = type.identity(of: &state)
    return isAssigned && id.plainLineage == 0 ? nil : id.childIdentity
  }

  /// Out of line, because a debug build reserves stack space for a copy when the function begins.
  @inline(never)
  private static func caseID(of state: State) -> AnyHashable? {
    CaseID(of: state).map { AnyHashable($0) }
  }

  private static func id<Child: Identifiable>(
    of state: inout State, as type: Child.Type
  ) -> AnyHashable {
    inPlace(&state, as: type) { AnyHashable($0.id) }
  }
}
