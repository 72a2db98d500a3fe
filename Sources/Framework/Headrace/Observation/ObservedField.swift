/// One field that is observed at one place, and its observers.
final class ObservedField {
  /// Where the field is; `nil` where the whole store is observed.
  private(set) unowned(unsafe) var place: ObservedPlace?
  private unowned(unsafe) let table: ObservationTable
  let number: UInt64
  /// Whether a change of what is in the field counts, or only which child is there.
  let seesInside: Bool

  /// The next of the same place.
  @exclusivity(unchecked) var next: Unmanaged<ObservedField>?
  /// The next of those that have changed.
  @exclusivity(unchecked) var nextChanged: Unmanaged<ObservedField>?
  @exclusivity(unchecked) private(set) var isChanged = false
  /// The last run of an observer that has read the field.
  @exclusivity(unchecked) var lastRun: UInt64 = 0

  @exclusivity(unchecked) private(set) var firstSubscription: Subscription.Link?
  @exclusivity(unchecked) private var lastSubscription: Subscription.Link?
  /// For the system's tracking, while it waits.
  @exclusivity(unchecked) private var tracked: TrackedField?

  init(
    _ number: UInt64, of place: ObservedPlace?, seesInside: Bool, in table: ObservationTable
  ) {
    self.number = number
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

  /// Whether anything is to be told of the next change.
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

  /// Takes an observer out; a field without any takes itself out of its place.
  func remove(_ link: Subscription.Link) {
    let (previous, next) = (link.pointee.previousOfField, link.pointee.nextOfField)
    if let previous { previous.pointee.nextOfField = next } else { firstSubscription = next }
    if let next { next.pointee.previousOfField = previous } else { lastSubscription = previous }
    endListening()
  }

  private func endListening() {
    guard !isListening else { return }
    table.countListening(-1)
    if !isChanged { place?.remove(self) }
  }

  /// Lets the system's tracking, which asks, be told of the next change.
  func addSystem() {
    if !isListening { table.countListening(1) }
    if tracked == nil { tracked = TrackedField() }
    tracked?.willRead()
  }

  func didChange() {
    guard !isChanged, isListening else { return }
    isChanged = true
    table.willTell(self)
  }

  /// Collects what is to be told of the change.
  func tell(in round: inout ObservationRound) {
    isChanged = false
    var next = firstSubscription
    while let link = next {
      next = link.pointee.nextOfField
      round.add(link.pointee.observer, thatRead: link.pointee.run)
    }
    if let tracked {
      self.tracked = nil
      round.add(tracked)
      endListening()
    } else if !isListening {
      place?.remove(self)
    }
  }
}
