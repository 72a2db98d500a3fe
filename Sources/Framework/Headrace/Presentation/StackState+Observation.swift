// MARK: - Comparing What Is Assigned

extension ObservationStateRegistrar {
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
    // Properties that are not observed may still differ.
    return result == .none && old != new ? .whole : result
  }
}

// MARK: - Before a Change in Place

extension ObservationStateRegistrar {
  /// A value that shows whether a change in place has turned a stack into another.
  public static func identity<Element: ObservableState>(
    of value: StackState<Element>
  ) -> CollectionContent {
    CollectionContent(structure: value.structureVersion, stamp: value.contentStamp)
  }
}
