// MARK: - Being a Parent

extension Store: ParentStore {
  var flags: UnsafeMutablePointer<StoreFlags> { runtime.flags }

  var stateIdentity: ObservableStateID? { identity?(pointer) }

  var stateAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func reportMisuse(_ message: String, at site: CallSite) {
    runtime.reportMisuse(message, at: site)
  }

  func forget(_ child: ChildEntry) {
    children.remove(child)
  }

  func place(in table: ObservationTable) -> ObservedPlace? {
    guard identity != nil else { return nil }
    guard let child else { return table.root }
    return child.place ?? child.makePlace(in: table)
  }

  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    let pointer = pointer
    return table.follow { _ = pointer.pointee[keyPath: state] }
  }
}
