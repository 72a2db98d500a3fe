import Observation

/// A field as the system's tracking sees it.
final class TrackedField: Observable {
  private let registrar = ObservationRegistrar()

  /// Never read: a registrar needs the key path of a property.
  private var field: Void { () }

  /// Subscribes the system's tracking, if it is reading, to the next change.
  func willRead() {
    registrar.access(self, keyPath: \.field)
  }

  func didChange() {
    registrar.withMutation(of: self, keyPath: \.field) {}
  }
}
