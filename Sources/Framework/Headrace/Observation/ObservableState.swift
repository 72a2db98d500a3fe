public import Observation

/// A state whose properties can be observed one by one.
///
/// `@ObservableState` writes the conformance.
public protocol ObservableState: Observable {
  /// Tells this state from others in its place, and from itself before a change.
  var _$id: ObservableStateID { get }

  /// The identity of the state at a place, of which it touches nothing else.
  static func _$id(at state: UnsafeRawPointer) -> ObservableStateID

  /// The stored property behind an observed one, which the runtime changes without asking who
  /// observes.
  static func _$storedKeyPath(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  /// The number by which the registrar knows an observed property; `nil` for any other.
  static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64?

  /// Where in the state its registrar is; `nil` where that is not known.
  static var _$registrarOffset: Int? { get }

  /// Finds the fields in which two values of one state differ.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value that takes its place.
  ///   - differences: Is told of each field that differs.
  static func _$compare(
    _ old: Self, _ new: Self, in differences: inout StateDifferences)
}

extension ObservableState {
  /// Reads the state's `_$id`; compiled with the conforming type, where nothing has to be copied.
  @inlinable
  public static func _$id(at state: UnsafeRawPointer) -> ObservableStateID {
    state.assumingMemoryBound(to: Self.self).pointee._$id
  }

  /// Knows of no stored property.
  public static func _$storedKeyPath(
    for keyPath: PartialKeyPath<Self>
  ) -> PartialKeyPath<Self>? { nil }

  /// Knows of no observed property.
  public static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64? { nil }

  /// Does not know; the runtime then changes children by way of the observed properties.
  public static var _$registrarOffset: Int? { nil }

  /// Says that any field may differ.
  public static func _$compare(
    _ old: Self, _ new: Self, in differences: inout StateDifferences
  ) {
    differences.addEverything()
  }
}
