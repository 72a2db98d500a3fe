/// A store as the table knows it: what it showed when its observers were last notified, and the
/// observers of its fields.
///
/// A place is in up to three lists and has one of its own:
///
///     ObservedLineage ──▶ place ─ linksInLineage ─▶ place …    the places that show one state
///     ObservedPlace (the parent) ──▶ PlaceGroup ──▶ place ─ linksInGroup ─▶ place …
///     ObservationTable.unannouncedPlaces ──▶ place            inspected after every drain
///     place ─ fields ─▶ ObservedField …                       each with its observers
///
/// A change of a field is noted at the lineage. After the drain each place of that lineage is
/// inspected, and the places below it that the changed field leads to. An inspection compares what
/// the place shows now with what it showed: several places can show copies of one state, and a
/// place shows another state after its child was replaced.
///
/// A place with places below it is not disposed of, so `parent` exists.
@usableFromInline
final class ObservedPlace {
  unowned let table: ObservationTable
  /// Finds the state of a child; `nil` for the root's. It outlives its store if an observer has
  /// read from a store that it made on the way and did not keep.
  private let child: ChildEntry?
  /// What the place showed when it was last inspected.
  private(set) var shown: ObservableStateID

  private var lineage: ObservedLineage
  fileprivate var linksInLineage = ListLinks<ObservedPlace>()

  /// The observed fields. One number can have two entries: one for all changes of the field, and
  /// one for which child is there (`seesInside`).
  private var fields: [ObservedField] = []

  /// The places of child stores, by the fields through which they are reached.
  private var below: [PlaceGroup] = []
  /// How the place is reached from its parent's.
  private var route = PlaceRoute.unobservable
  private unowned var parent: ObservedPlace?
  fileprivate var linksInGroup = ListLinks<ObservedPlace>()

  /// The index of the place in the table's list of places to inspect after every drain.
  var unannouncedIndex: Int?
  private var isDisposed = false
  /// How many reads of the state here are in progress. Author code inside a read may cancel the
  /// last observer; the place stays until the read is over, too.
  private var readerCount: UInt32 = 0

  init(of child: ChildEntry?, showing shown: ObservableStateID?, in table: ObservationTable) {
    self.child = child
    self.table = table
    self.shown = shown ?? .inert
    self.lineage = table.lineage(of: self.shown)
    lineage.add(self)
  }

  /// What the place shows now; `nil` if the child is gone.
  var stateNow: ObservableStateID? {
    if let child { child.identityNow } else { table.rootState ?? .inert }
  }
}

// MARK: - Being Read

extension ObservedPlace {
  @inline(__always)
  func beginReading() { readerCount &+= 1 }

  @inline(__always)
  func endReading() {
    readerCount &-= 1
    if fields.isEmpty { disposeIfUnused() }
  }
}

// MARK: - Fields

extension ObservedPlace {
  /// The entry of a field.
  func field(_ number: UInt64, seesInside: Bool) -> ObservedField {
    let known = fields.first { $0.number == number && $0.seesInside == seesInside }
    if let known { return known }
    let field = ObservedField(number, of: self, seesInside: seesInside, in: table)
    fields.append(field)
    return field
  }

  /// Removes a field that has no more observers, and the place with its last field.
  func remove(_ field: ObservedField) {
    fields.removeAll { $0 === field }
    disposeIfUnused()
  }
}

// MARK: - Inspecting

extension ObservedPlace {
  /// Inspects what the place shows now, and marks what its observers must be notified of.
  ///
  /// If the child is gone, they are not notified: its store continues to show its last state.
  func inspect() {
    table.visitCount += 1
    if let now = stateNow, now != shown { update(to: now) }
  }

  private func update(to now: ObservableStateID) {
    let before = shown
    show(now)
    let isKnown =
      before.isSameState(as: now)
      && lineage.changes(from: before.stamp, to: now.stamp) { fieldDidChange($0) }
    if !isKnown { everythingDidChange() }
    if now.plainLineage != before.plainLineage { moveToLineage(of: now) }
    if now.isVolatile || before.isVolatile { updateListing() }
    if route.isDeep { child?.attach(self) }
  }

  private func show(_ now: ObservableStateID) {
    guard let parent, now.isVolatile != shown.isVolatile else { return shown = now }
    // The parent counts the places that are always inspected.
    parent.detach(self)
    shown = now
    parent.attach(self)
  }

