/// A store as the table knows it: what it showed when its observers were told last, and the
/// observers of its fields.
///
/// Copies of one state can stand at several places, and one place shows another state when its
/// child was replaced. So a change is told only after the place was looked at.
@usableFromInline
final class ObservedPlace {
  unowned(unsafe) let table: ObservationTable
  /// Finds the state of a child; `nil` for the root's. It outlives its store where an observer has
  /// read from a store that it made on the way and did not keep.
  private let child: ChildEntry?
  /// What the place showed when it was looked at last.
  @exclusivity(unchecked) private(set) var shown: ObservableStateID

  @exclusivity(unchecked) private var lineage: Unmanaged<ObservedLineage>
  @exclusivity(unchecked) var nextOfLineage: Unmanaged<ObservedPlace>?
  @exclusivity(unchecked) var previousOfLineage: Unmanaged<ObservedPlace>?

  /// The observed fields, of which those for whole values differ from those for which child is
  /// there.
  @exclusivity(unchecked) private var firstField: Unmanaged<ObservedField>?

  /// The places of child stores, by the fields through which they are reached.
  @exclusivity(unchecked) private var below: [PlaceGroup] = []
  /// How the place is reached from its parent's.
  @exclusivity(unchecked) private var route = PlaceRoute.unobservable
  @exclusivity(unchecked) private unowned(unsafe) var parent: ObservedPlace?
  @exclusivity(unchecked) var nextSibling: Unmanaged<ObservedPlace>?
  @exclusivity(unchecked) var previousSibling: Unmanaged<ObservedPlace>?

  /// Where the place stands in the table's list of those to look at after every queue.
  @exclusivity(unchecked) var unannouncedIndex: Int?
  @exclusivity(unchecked) private var isDisposed = false
  /// How many reads of the state here are under way. The code of an author that runs in one may
  /// cancel the last observer: the place stays until the reader, too, has read.
  @exclusivity(unchecked) private var readerCount: UInt32 = 0

  init(of child: ChildEntry?, showing shown: ObservableStateID?, in table: ObservationTable) {
    self.child = child
    self.table = table
    self.shown = shown ?? .inert
    self.lineage = table.lineage(of: self.shown)
    lineage._withUnsafeGuaranteedRef { $0.add(self) }
  }

  deinit {
    var next = firstField
    while let field = next {
      next = field._withUnsafeGuaranteedRef { $0.next }
      field.release()
    }
  }

  /// What stands at the place now; the id of nothing where the child is gone.
  var showsNow: ObservableStateID {
    // Unmanaged: the place retains its child, and the table outlives its places.
    let state =
      if let child {
        Unmanaged.passUnretained(child)._withUnsafeGuaranteedRef { $0.identityNow }
      } else {
        Unmanaged.passUnretained(table)._withUnsafeGuaranteedRef { $0.rootState }
      }
    return state ?? .inert
  }
}

// MARK: - Being Read

extension ObservedPlace {
  @inline(__always)
  func beginReading() { readerCount &+= 1 }

  @inline(__always)
  func endReading() {
    readerCount &-= 1
    if firstField == nil { disposeIfUnused() }
  }
}

// MARK: - Fields

extension ObservedPlace {
  /// The entry of a field.
  func field(_ number: UInt64, seesInside: Bool) -> ObservedField {
    var next = firstField
    while let field = next {
      if field._withUnsafeGuaranteedRef({ $0.number == number && $0.seesInside == seesInside }) {
        return field.takeUnretainedValue()
      }
      next = field._withUnsafeGuaranteedRef { $0.next }
    }
    let field = ObservedField(number, of: self, seesInside: seesInside, in: table)
    field.next = firstField
    firstField = .passRetained(field)
    return field
  }

  @inline(__always)
  private func forEachField(_ body: (ObservedField) -> Void) {
    var next = firstField
    while let field = next {
      next = field._withUnsafeGuaranteedRef {
        body($0)
        return $0.next
      }
    }
  }

  /// Takes out a field that has no observers any more, and the place with its last one.
  func remove(_ field: ObservedField) {
    let doomed = Unmanaged.passUnretained(field)
    if firstField?.toOpaque() == doomed.toOpaque() {
      firstField = field.next
    } else {
      forEachField { if $0.next?.toOpaque() == doomed.toOpaque() { $0.next = field.next } }
    }
    doomed.release()
    disposeIfUnused()
  }
}

