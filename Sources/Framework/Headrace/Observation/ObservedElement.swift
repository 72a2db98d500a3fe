/// Notices changes to an element of a collection, whose type may or may not be observable.
///
/// Elements don't share a registrar with their collection: an element that is replaced as a whole
/// would leave no trace.
@usableFromInline
package enum ObservedElement {
  /// A new stamp for a collection of which an element has changed. The change of the stamp is
  /// noted, so that the collection's registrar knows that each changed element has noted its own
  /// change.
  ///
  /// - Parameter stamp: The collection's stamp before.
  @inlinable
  static func renewStamp(after stamp: UInt64) -> UInt64 {
    let new = StateStamp.next()
    if ObservationTable.isAnyPresent { ObservationTable.elementWasNoted(from: stamp, to: new) }
    return new
  }

  /// The identity of an element before it is changed in place; `nil` if nothing is noted.
  @usableFromInline
  static func identity<Element>(of element: @autoclosure () -> Element?) -> ObservableStateID? {
    guard ObservationTable.isReducingOnThread, let element = element() else { return nil }
    return (element as? any ObservableState)?._$id
  }

  /// Notes that an element was changed in place, which may have turned it into another.
  ///
  /// - Parameters:
  ///   - before: Its identity before.
  ///   - element: The element now; `nil` if it is gone.
  /// - Returns: Whether it may have changed; always `true` if nothing is noted.
  @inlinable
  static func noteChange<Element>(
    from before: ObservableStateID?, to element: @autoclosure () -> Element?
  ) -> Bool {
    guard let before else { return true }
    guard before != identity(of: element()) else { return false }
    ObservationTable.stateMayHaveChanged(before)
    return true
  }

  /// Notes that an element replaces another.
  ///
  /// - Returns: Whether they may differ; always `true` if nothing is noted.
  @usableFromInline
  static func noteReplacement<Element>(
    of old: @autoclosure () -> Element, by new: Element
  ) -> Bool {
    guard ObservationTable.isReducingOnThread, let old = old() as? any ObservableState else {
      return true
    }
    return noteStateReplacement(of: old, by: new)
  }

  private static func noteStateReplacement<State: ObservableState>(
    of old: State, by new: some Any
  ) -> Bool {
    guard let new = new as? State else { return true }
    let before = old._$id
    guard before != new._$id else { return false }
    let change = ObservationStateRegistrar.change(from: old, to: new)
    if change == .whole { ObservationTable.stateMayHaveChanged(before) }
    return true
  }
}
