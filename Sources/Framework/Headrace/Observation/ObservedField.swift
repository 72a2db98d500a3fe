/// One field that is observed at one place, and its observers.
final class ObservedField {
  /// Where the field is; `nil` for the whole store and for shared values.
  ///
  /// Unmanaged: the place retains the field, and goes after its last one; the table outlives its
  /// places.
  let place: Unmanaged<ObservedPlace>?
  private let table: Unmanaged<ObservationTable>
  let number: UInt64
  /// Whether the observers are notified of changes inside the child in this field, or only when
  /// another child takes its place.
  let seesInside: Bool
  /// Whether it is no field of its own, and may change when any field does: the whole, or an
  /// awaited change.
  @exclusivity(unchecked) private(set) var isDerived: Bool

  /// The next of the same place.
  @exclusivity(unchecked) var next: Unmanaged<ObservedField>?
  /// The next of those that have changed.
  @exclusivity(unchecked) var nextChanged: Unmanaged<ObservedField>?
  @exclusivity(unchecked) private(set) var isChanged = false
  /// The last run of an observer that has read the field.
  @exclusivity(unchecked) var lastRun: UInt64 = 0

  @exclusivity(unchecked) private(set) var firstSubscription: Subscription.Link?
  @exclusivity(unchecked) private var lastSubscription: Subscription.Link?
  /// The change that this entry stands for, if it is an awaited one.
  @exclusivity(unchecked) private var awaited: AwaitedChange?
  /// For the system's tracking, while it waits.
  @exclusivity(unchecked) private var tracked: TrackedField?

  init(
    _ number: UInt64, of place: ObservedPlace?, seesInside: Bool, in table: ObservationTable
  ) {
    self.number = number
    self.isDerived = number == ObservationTable.wholeField
    self.place = place.map { .passUnretained($0) }
    self.seesInside = seesInside
    self.table = .passUnretained(table)
  }

  deinit {
    // The observers keep the links, and find that the field is gone.
    var next = firstSubscription
    while let link = next {
      next = link.pointee.nextOfField
      link.pointee.field = nil
    }
  }

  /// Whether anything is to be told of the next change.
  var isListening: Bool { firstSubscription != nil || tracked != nil }

  func append(_ link: Subscription.Link) {
    if !isListening { countListening(1) }
    link.pointee.previousOfField = lastSubscription
    if let lastSubscription {
      lastSubscription.pointee.nextOfField = link
    } else {
      firstSubscription = link
    }
    lastSubscription = link
  }

  /// Takes an observer out; a field without any takes itself out of its place.
  func remove(_ link: Subscription.Link) {
    let (previous, next) = (link.pointee.previousOfField, link.pointee.nextOfField)
    if let previous { previous.pointee.nextOfField = next } else { firstSubscription = next }
    if let next { next.pointee.previousOfField = previous } else { lastSubscription = previous }
    endListening()
  }

  private func endListening() {
    guard !isListening else { return }
    countListening(-1)
    if !isChanged { removeFromPlace() }
  }

  private func countListening(_ change: Int) {
    table._withUnsafeGuaranteedRef { $0.countListening(change) }
  }

  /// Takes the field, which has no observers any more, out of what retains it: its place, or the
  /// table's shared values.
  func removeFromPlace() {
    if let place {
      place._withUnsafeGuaranteedRef { $0.remove(self) }
    } else {
      table._withUnsafeGuaranteedRef { $0.sharedReads?.remove(self) }
    }
  }

  /// Lets the system's tracking, which asks, be told of the next change.
  func addSystem() {
    if !isListening { countListening(1) }
    if tracked == nil { tracked = TrackedField() }
    tracked?.willRead()
  }

  func didChange() {
    guard !isChanged, isListening else { return }
    isChanged = true
    table._withUnsafeGuaranteedRef { $0.changes.append(self) }
  }

  /// Lets the field stand for a change of which children there are.
  func await(_ keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    isDerived = true
    if awaited == nil { awaited = AwaitedChange(keyPath: keyPath, hasHappened: hasHappened) }
  }

  @inline(never)
  private func hasHappened(_ awaited: AwaitedChange) -> Bool {
    table._withUnsafeGuaranteedRef { $0.inspecting(awaited.hasHappened) }
  }

  /// Collects what is to be told of the change.
  ///
  /// - Returns: Whether the field has no observers any more, and is to be taken out of its place.
  func tell(in round: inout ObservationRound) -> Bool {
    // Asked first, as the field stays where it is while it counts as changed.
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
      if !isListening { countListening(-1) }
    }
    return !isListening
  }
}
