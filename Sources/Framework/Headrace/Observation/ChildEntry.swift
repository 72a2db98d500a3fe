/// A child store with its types erased, as its observers see it.
@usableFromInline
class ChildEntry {
  /// The parent, if it is a child store, too; `nil` if it is the root.
  private final let parent: ChildEntry?
  final let key: ScopeKey
  /// Where `scope` was called.
  final let site: CallSite
  /// The store's place, while it or places below it have observers. The place and this entry retain
  /// each other until the last observer or the root store is gone.
  final var place: ObservedStoreState?

  init(of parent: ChildEntry?, key: ScopeKey, site: CallSite) {
    self.parent = parent
    self.key = key
    self.site = site
  }

  // The next two are for 'ChildPart' to override, the only subclass: see 'AbstractMethodTests'. As
  // requirements of a protocol, they would make each reference to an entry a word wider (benchmark
  // rows 'child store, memory').

  /// The identity of the state that the store shows now; `nil` if it is gone.
  var identityNow: ObservableStateID? {
    preconditionFailure("'identityNow' is for '\(Self.self)' to override.")
  }

  /// The fields of the state that lead to a child's.
  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    preconditionFailure("'followedFields' is for '\(Self.self)' to override.")
  }
}

// MARK: - Observing

extension ChildEntry {
  /// Makes the store's place, below that of its parent.
  @usableFromInline
  final func makePlace(in table: ObservationTable) -> ObservedStoreState {
    let outer = table.enter(.inspecting)
    defer { table.leave(outer) }
    let shown = identityNow
    // A getter of the author's may have read the store in the meantime.
    if let place { return place }
    let place = ObservedStoreState(of: self, showing: shown, in: table)
    self.place = place
    attach(place)
    return place
  }

  /// Attaches the place below its parent's, at the field that leads to the state now.
  final func attach(_ place: ObservedStoreState) {
    let table = place.table
    let route = table.withoutReports { routeFromParent(in: table) }
    guard let route else { return place.attach(below: nil, by: nil) }
    let outer = parent.map { $0.place ?? $0.makePlace(in: table) } ?? table.root
    place.attach(below: outer, by: route)
  }

  private final func routeFromParent(in table: ObservationTable) -> PlaceRoute? {
    let (fields, identity) =
      if let parent {
        (parent.followedFields(to: key.state, in: table), parent.identityNow)
      } else {
        (table.store?.followedFields(to: key.state, in: table) ?? [], table.rootState)
      }
    return identity.flatMap { PlaceRoute(through: fields, from: $0) }
  }
}
