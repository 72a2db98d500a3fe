/// A store as the table knows it: the state that it showed when its observers were last notified,
/// and the observers of its fields.
///
/// The table finds it by the lineage of that state, and the place above by the field that leads
/// here. After a drain it is inspected if one of the two has changed: an inspection compares what
/// the place shows now with what it showed.
///
/// It is retained by its child's entry, or by the table if it is the root's, and by the places
/// below it, until its last observer is gone.
@usableFromInline
final class ObservedStoreState {
  unowned let table: ObservationTable
  /// Finds the state of a child; `nil` for the root's. It outlives its store if an observer has
  /// read from a store that it made on the way and did not keep.
  private let child: ChildEntry?
  /// What the place showed when it was last inspected.
  private(set) var shown: ObservableStateID

  private struct FieldKey: Hashable {
    let number: UInt64
    let seesInside: Bool
  }

  /// The observed fields. One number can have two entries: one for all changes of the field, and
  /// one for which child is there (`seesInside`).
  private var fields: [FieldKey: ObservedField] = [:]

  /// Places of child stores that one field leads to: all rows of a list, for example.
  private struct Way: Hashable {
    let field: UInt64
    /// Whether they are inspected after every change of the field. A state without an identity has
    /// no lineage that could announce a change inside the field. A deep route may lead elsewhere.
    let isAlwaysInspected: Bool
  }

  /// A place removes itself before it goes away.
  private var below: [Way: [ObjectIdentifier: Unowned<ObservedStoreState>]] = [:]
  /// How the place is reached from its parent's; `nil` if no change of the parent's state announces
  /// one here.
  private var route: PlaceRoute?
  private var parent: ObservedStoreState?

  private var isDisposed = false

  init(of child: ChildEntry?, showing shown: ObservableStateID?, in table: ObservationTable) {
    self.child = child
    self.table = table
    self.shown = shown ?? .inert
    table.add(self)
  }

  /// What the place shows now; `nil` if the child is gone.
  var stateNow: ObservableStateID? {
    if let child { child.identityNow } else { table.rootState ?? .inert }
  }
}

/// How a child's state is reached from its parent's.
struct PlaceRoute: Equatable {
  /// The field of the parent; if there are several, the one for the whole state.
  let field: UInt64
  /// Whether a change inside the field can lead to another state.
  let isDeep: Bool

  /// - Parameters:
  ///   - fields: The fields that were read on the way.
  ///   - parent: The parent's state.
  /// - Returns: `nil` if none of them is the parent's.
  init?(through fields: [(state: UInt64, field: UInt64)], from parent: ObservableStateID) {
    let own = Set(fields.lazy.filter { $0.state == parent.plainLineage }.map(\.field))
    guard let field = own.first else { return nil }
    self.field = own.count > 1 ? ObservationTable.wholeField : field
    self.isDeep = fields.count > 1
  }
}

// MARK: - Fields

extension ObservedStoreState {
  /// The entry of a field.
  func field(_ number: UInt64, seesInside: Bool) -> ObservedField {
    let key = FieldKey(number: number, seesInside: seesInside)
    if let field = fields[key] { return field }
    let field = ObservedField(number, of: self, seesInside: seesInside, in: table)
    fields[key] = field
    return field
  }

  /// Removes a field that has no more observers, and the place with its last field.
  func remove(_ field: ObservedField) {
    let key = FieldKey(number: field.number, seesInside: field.seesInside)
    if fields[key] === field { fields[key] = nil }
    disposeIfUnused()
  }
}

// MARK: - Inspecting

extension ObservedStoreState {
  /// Inspects what the place shows now, and finds the observers to notify.
  ///
  /// If the child is gone, they are not notified: its store continues to show its last state.
  func inspect() {
    table.visitCount += 1
    guard let now = stateNow, now != shown else { return }
    let before = shown
    show(now)
    if before.isSameState(as: now),
      let changes = table.changes(of: now, since: before.stamp)
    {
      changes.forEach(fieldDidChange)
      for field in fields.values where field.isDerived && mayChange(field) {
        if changes.contains(where: { $0.number != field.number }) { field.didChange() }
      }
    } else {
      for field in fields.values { field.didChange() }
      for places in below.values { Self.inspect(places) }
    }
    if now.isVolatile || before.isVolatile { updateListing() }
    if route?.isDeep == true { child?.attach(self) }
  }

