// MARK: - Comparing What Is Assigned

extension ObservationStateRegistrar {
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
    // Properties that are not observed may still differ.
    return result == .none && old != new ? .whole : result
  }

  /// The change made by assigning the elements of one collection in place of another's.
  static func change<Element: ObservableState>(
    from old: some Sequence<Element>, to new: some Sequence<Element>,
    haveSameIDs: @autoclosure () -> Bool
  ) -> StateChange {
    guard ObservationTable.isReducingOnThread, haveSameIDs() else { return .whole }
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
  /// A value that shows whether a change in place has turned a collection of states into another.
  public static func identity<ID, Element: ObservableState>(
    of value: IdentifiedArray<ID, Element>
  ) -> CollectionContent {
    CollectionContent(structure: value.structureVersion, stamp: value.contentStamp)
  }
}