  private func fieldDidChange(_ change: StateDifferences.Field) {
    for field in fields {
      if field.number == change.number {
        if field.seesInside || !change.isInside { field.didChange() }
      } else if field.isDerived, mayChange(field) {
        field.didChange()
      }
    }
    guard !below.isEmpty else { return }
    for group in below where group.isReached(by: change) {
      group.forEach { place in
        table.visitCount += 1
        // If a change inside the field was noted, the lineage of the changed child inspects the
        // child's place.
        if !change.isNotedInside || place.isAlwaysInspected { place.inspect() }
      }
    }
  }

  /// Whether the place is inspected after every change of the field that leads to it. A state
  /// without an identity has no lineage that could do so. A deep route may lead elsewhere.
  var isAlwaysInspected: Bool { shown.isVolatile || route.isDeep }

  /// Whether a derived field may have changed because another field has. For an awaited change this
  /// is always so; whether it has happened is found out when observers are collected.
  private func mayChange(_ field: ObservedField) -> Bool {
    // A property of an enum can return its whole payload, for which nothing is noted.
    field.number != ObservationTable.wholeField || field.seesInside && shown.isOfEnum
  }

  private func everythingDidChange() {
    for field in fields { field.didChange() }
    for group in below { group.forEach { $0.inspect() } }
  }

  private func moveToLineage(of now: ObservableStateID) {
    let old = lineage
    lineage = table.lineage(of: now)
    old.remove(self)
    table.forgetIfUnused(old)
    lineage.add(self)
  }

  /// Whether no change announces that the place must be inspected.
  private var isUnannounced: Bool { child == nil ? shown.isVolatile : route == .unobservable }

  func updateListing() {
    if isUnannounced != (unannouncedIndex != nil) {
      if isUnannounced { table.addUnannounced(self) } else { table.removeUnannounced(self) }
    }
  }
}

// MARK: - Places Below

extension ObservedPlace {
  /// Attaches the place below a parent's place, or below another field of the same parent's place.
  func attach(below parent: ObservedPlace?, by route: PlaceRoute) {
    // Without a field, a place hangs below no other: the place above would not know of it, and
    // could be disposed of.
    let parent = route == .unobservable ? nil : parent
    let old = self.parent
    if old === parent, route == self.route { return updateListing() }
    old?.detach(self)
    self.parent = parent
    self.route = route
    parent?.attach(self)
    updateListing()
    if old !== parent { old?.disposeIfUnused() }
  }

  private func attach(_ place: ObservedPlace) {
    guard place.route != .unobservable else { return }
    let number = place.route.field
    let index =
      below.firstIndex { $0.field == number }
      ?? {
        below.append(PlaceGroup(field: number))
        return below.count - 1
      }()
    below[index].add(place)
  }

  private func detach(_ place: ObservedPlace) {
    guard place.route != .unobservable,
      let index = below.firstIndex(where: { $0.field == place.route.field })
    else { return }
    below[index].remove(place)
    if below[index].isEmpty { below.remove(at: index) }
  }

  /// Disposes of the place once its last observer, the last place below and the last read are gone.
  func disposeIfUnused() {
    guard fields.isEmpty, below.isEmpty, readerCount == 0, !isDisposed else { return }
    if !table.postponesDisposal(of: self) { dispose() }
  }

  /// Breaks the cycle between the place and its child's entry; the store is gone.
  func letGoOfChild() { child?.place = nil }

  private func dispose() {
    // The child's entry and the place may retain each other, and nothing else may retain either.
    let (child, parent) = (child, parent)
    isDisposed = true
    withExtendedLifetime((self, child, parent)) {
      lineage.remove(self)
      table.forgetIfUnused(lineage)
      table.removeUnannounced(self)
      parent?.detach(self)
      route = .unobservable
      self.parent = nil
      if let child { child.place = nil } else { table.forgetRoot() }
      parent?.disposeIfUnused()
    }
  }
}

// MARK: - Lists

/// The places of one ``ObservedLineage``.
enum PlacesInLineage: ListKind {
  static subscript(place: ObservedPlace) -> ListLinks<ObservedPlace> {
    @inline(__always) _read { yield place.linksInLineage }
    @inline(__always) _modify { yield &place.linksInLineage }
  }
}

/// The places of one ``PlaceGroup``.
enum PlacesInGroup: ListKind {
  static subscript(place: ObservedPlace) -> ListLinks<ObservedPlace> {
    @inline(__always) _read { yield place.linksInGroup }
    @inline(__always) _modify { yield &place.linksInGroup }
  }
}