// MARK: - Inspecting

extension ObservedPlace {
  /// Looks at what stands here now, and marks what observers are to be told.
  func inspect() {
    let now = showsNow
    if now != shown { update(to: now) }
  }

  private func update(to now: ObservableStateID) {
    let before = shown
    shown = now
    let isKnown =
      before.isSameState(as: now)
      && lineage._withUnsafeGuaranteedRef {
        $0.changes(from: before.stamp, to: now.stamp) { fieldDidChange($0) }
      }
    if !isKnown { everythingDidChange() }
    if now.state != before.state { moveToLineage(of: now) }
    if now.isVolatile || before.isVolatile { updateListing() }
    if route.isDeep { child?.hang(self) }
  }

  private func fieldDidChange(_ change: StateDifferences.Field) {
    forEachField { field in
      if field.number == change.number {
        if field.seesInside || !change.isInside { field.didChange() }
      } else if field.isDerived, mayChange(field) {
        field.didChange()
      }
    }
    guard !below.isEmpty else { return }
    for group in below where group.isReached(by: change) {
      group.forEach { place in
        // What has no identity of its own is found by no lineage.
        let isFound = change.isInside && !change.mayHaveUnnotedChanges && !place.shown.isVolatile
        if !isFound || place.route.isDeep { place.inspect() }
      }
    }
  }

  /// Whether a derived field may have changed, as another field has. An awaited change is looked
  /// for later.
  private func mayChange(_ field: ObservedField) -> Bool {
    // A property of an enum can return all of its payload, of which nothing is noted.
    field.number != ObservationTable.wholeField || field.seesInside && shown.isOfEnum
  }

  private func everythingDidChange() {
    forEachField { $0.didChange() }
    for group in below { group.forEach { $0.inspect() } }
  }

  private func moveToLineage(of now: ObservableStateID) {
    let old = lineage
    lineage = table.lineage(of: now)
    old._withUnsafeGuaranteedRef {
      $0.remove(self)
      table.forgetIfUnused($0)
    }
    lineage._withUnsafeGuaranteedRef { $0.add(self) }
  }

  /// Whether no change tells that the place is to be looked at.
  private var isUnannounced: Bool { child == nil ? shown.isVolatile : route == .unobservable }

  func updateListing() {
    if isUnannounced != (unannouncedIndex != nil) {
      if isUnannounced { table.addUnannounced(self) } else { table.removeUnannounced(self) }
    }
  }
}

// MARK: - Places Below

extension ObservedPlace {
  /// Hangs the place below another, or elsewhere below the same.
  func hang(below parent: ObservedPlace?, by route: PlaceRoute) {
    // A place hangs below none by no field: the one above would not know of it, and could go.
    let parent = route == .unobservable ? nil : parent
    let old = self.parent
    if old === parent, route == self.route { return updateListing() }
    old?.unhang(self)
    self.parent = parent
    self.route = route
    parent?.hang(self)
    updateListing()
    if old !== parent { old?.disposeIfUnused() }
  }

  private func hang(_ place: ObservedPlace) {
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

  private func unhang(_ place: ObservedPlace) {
    guard place.route != .unobservable,
      let index = below.firstIndex(where: { $0.field == place.route.field })
    else { return }
    below[index].remove(place)
    if below[index].isEmpty { below.remove(at: index) }
  }

  /// Goes, with its last observer, the last place below and the last read.
  func disposeIfUnused() {
    guard firstField == nil, below.isEmpty, readerCount == 0, !isDisposed else { return }
    if !table.postponesDisposal(of: self) { dispose() }
  }

  /// Ends what the place and its child's entry retain of each other; the store is gone.
  func letGoOfChild() { child?.place = nil }

  private func dispose() {
    // The child's entry and the place may retain each other, and nothing else either of them.
    let (child, parent) = (child, parent)
    isDisposed = true
    withExtendedLifetime((self, child, parent)) {
      lineage._withUnsafeGuaranteedRef {
        $0.remove(self)
        table.forgetIfUnused($0)
      }
      table.removeUnannounced(self)
      parent?.unhang(self)
      route = .unobservable
      self.parent = nil
      if let child { child.place = nil } else { table.forgetRoot() }
      parent?.disposeIfUnused()
    }
  }
}
