/// One field that is observed at one place, and its observers.
final class ObservedField {
  /// Where the field is, which outlives it; `nil` for the whole store and for shared values.
  unowned let place: ObservedPlace?
  /// The table outlives its fields.
  unowned let table: ObservationTable
  let number: UInt64
  /// If `true`, the observers are notified of each change of the field, also of one inside the
  /// child in the field. If `false`, they are notified only when another child takes its place.
  let seesInside: Bool
  /// Whether this field stands for no field of the state: it stands for the whole state, or for an
  /// awaited change. It may change when any field does.
  private(set) var isDerived: Bool

  private(set) var isChanged = false
  /// The last run of an observer that has read the field.
  var lastRun: UInt64 = 0

  private(set) var firstSubscription: Subscription.Link?
  private var lastSubscription: Subscription.Link?
  /// The change that this field represents, if it is an awaited one.
  private var awaited: AwaitedChange?
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

  deinit {
    // The observers keep the links, and find that the field is gone.
    var next = firstSubscription
    while let link = next {
      next = link.pointee.nextOfField
      link.pointee.field = nil
    }
  }

  /// Whether anything waits for the next change.
  var isListening: Bool { firstSubscription != nil || tracked != nil }

  func append(_ link: Subscription.Link) {
    if !isListening { table.countListening(1) }
    link.pointee.previousOfField = lastSubscription
    if let lastSubscription {
      lastSubscription.pointee.nextOfField = link
    } else {
      firstSubscription = link
    }
    lastSubscription = link
  }

  /// Removes an observer; a field without any removes itself from its place.
  func remove(_ link: Subscription.Link) {
    let (previous, next) = (link.pointee.previousOfField, link.pointee.nextOfField)
    if let previous { previous.pointee.nextOfField = next } else { firstSubscription = next }
    if let next { next.pointee.previousOfField = previous } else { lastSubscription = previous }
    endListening()
  }

  private func endListening() {
    guard !isListening else { return }
    table.countListening(-1)
    if !isChanged { removeFromPlace() }
  }

  /// Removes the field, which has no more observers, from what retains it: its place, or the
  /// table's shared values.
  func removeFromPlace() {
    if let place { place.remove(self) } else { table.sharedReads?.remove(self) }
  }

  /// Subscribes the system's tracking, which is reading, to the next change.
  func addSystem() {
    if !isListening { table.countListening(1) }
    if tracked == nil { tracked = TrackedField() }
    tracked?.willRead()
  }

  func didChange() {
    guard !isChanged, isListening else { return }
    isChanged = true
    table.changedFields.append(self)
  }

  /// Makes the field represent a change in which children there are.
  func awaitChild(_ keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    isDerived = true
    if awaited == nil { awaited = AwaitedChange(keyPath: keyPath, hasHappened: hasHappened) }
  }

  @inline(never)
  private func hasHappened(_ awaited: AwaitedChange) -> Bool {
    table.inspecting(awaited.hasHappened)
  }

  /// Adds the observers of the field to those that are notified in a round.
  ///
  /// - Returns: Whether the field has no more observers, so that the caller must remove it from its
  ///   place.
  func collect(into round: inout ObservationRound) -> Bool {
    // Checked first, because the field stays in the list while it counts as changed.
    if let awaited, !hasHappened(awaited) {
      isChanged = false
      return !isListening
    }
    isChanged = false
    var next = firstSubscription
    while let link = next {
      next = link.pointee.nextOfField
      round.add(link.pointee.observer, thatRead: link.pointee.run)
    }
    if let tracked {
      self.tracked = nil
      round.add(tracked)
      if !isListening { table.countListening(-1) }
    }
    return !isListening
  }
}
