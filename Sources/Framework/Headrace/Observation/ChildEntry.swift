/// A child store with its types erased, as its parent and the observed fields see it.
@usableFromInline
class ChildEntry {
  /// The parent store, or what remains of it if this entry has outlived its own store.
  private(set) final var parent: any ParentStore
  private let state: AnyKeyPath
  private let action: AnyKeyPath
  /// The next in a chain of the parent's ``ChildStores``, which says why it is alive.
  final var next: Unmanaged<ChildEntry>?
  /// The store; `nil` once it is gone. Unmanaged: the store retains this entry, and its `deinit`
  /// clears this if others retain the entry, too.
  final var store: Unmanaged<AnyObject>?
  /// The store's place, while it or places below it have observers. The place and this entry retain
  /// each other until the last observer or the root store is gone.
  final var place: ObservedPlace?
  /// The last property: a subclass's first one fits into the half word that follows it.
  final let site: CallSite

  init(of parent: any ParentStore, key: ScopeKey, site: CallSite) {
    self.parent = parent
    self.state = key.state
    self.action = key.action
    self.site = site
  }

  /// Releases the parent stores: this entry's store is gone, and its observers retain no store.
  final func outliveStore() {
    store = nil
    let old = parent
    withExtendedLifetime(old) { parent = old.remains }
  }

  /// The id of an element of a collection.
  var element: AnyHashable? { nil }

  final func has(_ key: ScopeKey) -> Bool {
    state == key.state && action == key.action && element == key.element
  }

  /// The identity of the state that the store shows now; `nil` if it is gone.
  ///
  /// It is for `ChildPart` to override, the only direct subclass: see `AbstractMethodTests`. A
  /// requirement of a protocol would make each reference to an entry a word wider (benchmark rows
  /// `child store, memory`).
  var identityNow: ObservableStateID? {
    preconditionFailure("'identityNow' is for '\(Self.self)' to override.")
  }
}

// MARK: - Observing

extension ChildEntry {
  /// Makes the store's place, below that of its parent.
  @usableFromInline
  final func makePlace(in table: ObservationTable) -> ObservedPlace {
    let outer = table.enter(.inspecting)
    defer { table.leave(outer) }
    let shown = identityNow
    // A getter of the author's may have read the store in the meantime.
    if let place { return place }
    let place = ObservedPlace(of: self, showing: shown, in: table)
    self.place = place
    attach(place)
    return place
  }

  /// Attaches the place below its parent's, at the field that leads to the state now.
  final func attach(_ place: ObservedPlace) {
    let table = place.table
    let fields = table.withoutReports { parent.followedFields(to: state, in: table) }
    let route =
      table.withoutReports { parent.stateIdentity }
      .flatMap { PlaceRoute(through: fields, from: $0) }
    let outer = route == nil ? nil : parent.place(in: table)
    place.attach(below: outer, by: route)
  }
}

/// What a child store needs from its parent, with the types erased.
///
/// The addresses are safe for the reasons at ``ChildPart``: they are used on the store's actor, and
/// read again after each action.
protocol ParentStore: AnyObject {
  var flags: StoreFlags { get }
  /// The identity of the parent's state; `nil` if it has none.
  var stateIdentity: ObservableStateID? { get }
  /// Where the parent's state is now.
  var stateAddress: UnsafeMutableRawPointer { get }
  /// Reports a misuse of the store, or of a child store.
  func reportMisuse(_ message: String, at site: CallSite)
  /// Forgets a child store that is gone.
  func forget(_ child: ChildEntry)
  /// The store's place; `nil` if its state has no identity.
  func place(in table: ObservationTable) -> ObservedPlace?
  /// The fields that lead to a child's state.
  func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)]
  /// What serves an observed child once this store is gone. It retains no store.
  var remains: any ParentStore { get }
}
