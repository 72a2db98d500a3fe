// What observers learn of the types that hold the states of children.

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

  /// The change made by assigning some elements in place of others.
  ///
  /// - Complexity: O(*n*) where the store has observers.
  public static func change<ID, Element: ObservableState>(
    from old: IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>
  ) -> StateChange {
    change(from: old, to: new, haveSameIDs: old.ids == new.ids)
  }

  /// The change made by assigning some `Equatable` elements in place of others. Properties that are
  /// not observed count too.
  ///
  /// - Complexity: O(*n*)
  public static func change<ID, Element: ObservableState & Equatable>(
    from old: IdentifiedArray<ID, Element>, to new: IdentifiedArray<ID, Element>
  ) -> StateChange {
    let result = change(from: old, to: new, haveSameIDs: old.ids == new.ids)
    return result == .none && old != new ? .whole : result
  }

  /// The change made by assigning one stack in place of another.
  ///
  /// - Complexity: O(*n*)
  public static func change<Element: ObservableState>(
    from old: StackState<Element>, to new: StackState<Element>
  ) -> StateChange {
    change(from: old, to: new, haveSameIDs: old.ids == new.ids)
  }

  /// The change made by assigning one stack of `Equatable` elements in place of another. Properties
  /// that are not observed count too.
  ///
  /// - Complexity: O(*n*)
  public static func change<Element: ObservableState & Equatable>(
    from old: StackState<Element>, to new: StackState<Element>
  ) -> StateChange {
    let result = change(from: old, to: new, haveSameIDs: old.ids == new.ids)
    return result == .none && old != new ? .whole : result
  }

  /// The change made by assigning the elements of one collection in place of another's.
  private static func change<Element: ObservableState>(
    from old: some Sequence<Element>, to new: some Sequence<Element>,
    haveSameIDs: @autoclosure () -> Bool
  ) -> StateChange {
    guard ObservationTable.reducingOnThread != nil, haveSameIDs() else { return .whole }
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
  /// A value that shows whether a change in place has turned a presented state into another.
  public static func identity<Value: ObservableState>(
    of value: PresentationState<Value>
  ) -> ObservableStateID? {
    identity(of: value.value)
  }

  /// A value that shows whether a change in place has turned a collection of states into another.
  public static func identity<ID, Element: ObservableState>(
    of value: IdentifiedArray<ID, Element>
  ) -> ObservableStateID? {
    .collection(structure: value.structureVersion, stamp: value.contentStamp)
  }

  /// A value that shows whether a change in place has turned a stack into another.
  public static func identity<Element: ObservableState>(
    of value: StackState<Element>
  ) -> ObservableStateID? {
    .collection(structure: value.structureVersion, stamp: value.contentStamp)
  }
}
