/// The case of an enum and the id of its state, which together identify the child.
///
/// Found by reflection, because a hand-written enum does not describe its cases.
struct CaseID: Hashable {
  private let name: String
  private let id: AnyHashable

  /// - Returns: `nil` if the payload is not `Identifiable`.
  init?<Root>(of root: Root) {
    guard let payload = Mirror(reflecting: root).children.first,
      let state = payload.value as? any Identifiable
    else { return nil }
    name = payload.label ?? ""
    id = Self.id(of: state)
  }

  private static func id(of state: some Identifiable) -> AnyHashable { AnyHashable(state.id) }
}
