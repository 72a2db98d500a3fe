// Elements of a collection, whose type may or may not be observable. They don't share a registrar
// with their collection: an element that is replaced as a whole would leave no trace.

extension ObservationTable {
  /// The identity of an element before it is changed in place; `nil` if no change counts.
  @usableFromInline
  static func identity<Element>(ofElement element: @autoclosure () -> Element?)
    -> ObservableStateID?
  {
    guard reducingOnThread != nil, let element = element() else { return nil }
    return (element as? any ObservableState)?._$id
  }

  /// Whether an element may have changed in place, or become another.
  ///
  /// - Parameters:
  ///   - before: Its identity before.
  ///   - element: The element now; `nil` if it is gone.
  @inlinable
  static func elementMayHaveChanged<Element>(
    from before: ObservableStateID?, to element: @autoclosure () -> Element?
  ) -> Bool {
    before == nil || before != identity(ofElement: element())
  }

  /// Notes that an element replaces another.
  ///
  /// - Returns: Whether they may differ.
  @usableFromInline
  static func noteReplacement<Element>(
    ofElement old: @autoclosure () -> Element, by new: Element
  ) -> Bool {
    guard reducingOnThread != nil, let old = old() as? any ObservableState else {
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
