/// What an observer is reading.
struct ObservedReading {
  /// The place that is read; nothing is read without one.
  let place: ObservedPlace?
  /// The state that the place showed when the reading began.
  let state: ObservableStateID
  /// Whether the system's tracking is reading too.
  let isSystemAsking: Bool
  /// Whether a field of the state was read; if none was, all of it is observed.
  var hasReadField = false

  /// Nothing is read.
  init() {
    place = nil
    state = .inert
    isSystemAsking = false
  }

  init(place: ObservedPlace, state: ObservableStateID, isSystemAsking: Bool) {
    self.place = place
    self.state = state
    self.isSystemAsking = isSystemAsking
  }
}
