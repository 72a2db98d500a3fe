import Observation

/// Finds out whether the system's tracking asks what is read at the moment.
///
/// The system has no function that says so. But its tracking retains the key path of each property
/// that it is told of. The probe owns a key path that nothing else refers to, and reports it as
/// read. If there is a second reference to it then, the tracking has retained it.
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
