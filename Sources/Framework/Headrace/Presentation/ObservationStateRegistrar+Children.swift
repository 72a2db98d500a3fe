// Observation of the types that contain the states of children.

// MARK: - Comparing Assigned Values

extension ObservationStateRegistrar {
  /// Returns the change made by presenting one state instead of another.
  public static func change<Value: ObservableState>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }

  /// Returns the change made by presenting one `Equatable` state instead of another.
  ///
  /// Properties that are not observed count, too.
  public static func change<Value: ObservableState & Equatable>(
    from old: PresentationState<Value>, to new: PresentationState<Value>
  ) -> StateChange {
    change(from: old.value, to: new.value)
  }

  /// Returns the change made by assigning some elements over others.
  ///
  /// - Complexity: O(*n*) if the store has observers.
  public static func change<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>
  ) -> StateChange {
    change(from: old, to: new, haveSameIDs: old.ids == new.ids)
  }

  /// Returns the change made by assigning some `Equatable` elements over others.
  ///
  /// Properties that are not observed count, too.
  ///
  /// - Complexity: O(*n*)
  public static func change<ID, Element: ObservableState & Equatable>(
    from old: IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>
  ) -> StateChange {
    let result = change(from: old, to: new, haveSameIDs: old.ids == new.ids)
    return result == .none && old != new ? .whole : result
  }

  /// Returns the change made by assigning one stack over another.
  ///
  /// - Complexity: O(*n*)
  public static func change<Element: ObservableState>(
    from old: StackState<Element>, to new: StackState<Element>
  ) -> StateChange {
    change(from: old, to: new, haveSameIDs: old.ids == new.ids)
  }

  /// Returns the change made by assigning one stack of `Equatable` elements over another.
  ///
  /// Properties that are not observed count, too.
  ///
  /// - Complexity: O(*n*)
  public static func change<Element: ObservableState & Equatable>(
    from old: StackState<Element>, to new: StackState<Element>
  ) -> StateChange {
    let result = change(from: old, to: new, haveSameIDs: old.ids == new.ids)
    return result == .none && old != new ? .whole : result
  }

  /// Returns the change made by assigning the elements of one collection over another's.
  private static func change<Element: ObservableState>(
    from old: some Sequence<Element>, to new: some Sequence<Element>,
    haveSameIDs: @autoclosure () -> Bool
  ) -> StateChange {
    guard ObservationTable.notingOnThread != nil, haveSameIDs() else { return .whole }
    var result = StateChange.none
    for (old, new) in zip(old, new) where old._$id != new._$id {
      if change(from: old, to: new) == .whole { ObservationTable.stateMayHaveChanged(old._$id) }
      result = .inside
    }
    return result
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// Returns a value that shows whether a change in place has replaced a presented state.
  public static func identity<Value: ObservableState>(
    of value: PresentationState<Value>
  ) -> ObservableStateID? {
    identity(of: value.value)
  }

  /// Returns a value that shows whether a change in place has replaced a collection of states.
  public static func identity<ID, Element: ObservableState>(
    of value: IdentifiedArray<ID, Element>
  ) -> ObservableStateID? {
    .collection(structure: value.structureVersion, stamp: value.contentStamp)
  }

  /// Returns a value that shows whether a change in place has replaced a stack.
  public static func identity<Element: ObservableState>(
    of value: StackState<Element>
  ) -> ObservableStateID? {
    .collection(structure: value.structureVersion, stamp: value.contentStamp)
  }
}
