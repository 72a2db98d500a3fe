/// Notices changes to an element of a collection, whose type may or may not be observable.
///
/// Elements don't share a registrar with their collection: an element that is replaced as a whole
/// would leave no trace.
///
/// The pointers are safe: each is made by the caller, of an element that nothing else changes until
/// the call returns, and is used only until then.
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
  @inlinable
  static func identity<Element>(of element: UnsafePointer<Element>?) -> ObservableStateID? {
    guard ObservationTable.isAnyPresent, let element else { return nil }
    return notedIdentity(of: element)
  }

  @usableFromInline
  static func notedIdentity<Element>(
    of element: UnsafePointer<Element>
  ) -> ObservableStateID? {
    guard ObservationTable.isReducingOnThread else { return nil }
    return StateIdentity<Element>()?(element)
  }

  /// The identity of an element that may have been moved out, before it is changed in place; `nil`
  /// if nothing is noted.
  @inlinable
  static func identity<Element>(
    ofOptional element: @autoclosure () -> Element?
  ) -> ObservableStateID? {
    guard ObservationTable.isAnyPresent, let element = element() else { return nil }
    return withUnsafePointer(to: element) { notedIdentity(of: $0) }
  }

  /// Notes that an element was changed in place, which may have turned it into another.
  ///
  /// - Parameters:
  ///   - before: Its identity before.
  ///   - element: Where it is now; `nil` if it is gone.
  /// - Returns: Whether it may have changed; always `true` if nothing is noted.
  @inlinable
  @discardableResult
  static func noteChange<Element>(
    from before: ObservableStateID?, to element: UnsafePointer<Element>?
  ) -> Bool {
    guard let before else { return true }
    return noteObservedChange(from: before, to: element)
  }

  @usableFromInline
  static func noteObservedChange<Element>(
    from before: ObservableStateID, to element: UnsafePointer<Element>?
  ) -> Bool {
    guard before != element.flatMap({ StateIdentity<Element>()?($0) }) else { return false }
    ObservationTable.stateMayHaveChanged(before)
    return true
  }

  /// Notes that an element was changed in place, where it may have been moved out or removed.
  ///
  /// - Returns: Whether it may have changed; always `true` if nothing is noted.
  @inlinable
  @discardableResult
  static func noteChange<Element>(
    from before: ObservableStateID?, toOptional element: @autoclosure () -> Element?
  ) -> Bool {
    guard let before else { return true }
    guard let element = element() else {
      return noteObservedChange(from: before, to: nil as UnsafePointer<Element>?)
    }
    return withUnsafePointer(to: element) { noteObservedChange(from: before, to: $0) }
  }

  /// Notes that an element replaces another.
  ///
  /// - Returns: Whether they may differ; always `true` if nothing is noted.
  @inlinable
  @discardableResult
  static func noteReplacement<Element>(
    of old: @autoclosure () -> Element, by new: Element
  ) -> Bool {
    guard ObservationTable.isAnyPresent else { return true }
    return noteObservedReplacement(of: old(), by: new)
  }

  @usableFromInline
  static func noteObservedReplacement<Element>(of old: Element, by new: Element) -> Bool {
    guard ObservationTable.isReducingOnThread, let type = Element.self as? any ObservableState.Type
    else {
      return true
    }
    return withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) { new in noteReplacement(of: old, by: new, as: type) }
    }
  }

  private static func noteReplacement<State: ObservableState>(
    of old: UnsafeRawPointer, by new: UnsafeRawPointer, as type: State.Type
  ) -> Bool {
    // The type is the elements', as checked above.
    let old = old.assumingMemoryBound(to: State.self)
    let new = new.assumingMemoryBound(to: State.self)
    let before = State._$id(at: old)
    guard before != State._$id(at: new) else { return false }
    let change = ObservationStateRegistrar.change(from: old.pointee, to: new.pointee)
    if change == .whole { ObservationTable.stateMayHaveChanged(before) }
    return true
  }
}
