/// The path from a state to a part of it, resolved once, when the tree of nodes is made.
///
/// A stored property is reached by its offset, anything else by its key path. Both change the part
/// in place. The methods differ in what changes the part, and in what is noted of it:
///
/// | method | what changes the part | what is noted |
/// |---|---|---|
/// | `modify` | the child in the part | as one of the next two, whichever applies |
/// | `modifyNoticed` | the child, in a store with observers | which field of the root has changed |
/// | `modifyUnnoticed` | the child, in a store without observers | a new stamp of the root |
/// | `look` | nothing; the runtime reads and compares | nothing |
/// | `modifyByProperty` | the runtime, which child is there | what the property's setter notes |
///
/// The pointers are safe for these reasons. An offset is that of a stored property of `Root`, as
/// the compiler computed it for the key path, so there is a `Part` at that place. The pointer to
/// the root is made of an `inout` argument, and is used only until that call returns.
@usableFromInline
package final class StateAccess<Root, Part> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  @usableFromInline let offset: Int?
  /// Whether the part is what a property wrapper projects, such as `\.$detail`: it is not stored
  /// there, but no code of an author runs when it is changed.
  @usableFromInline let isProjected: Bool
  /// The part as an observed field; `nil` if it can't be observed.
  @usableFromInline let field: ObservedPart<Root>?
  /// Where the root's stamp is, or one of the constants of ``PartUpkeep``.
  @usableFromInline let stampOffset: Int
  @usableFromInline let flags: StoreFlags

  @usableFromInline
  package init(_ keyPath: WritableKeyPath<Root, Part>, in context: _NodeContext) {
    self.flags = context.flags
    self.keyPath = keyPath
    self.offset = Self.offset(of: keyPath)
    self.isProjected = Part.self is any ProjectedState.Type
    self.field = ObservedPart(keyPath, of: Part.self)
    self.stampOffset = PartUpkeep.stampOffset(of: Root.self, changing: keyPath)
  }

  /// Whether code of an author finds the part: the property is computed, or has observers.
  @inlinable var isComputed: Bool { offset == nil && !isProjected }

  /// Whether the store has observers, which must be notified of a child's changes.
  @inlinable var isNoticed: Bool { flags.isObserved }

  /// Changes the part in place, on behalf of the child in it.
  @inlinable
  package func modify<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard isNoticed else { return modifyUnnoticed(&root, body) }
    return modifyNoticed(&root, body)
  }

  /// Changes the part while the store has no observers. A state with an identity still gets a new
  /// stamp: a copy may have been saved, and may be restored when there are observers.
  @inlinable
  func modifyUnnoticed<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if stampOffset != PartUpkeep.none {
      guard stampOffset >= 0 else { return body(&root[keyPath: keyPath]) }
      withUnsafeMutablePointer(to: &root) { StateStamp.renew(at: $0, offset: stampOffset) }
    }
    return modifyStored(&root, body)
  }

  /// Out of line, so that the path of every action reserves no stack space for it.
  @inlinable
  @inline(never)
  func modifyNoticed<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let field else { return modifyUnnoticed(&root, body) }
    return field.noticing(&root) { modifyStored(&$0, body) }
  }

  /// Changes the part in place, and notes nothing.
  @inlinable
  func modifyStored<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    return withPart(of: &root, at: offset, body)
  }

  /// Lets the runtime look at the part. What it notes there for its next look is no part of the
  /// author's state, and is lost if the part is not a stored property.
  ///
  /// A property that is computed, or has a `willSet` or a `didSet`, is read and not set: its
  /// author's code would run although nothing has changed. So the part is copied. If effects live
  /// in rows that such a property holds, a search for lost ones looks at all of these rows.
  @inlinable
  package func look<Result>(at root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if let offset { return withPart(of: &root, at: offset, body) }
    if isProjected { return body(&root[keyPath: keyPath]) }
    return lookAtCopy(of: &root, body)
  }

  /// Out of line: a debug build reserves stack space for the copy when the function begins.
  @inlinable
  @inline(never)
  func lookAtCopy<Result>(of root: inout Root, _ body: (inout Part) -> Result) -> Result {
    var copy = root[keyPath: keyPath]
    return body(&copy)
  }

  @inlinable
  @inline(__always)
  func withPart<Result>(
    of root: inout Root, at offset: Int, _ body: (inout Part) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &root) { pointer in
      // The offset of a stored property, computed by the compiler for this very key path.
      let part = UnsafeMutableRawPointer(pointer).advanced(by: offset)
      return body(&part.assumingMemoryBound(to: Part.self).pointee)
    }
  }

  /// The place of a stored property, or of the one behind an observed property: the runtime changes
  /// a child's state without notifying the observers of whether there is a child.
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
  /// Changes the part by its property, whose setter notes the change for observers. For the
  /// runtime's own changes to which child is there, not to what is in it.
  @inlinable
  package func modifyByProperty<Result>(
    _ root: inout Root, _ body: (inout Part) -> Result
  ) -> Result {
    body(&root[keyPath: keyPath])
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Changes the wrapped value in place, if there is one.
  ///
  /// The value is inspected in place, as a type that can't be copied. If the compiler may copy it,
  /// a debug build does so to compare with `nil`, and a large value may not fit on a small stack.
  @inlinable
  mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    let isPresent =
      switch self {
      case .some: true
      case .none: false
      }
    guard isPresent else { return nil }
    // The language has no other way to reach the value without moving it out.
    return body(&self!)
  }
}
