// MARK: - Distinguishing Values

extension ObservationStateRegistrar {
  /// Returns a new identity for an enum whose value has none, so that every inspection finds a
  /// change.
  public static func caseIdentity<Value>(of value: Value, index: Int) -> ObservableStateID {
    .volatile
  }

  /// Returns the identity of an enum that contains a state.
  public static func caseIdentity<Value: ObservableState>(
    of value: Value, index: Int
  ) -> ObservableStateID {
    value._$id.tagged(index)
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// Returns a value that shows whether a change in place has replaced a value; `nil` if every
  /// change counts.
  ///
  /// It is read before and after the change, also by handwritten conformances.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  // Disfavoured, so that a small enum of states has the identity of a state.
  /// Returns a small value itself, to be compared with the value after the change.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
    value
  }

  /// Returns a value that shows whether a change in place has replaced a state.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// Returns a value that shows whether a change in place has replaced an optional state.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }
}
