/// A part of an observed state, which the runtime changes on behalf of the child in it.
@usableFromInline
package struct ObservedPart<Root> {
  private let number: UInt64
  private let identity: StateIdentity<Root>
  /// Where in the root the stamp of its last change is.
  private let stampOffset: Int
  /// Whether the child notes its changes itself: its state has `@ObservableState`.
  private let childNotesItsChanges: Bool

  /// - Returns: `nil` if the root's type has no `@ObservableState`, or the part is not one of its
  ///   observed fields.
  init?<Part>(_ keyPath: KeyPath<Root, Part>, of part: Part.Type) {
    guard let identity = StateIdentity<Root>(), let root = Root.self as? any ObservableState.Type,
      let number = Self.number(of: keyPath, in: root), let offset = root._$registrarOffset
    else { return nil }
    self.number = number
    self.identity = identity
    self.stampOffset = offset + ObservationStateRegistrar.stampOffset
    self.childNotesItsChanges = areObservable(part)
  }

  static func number<State: ObservableState>(
    of keyPath: PartialKeyPath<Root>, in root: State.Type
  ) -> UInt64? {
    (keyPath as? PartialKeyPath<State>).flatMap { State._$fieldNumber(of: $0) }
  }

  /// Lets a child change the part, and notes the change for the observers of the whole part.
  @usableFromInline
  func noticing<Result>(_ root: inout Root, _ body: (inout Root) -> Result) -> Result {
    let (result, hasChanged) = ObservationTable.hasChildChanged { body(&root) }
    guard hasChanged || !childNotesItsChanges else { return result }
    let before = identity(of: &root).stamp
    StateStamp.renew(in: &root, offset: stampOffset)
    ObservationTable.fieldWasChanged(
      number, isInside: childNotesItsChanges, of: identity(of: &root), since: before)
    return result
  }
}

/// How the runtime keeps the identity of a state up to date while it changes children in it.
@usableFromInline
package enum PartUpkeep {
  /// The offset of a state that has no identity.
  @usableFromInline static let none = -1
  /// The offset of a state whose registrar is not known: its properties are used instead.
  @usableFromInline static let byProperty = -2

  /// The offset in a state of the stamp that is renewed when a part changes, or one of the
  /// constants above.
  static func stampOffset<Root, Part>(
    of root: Root.Type, changing keyPath: KeyPath<Root, Part>
  ) -> Int {
    guard let state = Root.self as? any ObservableState.Type,
      ObservedPart<Root>.number(of: keyPath, in: state) != nil
    else { return none }
    guard let offset = state._$registrarOffset else { return byProperty }
    return offset + ObservationStateRegistrar.stampOffset
  }
}

/// A type that holds the states of children.
package protocol ChildStates {
  /// The type of one child's state.
  static var childState: Any.Type { get }
}

/// Whether a state, or those that a collection holds, have `@ObservableState`.
private func areObservable(_ type: Any.Type) -> Bool {
  if let container = type as? any ChildStates.Type { return areObservable(container.childState) }
  return type is any ObservableState.Type
}

extension Optional: ChildStates {
  package static var childState: Any.Type { Wrapped.self }
}

extension Array: ChildStates {
  package static var childState: Any.Type { Element.self }
}
