import Observation

/// A field, or a shared value, as the system's tracking sees it.
final class TrackedField: Observable, Sendable {
  /// Shows which of two fields was read first.
  let number = StateStamp.next()
  private let registrar = ObservationRegistrar()

  /// Never read: a registrar needs the key path of a property.
  private var field: Void { () }

  /// Subscribes the system's tracking, if it is reading, to the next change.
  func willRead() { registrar.access(self, keyPath: \.field) }

  func didChange() { registrar.withMutation(of: self, keyPath: \.field) {} }
}

/// Finds out whether the system's tracking follows the current reads.
///
/// The system has no function for this. But its tracking retains the key path of each property that
/// is reported to it. The probe owns a key path that nothing else refers to, and reports it as
/// read. If there is a second reference to it then, the tracking has retained it.
final class TrackingProbe: Observable {
  private let registrar = ObservationRegistrar()
  private var keyPath: KeyPath<TrackingProbe, Void>

  init() {
    // With an argument, a new key path is made here and not shared with others.
    let number = StateStamp.next()
    keyPath = \.[number]
  }

  /// Never read: a registrar needs the key path of a property.
  private subscript(number: UInt64) -> Void { () }

  /// Whether the system's tracking is following reads now, or did so and is waiting.
  func isAwaited() -> Bool {
    registrar.access(self, keyPath: keyPath)
    return !isKnownUniquelyReferenced(&keyPath)
  }
}
