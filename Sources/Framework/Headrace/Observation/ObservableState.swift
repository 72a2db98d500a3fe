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

  /// The number by which the registrar knows an observed property; `nil` for any other.
  static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64?
}

extension ObservableState {
  /// Knows of no stored property.
  public static func _$storedKeyPath(
    for keyPath: PartialKeyPath<Self>
  ) -> PartialKeyPath<Self>? { nil }

  /// Knows of no observed property.
  public static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64? { nil }
}
