// MARK: - Telling Values Apart

extension ObservationStateRegistrar {
  /// The identity of an enum that holds a value of which every change counts.
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

/// What tells a collection of states from another, and from itself before a change.
public struct CollectionContent: Equatable, Sendable {
  /// Another number whenever elements come, go or move.
  @usableFromInline let structure: UInt64
  /// The stamp of the last change of an element.
  @usableFromInline let stamp: UInt64
}

extension ObservationStateRegistrar {
  /// What tells whether a value that is changed in place has become another; `nil` where every
  /// change counts.
  ///
  /// It is asked before the change and after it, also by conformances that are written by hand.
  @inlinable
  public static func identity<Value>(of value: Value) -> ObservableStateID? { nil }

  /// A small value, which is compared with what it becomes.
  @inlinable
  public static func identity<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
    value
  }

  /// What tells whether a state that is changed in place has become another.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// What tells whether an enum of states that is changed in place has become another.
  @inlinable
  public static func identity<Value: ObservableState & Equatable & BitwiseCopyable>(
    of value: Value
  ) -> ObservableStateID? {
    value._$id
  }

  /// What tells whether an optional state that is changed in place has become another.
  @inlinable
  public static func identity<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }

  /// What tells whether an optional enum of states that is changed in place has become another.
  @inlinable
  public static func identity<Value: ObservableState & Equatable & BitwiseCopyable>(
    of value: Value?
  ) -> ObservableStateID? {
    value?._$id ?? .inert
  }
}
