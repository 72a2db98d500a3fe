/// A part of an observed state that the runtime changes on behalf of the child in it.
@usableFromInline
package struct ObservedPart<Root> {
  private let number: UInt64
  private let rootType: any ObservableState.Type
  /// The offset in the root of the stamp of its last change; `nil` if the registrar's offset is
  /// unknown.
  ///
  /// The part is then changed through its property.
  @usableFromInline let stampOffset: Int?
  /// True if the child notes its own changes, because its state has `@ObservableState`.
  private let childNotesItsChanges: Bool

  /// - Returns: `nil` if the root's type has no `@ObservableState`, or the part is not an observed
  ///   field of it.
  init?<Part>(_ keyPath: KeyPath<Root, Part>, of part: Part.Type) {
    guard let root = Root.self as? any ObservableState.Type,
      let number = Self.number(of: keyPath, in: root)
    else { return nil }
    self.number = number
    self.rootType = root
    self.stampOffset = root._$registrarOffset.map { $0 + ObservationStateRegistrar.stampOffset }
    self.childNotesItsChanges = areObservable(part)
  }

  private static func number<State: ObservableState>(
    of keyPath: PartialKeyPath<Root>, in root: State.Type
  ) -> UInt64? {
    (keyPath as? PartialKeyPath<State>).flatMap { State._$fieldNumber(of: $0) }
  }

  /// Lets a child change the part, and notes the change for observers of the whole part.
  @usableFromInline
  func notingChange<Result>(
    _ state: inout Root, stampOffset: Int, _ body: (inout Root) -> Result
  ) -> Result {
    let (result, hasChanged) = ObservationTable.hasChildChanged { body(&state) }
    guard hasChanged || !childNotesItsChanges else { return result }
    let before = rootType.identity(of: &state)
    let stamp = StateStamp.renew(in: &state, offset: stampOffset)
    ObservationTable.fieldWasChanged(
      number, childNotesItsChanges ? .inside : .whole,
      of: ObservableStateID(lineage: before.lineage, stamp: stamp), since: before.stamp)
    return result
  }
}

/// A type that contains the states of children.
package protocol ChildStates {
  /// The type of one child's state.
  static var childState: Any.Type { get }
}

/// Returns true if a state, or the states in a collection, have `@ObservableState`.
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
