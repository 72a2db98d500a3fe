public import Observation

/// A state whose properties can be observed individually.
///
/// `@ObservableState` generates the conformance.
public protocol ObservableState: Observable, SendableMetatype {
  /// The identity of this state, which differs from its replacements' and from its own before a
  /// change.
  var _$id: ObservableStateID { get }

  /// Returns the stored property behind an observed one, which the runtime changes without
  /// notifying observers.
  static func _$storedKeyPath(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  /// Returns the registrar's number of an observed property; `nil` for any other.
  static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64?

  /// The offset of the registrar in the state; `nil` if unknown.
  static var _$registrarOffset: Int? { get }

  /// Finds the fields in which two values of the same state differ.
  ///
  /// - Parameters:
  ///   - old: The previous value.
  ///   - new: The value that replaces it.
  ///   - differences: Collects each field that differs.
  static func _$compare(
    _ old: Self, _ new: Self, in differences: inout StateDifferences)
}

extension ObservableState {
  /// Returns the key path of the stored property behind an observed one, for any key path.
  static func storedKeyPath(for keyPath: AnyKeyPath) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<Self>).flatMap { _$storedKeyPath(for: $0) }
  }

  /// Returns `nil`: no stored properties are known.
  public static func _$storedKeyPath(
    for keyPath: PartialKeyPath<Self>
  ) -> PartialKeyPath<Self>? { nil }

  /// Returns `nil`: no observed properties are known.
  public static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64? { nil }

  /// Returns `nil`; the runtime then changes children through the observed properties.
  public static var _$registrarOffset: Int? { nil }

  /// Reports that any field may differ.
  public static func _$compare(
    _ old: Self, _ new: Self, in differences: inout StateDifferences
  ) {
    differences.addEverything()
  }
}
