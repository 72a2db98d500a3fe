// MARK: - Comparing What Is Assigned

extension ObservationStateRegistrar {
  /// What presenting one state in the place of another does.
  public static func change<Value: ObservableState>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }

  /// The same for a presented state that is `Equatable`, whose unobserved properties count, too.
  public static func change<Value: ObservableState & Equatable>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// What tells whether a presented state that is changed in place has become another.
  public static func identity<Value: ObservableState>(
    of value: PresentationState<Value>
  ) -> ObservableStateID? {
    value.value?._$id ?? .inert
  }
}
