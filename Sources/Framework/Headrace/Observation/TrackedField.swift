import Observation

/// A field as the system's tracking knows it.
final class TrackedField: Observable {
  private let registrar = ObservationRegistrar()
  /// Of its own, so that one sees whether the system has taken hold of it.
  private var keyPath: KeyPath<TrackedField, Void>

  init() {
    // With an argument the key path is made here and now, and not shared with others.
    let number = StateStamp.next()
    keyPath = \.[number]
  }

  /// Never read: a registrar wants a property to speak of.
  private subscript(number: UInt64) -> Void { () }

  /// Lets the system's tracking, if it asks, be told of the next change.
  func willRead() {
    registrar.access(self, keyPath: keyPath)
  }

  /// Whether the system's tracking asks now, or has asked and waits.
  ///
  /// It has no function that says so, but it keeps the key paths of what it was told of.
  func isAwaited() -> Bool {
    registrar.access(self, keyPath: keyPath)
    return !isKnownUniquelyReferenced(&keyPath)
  }

  func didChange() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }
}
