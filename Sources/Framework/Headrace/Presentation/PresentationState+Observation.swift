// MARK: - Comparing What Is Assigned

extension ObservationStateRegistrar {
  /// The change made by presenting one state in place of another.
  public static func change<Value: ObservableState>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }

  /// The change made by presenting one `Equatable` state in place of another. Properties that are
  /// not observed count too.
  public static func change<Value: ObservableState & Equatable>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// A value that shows whether a change in place has turned a presented state into another.
  public static func identity<Value: ObservableState>(
    of value: PresentationState<Value>
  ) -> ObservableStateID? {
    value.value?._$id ?? .inert
  }
}
