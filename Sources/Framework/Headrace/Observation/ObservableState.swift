public import Observation

/// A state whose properties can be observed one by one.
///
/// `@ObservableState` generates the conformance.
public protocol ObservableState: Observable, SendableMetatype {
  /// Distinguishes this state from others in its place, and from itself before a change.
  var _$id: ObservableStateID { get }

  /// The stored property behind an observed one, which the runtime changes without notifying
  /// observers.
  static func _$storedKeyPath(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  /// The registrar's number of an observed property; `nil` for any other.
  static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64?

  /// The offset of the registrar in the state; `nil` if it is not known.
  static var _$registrarOffset: Int? { get }

  /// Finds the fields in which two values of one state differ.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value that takes its place.
  ///   - differences: Collects each field that differs.
  static func _$compare(
    _ old: Self, _ new: Self, in differences: inout StateDifferences)
}

extension ObservableState {
  /// Returns `nil`: no stored property is known.
  public static func _$storedKeyPath(
    for keyPath: PartialKeyPath<Self>
  ) -> PartialKeyPath<Self>? { nil }

  /// Returns `nil`: no observed property is known.
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
