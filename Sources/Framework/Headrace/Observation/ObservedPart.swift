/// A part of an observed state, which the runtime changes on behalf of the child that is in it.
@usableFromInline
package struct ObservedPart<Root> {
  private let number: UInt64
  private let identity: StateIdentity<Root>
  /// Whether the child's own fields tell what they change.
  private let tellsItself: Bool

  /// - Returns: `nil` where the root's type has no `@ObservableState`, or the part is none of its
  ///   observed fields.
  init?<Part>(_ keyPath: KeyPath<Root, Part>, of part: Part.Type) {
    guard let identity = StateIdentity<Root>(),
      let root = Root.self as? any ObservableState.Type,
      let number = Self.number(of: keyPath, in: root)
    else { return nil }
    self.number = number
    self.identity = identity
    self.tellsItself = areObservable(part)
  }

  /// An enum as a whole, which holds the state of a child.
  ///
  /// - Returns: `nil` where the enum has no `@ObservableState`.
  @usableFromInline
  init?<Child>(enumOf child: Child.Type) {
    guard let identity = StateIdentity<Root>() else { return nil }
    self.number = ObservationTable.wholeField
    self.identity = identity
    self.tellsItself = areObservable(child)
  }

  private static func number<State: ObservableState>(
    of keyPath: PartialKeyPath<Root>, in root: State.Type
  ) -> UInt64? {
    (keyPath as? PartialKeyPath<State>).flatMap { State._$fieldNumber(of: $0) }
  }

  /// Lets a child change the part, and tells who has taken all of it from a store.
  @usableFromInline
  func noticing<Result>(_ root: inout Root, _ body: (inout Root) -> Result) -> Result {
    guard ObservationTable.isReducing else { return body(&root) }
    // By '&': without it a debug build makes a copy, for which a small stack may have no room.
    let state = withUnsafePointer(to: &root) { identity($0) }
    let result = ObservationTable.noticing(number, of: state) { body(&root) }
    if !tellsItself { ObservationTable.fieldWasChanged(number, of: state) }
    return result
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

extension PresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}

extension IdentifiedArray: ChildStates {
  package static var childState: Any.Type { Element.self }
}

extension StackState: ChildStates {
  package static var childState: Any.Type { Element.self }
}
