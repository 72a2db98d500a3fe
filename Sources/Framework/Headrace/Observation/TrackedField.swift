import Observation

/// A field as the system's tracking knows it.
final class TrackedField: Observable {
  private let registrar = ObservationRegistrar()
  /// A copy: to have one made costs more than to ask who reads.
  private let keyPath: KeyPath<TrackedField, Void> = \.value

  /// Never read: a registrar wants a property to speak of.
  private var value: Void { () }

  /// Lets the system's tracking, if it asks, be told of the next change.
  func willRead() {
    registrar.access(self, keyPath: keyPath)
  }

  func didChange() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }
}
