/// One field that is observed at one place, and its observers.
///
/// Its observers retain it, as do its place and the table's list of shared values.
final class ObservedField {
  /// Where the field is; `nil` for the whole store and for shared values, and once the store is
  /// gone.
  private(set) weak var place: ObservedPlace?
  /// The table; `nil` once the store is gone.
  private(set) weak var table: ObservationTable?
  let number: UInt64
  /// If `true`, the observers are notified of each change of the field, also of one inside the
  /// child in the field. If `false`, they are notified only when another child takes its place.
  let seesInside: Bool
  /// Whether this field stands for no field of the state: it stands for the whole state, or for an
  /// awaited change. It may change when any field does.
  private(set) var isDerived: Bool
  private(set) var isChanged = false
  /// An observer removes itself before it goes away.
  private var observers: [ObjectIdentifier: Unowned<StoreObserver>] = [:]
  /// For an awaited change: whether it has happened since the last call. The key path is kept, so
  /// that no other one has its address, which is the field's number.
  private var awaited: (keyPath: AnyKeyPath, hasHappened: () -> Bool)?
  /// The entry of the system's tracking, while that waits.
  private var tracked: TrackedField?

  init(
    _ number: UInt64, of place: ObservedPlace?, seesInside: Bool, in table: ObservationTable
  ) {
    self.number = number
    self.isDerived = number == ObservationTable.wholeField
    self.place = place
    self.seesInside = seesInside
    self.table = table
  }
}

// MARK: - Observers

extension ObservedField {
  /// Whether anything waits for the next change.
  private var isListening: Bool { !observers.isEmpty || tracked != nil }

  func add(_ observer: StoreObserver) {
    if !isListening { table?.countListening(1) }
    observers[ObjectIdentifier(observer)] = Unowned(observer)
  }

  /// Removes an observer; a field without any removes itself from its place.
  func remove(_ observer: StoreObserver) {
    observers.removeAndShrink(ObjectIdentifier(observer))
    guard !isListening else { return }
    table?.countListening(-1)
    if !isChanged { removeFromPlace() }
  }

  /// Removes the field, which has no more observers, from what retains it: its place, or the
  /// table's shared values.
  private func removeFromPlace() {
    if let place { place.remove(self) } else { table?.sharedReads?.remove(self) }
  }

  /// Subscribes the system's tracking, which is reading, to the next change.
  func addSystem() {
    if !isListening { table?.countListening(1) }
    let tracked = self.tracked ?? TrackedField()
    self.tracked = tracked
    tracked.willRead()
  }
}

// MARK: - Changes

extension ObservedField {
  func didChange() {
    guard !isChanged, isListening else { return }
    isChanged = true
    table?.changedFields.append(self)
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

  /// Adds the observers of the field to those that are notified in a round.
  func collect(into round: inout ObservationRound) {
    // Asked while the field counts as changed, so that it stays with its place meanwhile.
    let isDue = awaited.map { table?.inspecting($0.hasHappened) ?? false } ?? true
    isChanged = false
    if isDue {
      for observer in observers.values { round.add(observer.object, thatRead: self) }
      if let tracked = tracked.take() {
        round.add(tracked)
        if !isListening { table?.countListening(-1) }
      }
    }
    if !isListening { removeFromPlace() }
  }
}
