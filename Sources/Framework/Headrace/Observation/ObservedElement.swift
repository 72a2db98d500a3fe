// Elements of a collection, whose type may or may not be observable. They have no registrar in
// common with their collection: replacing a whole element would leave no trace.

extension ObservationTable {
  /// Returns the identity of an element before it is changed in place; `nil` if no change counts.
  @usableFromInline
  static func identity<Element>(ofElement element: @autoclosure () -> Element?)
    -> ObservableStateID?
  {
    guard notingOnThread != nil, let element = element() else { return nil }
    return (element as? any ObservableState)?._$id
  }

  /// Returns true if an element may have changed in place, or may have been replaced.
  ///
  /// - Parameters:
  ///   - before: Its identity before the change.
  ///   - element: The current element; `nil` if it was removed.
  @inlinable
  static func elementMayHaveChanged<Element>(
    from before: ObservableStateID?, to element: @autoclosure () -> Element?
  ) -> Bool {
    before == nil || before != identity(ofElement: element())
  }

  /// Notes that an element replaces another.
  ///
  /// - Returns: True if they may differ.
  @usableFromInline
  static func noteReplacement<Element>(
    ofElement old: @autoclosure () -> Element, by new: Element
  ) -> Bool {
    guard notingOnThread != nil, let old = old() as? any ObservableState else {
      return true
    }
    return noteStateReplacement(of: old, by: new)
  }

  private static func noteStateReplacement<State: ObservableState>(
    of old: State, by new: some Any
  ) -> Bool {
    guard let new = new as? State else { return true }
    return ObservationStateRegistrar.change(from: old, to: new) != .none
  }
}
