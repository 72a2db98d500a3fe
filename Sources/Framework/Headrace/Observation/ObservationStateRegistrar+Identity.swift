// MARK: - Telling Values Apart

extension ObservationStateRegistrar {
  /// The identity of an enum that holds a value without an identity: it differs at each look, so
  /// that every look finds a change.
  public static func caseIdentity<Value>(of value: Value, index: Int) -> ObservableStateID {
    .volatile
  }

  /// The identity of an enum that holds a state.
  public static func caseIdentity<Value: ObservableState>(
    of value: Value, index: Int
  ) -> ObservableStateID {
    value._$id.tagged(index)
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// A value that shows whether a change in place has turned a value into another; `nil` if every
  /// change counts.
  ///
  /// It is read before and after the change, also by conformances that are written by hand.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  // Disfavoured, so that a small enum of states has the identity of a state.
  /// A small value itself, which is compared with the value after the change.
  @_disfavoredOverload
  @inlinable
  public static func identity<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
    value
  }

  /// A value that shows whether a change in place has turned a state into another.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// A value that shows whether a change in place has turned an optional state into another.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }
}
