import Observation

/// A field or a shared value, as represented in the system's tracking.
final class TrackedField: Observable, Sendable {
  /// A number that shows which of two fields was read first.
  let number = ObservationOrder.next()
  private let registrar = ObservationRegistrar()

  /// Never read: a registrar needs the key path of a property.
  private var field: Void { () }

  /// Subscribes the system's tracking, if it is reading, to the next change.
  func willRead() { registrar.access(self, keyPath: \.field) }

  func didChange() { registrar.withMutation(of: self, keyPath: \.field) {} }
}

/// Determines whether the system's tracking follows the current reads.
///
/// The system has no function for this. But its tracking retains the key path of each property that
/// is reported to it. The probe owns a key path that nothing else refers to, and reports it as
/// read. If there is a second reference to it afterwards, the tracking has retained it.
final class TrackingProbe: Observable {
  private let registrar = ObservationRegistrar()
  private var keyPath: KeyPath<TrackingProbe, Void>

  init() {
    // The argument makes this key path a new object, not shared with others.
    let number = StateStamp.next()
    keyPath = \.[number]
  }

  /// Never read: a registrar needs the key path of a property.
  private subscript(number: UInt64) -> Void { () }

  /// Returns true if the system's tracking is following reads now, or has done so and is waiting.
  func isAwaited() -> Bool {
    registrar.access(self, keyPath: keyPath)
    return !isKnownUniquelyReferenced(&keyPath)
  }
}
