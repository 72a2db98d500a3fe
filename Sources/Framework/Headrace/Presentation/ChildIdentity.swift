/// What distinguishes a child from one that replaces it: its id if it is `Identifiable`, otherwise
/// the observable state that it is a copy of. An enum has the id of the state in its case.
///
/// The state is inspected in place, unless it is an enum. Casting the value to find out whether it
/// is `Identifiable` would copy it, and a large state may not fit on a small stack.
@usableFromInline
enum ChildIdentity<State> {
  /// The identity of a state; `nil` if it has none.
  ///
  /// - Parameter isAssigned: Whether the child is what is assigned to a property. A case without a
  ///   state has no identity then: each assignment is a new child.
  @usableFromInline
  static func of(_ state: inout State, isAssigned: Bool = false) -> AnyHashable? {
    if let type = State.self as? any Identifiable.Type { return id(of: &state, as: type) }
    if State.self is any CasePathable.Type, let id = caseID(of: state) { return id }
    guard let type = State.self as? any ObservableState.Type else { return nil }
    let id = type.identity(of: &state)
    return isAssigned && id.plainLineage == 0 ? nil : id.childIdentity
  }

  /// Out of line: a debug build reserves stack space for a copy when the function begins.
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