  private func show(_ now: ObservableStateID) {
    let isElsewhere = now.plainLineage != shown.plainLineage
    // The parent knows the places that are always inspected.
    let isAttachedAnew = now.isVolatile != shown.isVolatile
    if isElsewhere { table.remove(self) }
    if isAttachedAnew { parent?.detach(self) }
    shown = now
    if isElsewhere { table.add(self) }
    if isAttachedAnew { parent?.attach(self) }
  }

  private func fieldDidChange(_ change: StateDifferences.Field) {
    for field in fields.values where field.number == change.number {
      if field.seesInside || !change.isInside { field.didChange() }
    }
    inspectBelow(change.number, change)
    inspectBelow(ObservationTable.wholeField, change)
  }

  /// Inspects the places that a changed field leads to.
  private func inspectBelow(_ field: UInt64, _ change: StateDifferences.Field) {
    if let places = below[Way(field: field, isAlwaysInspected: true)] { Self.inspect(places) }
    // If a change inside the field was noted, the table finds the place of the changed child by its
    // lineage: a change inside one row of many inspects no other row.
    guard !change.isNotedInside else { return }
    if let places = below[Way(field: field, isAlwaysInspected: false)] { Self.inspect(places) }
  }

  /// Inspects places, which may be attached elsewhere by it.
  private static func inspect(_ places: [ObjectIdentifier: Unowned<ObservedStoreState>]) {
    for place in places.values { place.object.inspect() }
  }

  /// Whether a derived field may have changed because another field has. For an awaited change this
  /// is always so; the field finds out whether it has happened.
  private func mayChange(_ field: ObservedField) -> Bool {
    // A property of an enum can return its whole payload, for which nothing is noted.
    field.number != ObservationTable.wholeField || field.seesInside && shown.isOfEnum
  }

  func updateListing() {
    let isUnannounced = child == nil ? shown.isVolatile : route == nil
    if isUnannounced { table.addUnannounced(self) } else { table.removeUnannounced(self) }
  }
}

// MARK: - Places Below

extension ObservedStoreState {
  /// Attaches the place below a parent's place, or below another field of the same parent's place.
  func attach(below parent: ObservedStoreState?, by route: PlaceRoute?) {
    // Without a field, a place hangs below no other: the place above would not know of it, and
    // could be disposed of.
    let parent = route == nil ? nil : parent
    let old = self.parent
    if old === parent, route == self.route { return updateListing() }
    old?.detach(self)
    self.parent = parent
    self.route = route
    parent?.attach(self)
    updateListing()
    if old !== parent { old?.disposeIfUnused() }
  }

  /// The key under which the place above knows this one.
  private var way: Way? {
    route.map { Way(field: $0.field, isAlwaysInspected: $0.isDeep || shown.isVolatile) }
  }

  private func attach(_ place: ObservedStoreState) {
    guard let way = place.way else { return }
    below[way, default: [:]][ObjectIdentifier(place)] = Unowned(place)
  }

  private func detach(_ place: ObservedStoreState) {
    guard let way = place.way else { return }
    below[way]?.removeAndShrink(ObjectIdentifier(place))
    if below[way]?.isEmpty == true { below[way] = nil }
  }

  /// Disposes of the place once its last observer and the last place below are gone, and nothing
  /// uses the table: author code inside a read may cancel the last observer of what is read.
  func disposeIfUnused() {
    guard fields.isEmpty, below.isEmpty, !isDisposed else { return }
    if table.isInUse { table.unused.append(self) } else { dispose() }
  }

  /// Breaks the cycle between the place and its child's entry; the store is gone.
  func letGoOfChild() {
    isDisposed = true
    child?.place = nil
  }

  private func dispose() {
    isDisposed = true
    // The child's entry retains the place, and perhaps nothing else does.
    withExtendedLifetime(self) {
      let parent = self.parent
      table.remove(self)
      table.removeUnannounced(self)
      parent?.detach(self)
      route = nil
      self.parent = nil
      if let child { child.place = nil } else { table.forgetRoot() }
      parent?.disposeIfUnused()
    }
  }
}
