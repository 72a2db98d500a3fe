/// The way from a state to a part of it, worked out once, when the tree of nodes is made.
///
/// A stored property is reached by its offset, in a few instructions; anything else by its key
/// path. Both change the part in place.
@usableFromInline
package final class StateAccess<Root, Part> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  @usableFromInline let offset: Int?
  /// The part as an observed field; `nil` where it can't be observed.
  @usableFromInline let field: ObservedPart<Root>?
  /// Where the root's stamp is, or one of the constants of ``PartUpkeep``.
  @usableFromInline let stampOffset: Int
  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>

  @usableFromInline
  package init(_ keyPath: WritableKeyPath<Root, Part>, in context: NodeContext) {
    self.flags = context.flags
    self.keyPath = keyPath
    self.offset = Self.offset(of: keyPath)
    self.field = ObservedPart(keyPath, of: Part.self)
    self.stampOffset = PartUpkeep.stampOffset(of: Root.self, changing: keyPath)
  }

  /// Whether the store has observers, which must be notified of a child's changes.
  @inlinable var isNoticed: Bool { flags.pointee.isObserved }

  /// Changes the part in place, on behalf of the child that is in it.
  @inlinable
  package func modify<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard isNoticed else { return modifyUnnoticed(&root, body) }
    return modifyNoticed(&root, body)
  }

  /// Changes the part while the store has no observers. A state with an identity is another after
  /// it all the same: a copy may have been saved, and may be restored when there are observers.
  @inlinable
  func modifyUnnoticed<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if stampOffset != PartUpkeep.none {
      guard stampOffset >= 0 else { return body(&root[keyPath: keyPath]) }
      withUnsafeMutablePointer(to: &root) { StateStamp.renew(at: $0, offset: stampOffset) }
    }
    return modifyStored(&root, body)
  }

  /// Apart from the way of every action, which would have to make room for what this needs.
  @inlinable
  @inline(never)
  func modifyNoticed<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let field else { return modifyUnnoticed(&root, body) }
    return field.noticing(&root) { modifyStored(&$0, body) }
  }

  /// Has the part in place for the runtime itself, which changes nothing that is observed.
  @inlinable
  package func modifyStored<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      // The offset of a stored property, computed by the compiler for this very key path.
      let part = UnsafeMutableRawPointer(pointer).advanced(by: offset)
      return body(&part.assumingMemoryBound(to: Part.self).pointee)
    }
  }

  /// The place of a stored property, or of the one behind an observed property: the runtime changes
  /// a child's state without notifying those that observe whether there is a child.
  static func offset(of keyPath: KeyPath<Root, Part>) -> Int? {
    if let offset = MemoryLayout<Root>.offset(of: keyPath) { return offset }
    guard let state = Root.self as? any ObservableState.Type else { return nil }
    return storedOffset(of: keyPath, in: state)
  }

  private static func storedOffset<State: ObservableState>(
    of keyPath: KeyPath<Root, Part>, in state: State.Type
  ) -> Int? {
    guard let observed = keyPath as? PartialKeyPath<State>,
      let stored = State._$storedKeyPath(for: observed) as? KeyPath<State, Part>
    else { return nil }
    return MemoryLayout<State>.offset(of: stored)
  }
}

extension StateAccess {
  /// Changes the part in place, and notifies those that observe whether it is there: for the
  /// runtime's own changes of what a child is, not of what is in it.
  @inlinable
  package func modifyTelling<Result>(
    _ root: inout Root, _ body: (inout Part) -> Result
  ) -> Result {
    body(&root[keyPath: keyPath])
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Changes the wrapped value in place, if there is one.
  ///
  /// What can't be copied is looked at where it stands. Where the compiler knows that it may copy,
  /// it does so in a debug build to compare with `nil`, and a large value is more than a small
  /// stack holds.
  @inlinable
  mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    let isPresent =
      switch self {
      case .some: true
      case .none: false
      }
    guard isPresent else { return nil }
    // The only way that the language has to reach the value without moving it out.
    return body(&self!)
  }
}
