import Observation

/// Finds out whether the system's tracking asks what is read at the moment.
///
/// The system has no function that says so, but its tracking retains the key paths of what it was
/// told of: the probe tells it of one that nobody else has.
final class TrackingProbe: Observable {
  private let registrar = ObservationRegistrar()
  @exclusivity(unchecked) private var keyPath: KeyPath<TrackingProbe, Void>

  init() {
    // With an argument the key path is made here and now, and not shared with others.
    let number = StateStamp.next()
    keyPath = \.[number]
  }

  /// Never read: a registrar wants a property to speak of.
  private subscript(number: UInt64) -> Void { () }

  /// Whether the system's tracking asks now, or has asked and waits.
  func isAwaited() -> Bool {
    registrar.access(self, keyPath: keyPath)
    return !isKnownUniquelyReferenced(&keyPath)
  }
}
