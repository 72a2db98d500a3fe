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
  /// What is kept of a value while it is changed in place: what tells whether it has become
  /// another; `nil` where every change counts.
  @inlinable
  public static func snapshot<Value>(of value: Value) -> ObservableStateID? { nil }

  /// A small value, which is compared with what it becomes.
  @inlinable
  public static func snapshot<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
    value
  }

  /// What is kept of a state while it is changed in place.
  @inlinable
  public static func snapshot<Value: ObservableState>(of value: Value) -> ObservableStateID? {
    value._$id
  }

  /// What is kept of an enum of states while it is changed in place.
  @inlinable
  public static func snapshot<Value: ObservableState & Equatable & BitwiseCopyable>(
    of value: Value
  ) -> ObservableStateID? {
    value._$id
  }

  /// What is kept of an optional state while it is changed in place.
  @inlinable
  public static func snapshot<Value: ObservableState>(of value: Value?) -> ObservableStateID? {
    value?._$id ?? .inert
  }

  /// What is kept of an optional enum of states while it is changed in place.
  @inlinable
  public static func snapshot<Value: ObservableState & Equatable & BitwiseCopyable>(
    of value: Value?
  ) -> ObservableStateID? {
    value?._$id ?? .inert
  }

  /// What is kept of a presented state while it is changed in place.
  public static func snapshot<Value: ObservableState>(
    of value: PresentationState<Value>
  ) -> ObservableStateID? {
    value.value?._$id ?? .inert
  }

  /// What is kept of a collection of states while it is changed in place.
  public static func snapshot<ID, Element: ObservableState>(
    of value: IdentifiedArray<ID, Element>
  ) -> CollectionContent {
    // Each change of either makes it the greater one.
    CollectionContent(
      structure: max(value.structureVersion, value.orderVersion), stamp: value.contentStamp)
  }

  /// What is kept of a stack while it is changed in place.
  public static func snapshot<Element: ObservableState>(
    of value: StackState<Element>
  ) -> CollectionContent {
    CollectionContent(structure: value.structureVersion, stamp: value.contentStamp)
  }
}
