import Observation

/// A field as the system's tracking knows it.
final class TrackedField: Observable {
  private let registrar = ObservationRegistrar()

  /// Never read: a registrar wants a property to speak of.
  private var field: Void { () }

  /// Lets the system's tracking, if it asks, be told of the next change.
  func willRead() {
    registrar.access(self, keyPath: \.field)
  }

  func didChange() {
    registrar.withMutation(of: self, keyPath: \.field) {}
  }
}
