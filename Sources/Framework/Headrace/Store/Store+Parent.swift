// MARK: - Being a Parent

// An observed child store may have been made on the way and not kept: then its entry stays, and its
// store is released. The system's observations don't end by themselves. If the entry retained the
// stores above, such an observation would retain the whole tree. So the entry retains only their
// remains. The addresses of states are safe for the reasons at ``ChildPart``.

extension Store: ParentStore {
  var flags: StoreFlags { runtime.flags }

  var stateIdentity: ObservableStateID? { identity?(pointer) }

  // Safe: as ``ParentStore`` says, it is used before the next action and asked for again after it.
  var stateAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func reportMisuse(_ message: String, at site: CallSite) {
    runtime.reportMisuse(message, at: site)
  }

  func forget(_ child: ChildEntry) {
    children.remove(child)
  }

  func place(in table: ObservationTable) -> ObservedPlace? {
    guard identity != nil else { return nil }
    guard let ownChildPart else { return table.root }
    return ownChildPart.place ?? ownChildPart.makePlace(in: table)
  }

  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    let pointer = pointer
    return table.follow { _ = pointer.pointee[keyPath: state] }
  }

  var remains: any ParentStore {
    switch role {
    case .root(let core): RemainingRoot(core.takeUnretainedValue(), identity)
    case .child(let child): child.takeUnretainedValue()
    }
  }
}

// Safe: for the reasons at ``ChildPart``.

extension ChildPart: ParentStore {
  var flags: StoreFlags { parent.flags }

  var stateIdentity: ObservableStateID? { identityNow }

  // Safe: as ``ParentStore`` says, it is used before the next action and asked for again after it.
  var stateAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(currentState) }

  func reportMisuse(_ message: String, at site: CallSite) {
    parent.reportMisuse(message, at: site)
  }

  func forget(_ child: ChildEntry) {}

  func place(in table: ObservationTable) -> ObservedPlace? {
    if let place { return place }
    return StateIdentity<State>() == nil ? nil : makePlace(in: table)
  }

  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    let pointer = currentState
    return table.follow { _ = pointer.pointee[keyPath: state] }
  }

  var remains: any ParentStore { self }
}

/// What remains of a root store for its observed children; the store may be gone.
private final class RemainingRoot<State, Action>: ParentStore {
  // Safe: the core retains the table, and the table releases the observed children in its 'deinit'.
  private unowned(unsafe) let core: StoreCore<State, Action>
  private let identity: StateIdentity<State>?

  init(_ core: StoreCore<State, Action>, _ identity: StateIdentity<State>?) {
    self.core = core
    self.identity = identity
  }

  var flags: StoreFlags { core.flags }

  var stateIdentity: ObservableStateID? { identity?(core.memory) }

  // Safe: as ``ParentStore`` says, it is used before the next action and asked for again after it.
  var stateAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(core.memory) }

  func reportMisuse(_ message: String, at site: CallSite) {
    core.reportMisuse(message, at: site)
  }

  func forget(_ child: ChildEntry) {}

  func place(in table: ObservationTable) -> ObservedPlace? {
    identity == nil ? nil : table.root
  }

  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    let pointer = core.memory
    return table.follow { _ = pointer.pointee[keyPath: state] }
  }

  var remains: any ParentStore { self }
}
