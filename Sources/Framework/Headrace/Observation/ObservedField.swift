/// One field that is observed at one place, and its observers.
///
/// Its observers retain it, as do its place and the table's list of shared values.
final class ObservedField {
  /// Where the field is; `nil` for the whole store and for shared values, and once the store is
  /// gone.
  private(set) weak var place: ObservedStoreState?
  /// The table; `nil` once the store is gone.
  private(set) weak var table: ObservationTable?
  /// The shared value that the field belongs to.
  let subject: SharedSubject?
  let number: UInt64
  /// If `true`, the observers are notified of each change of the field, also of one inside the
  /// child in the field. If `false`, they are notified only when another child takes its place.
  let seesInside: Bool
  /// Whether this field stands for no field of the state: it stands for the whole state, or for an
  /// awaited change. It may change when any field does.
  private(set) var isDerived: Bool
  /// An observer removes itself before it goes away.
  private var observers: [ObjectIdentifier: Unowned<StoreObserver>] = [:]
  /// For an awaited change: whether it has happened since the last call. The key path is kept, so
  /// that no other one has its address, which is the field's number.
  private var awaited: (keyPath: AnyKeyPath, hasHappened: () -> Bool)?
  /// The entry of the system's tracking, while that waits.
  private var tracked: TrackedField?

  init(
    _ number: UInt64, of place: ObservedStoreState?, sharedAs subject: SharedSubject? = nil,
    seesInside: Bool, in table: ObservationTable
  ) {
    self.subject = subject
    self.number = number
    self.isDerived = number == ObservationTable.wholeField
    self.place = place
    self.seesInside = seesInside
    self.table = table
  }

  /// Whether anything waits for the next change.
  private var isListening: Bool { !observers.isEmpty || tracked != nil }

  func add(_ observer: StoreObserver) {
    if !isListening { table?.countListening(1) }
    observers[ObjectIdentifier(observer)] = Unowned(observer)
  }

  /// Removes an observer.
  func remove(_ observer: StoreObserver) {
    observers.removeAndShrink(ObjectIdentifier(observer))
    removeIfUnused()
  }

  /// Removes the field, if it has no more observers, from what retains it: its place, or the
  /// table's shared values.
  private func removeIfUnused() {
    guard !isListening else { return }
    table?.countListening(-1)
    if let place { place.remove(self) } else { table?.sharedReads?.remove(self) }
  }

  /// Subscribes the system's tracking, which is reading, to the next change.
  func addSystem() {
    if !isListening { table?.countListening(1) }
    let tracked = self.tracked ?? TrackedField()
    self.tracked = tracked
    tracked.willRead()
  }

  /// Makes the field represent a change that no field reports by itself: a child appears or
  /// disappears, or a collection gets other rows, in a case of an enum or further inside a field.
  /// Whatever else changes in the state, observers are notified only if this has happened.
  ///
  /// - Parameters:
  ///   - keyPath: What was read.
  ///   - hasHappened: Whether it has happened since the last call.
  func awaitChange(at keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    isDerived = true
    if awaited == nil { awaited = (keyPath, hasHappened) }
  }

  /// Makes the observers due to be notified.
  func didChange() {
    guard isListening, let table else { return }
    if let awaited, !table.inspecting(awaited.hasHappened) { return }
    for observer in observers.values where observer.object.becomeStale(by: self) {
      table.dueObservers.append(observer.object)
    }
    guard let tracked = tracked.take() else { return }
    table.dueTracked.append(tracked)
    removeIfUnused()
  }
}

/// An object that is retained elsewhere, as an element of a collection.
struct Unowned<Object: AnyObject> {
  unowned let object: Object

  init(_ object: Object) {
    self.object = object
  }
}
