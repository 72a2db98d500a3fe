public import Observation

/// A state whose properties can be observed one by one.
///
/// `@ObservableState` writes the conformance.
public protocol ObservableState: Observable {
  /// Tells this state from others in its place; copies share it.
  var _$id: ObservableStateID { get }

  /// The stored property behind an observed one, which the runtime changes without asking who
  /// observes.
  static func _$storedKeyPath(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?
}

extension ObservableState {
  /// Knows of no stored property.
  public static func _$storedKeyPath(
    for keyPath: PartialKeyPath<Self>
  ) -> PartialKeyPath<Self>? { nil }
}
