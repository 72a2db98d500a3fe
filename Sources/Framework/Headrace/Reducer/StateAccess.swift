/// The path from a state to a part of it, resolved once, when the tree of nodes is made.
///
/// The part is changed in place, by the key path of a stored property if there is one behind it.
/// The methods differ in what changes the part, and in what is noted of it:
///
/// | method | what changes the part | what is noted |
/// |---|---|---|
/// | `modify` | the child in the part | as one of the next two, whichever applies |
/// | `modifyTracked` | the child, in a store with observers | which field of the root has changed |
/// | `modifyUntracked` | the child, in a store without observers | a new stamp of the root |
/// | `look` | nothing; the runtime reads and compares | nothing |
/// | `modifyByProperty` | the runtime, which child is there | what the property's setter notes |
@usableFromInline
package final class StateAccess<Root, Part> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  /// The stored property that the runtime changes: the part itself or, if it is observed, the one
  /// behind it, so that observers of whether there is a child are not notified. `nil` for a
  /// computed property.
  @usableFromInline let stored: WritableKeyPath<Root, Part>?
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
    self.stored = Self.stored(keyPath) as? WritableKeyPath<Root, Part>
    self.isProjected = Part.self is any ProjectedState.Type
    self.field = ObservedPart(keyPath, of: Part.self)
    self.stampOffset = PartUpkeep.stampOffset(of: Root.self, changing: keyPath)
  }

  /// Whether code of an author finds the part: the property is computed, or has observers.
  @inlinable var isComputed: Bool { stored == nil && !isProjected }

  /// Changes the part in place, on behalf of the child in it.
  @inlinable
  package func modify<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard flags.isObserved else { return modifyUntracked(&root, body) }
    return modifyTracked(&root, body)
  }

  /// Changes the part while the store has no observers. A state with an identity still gets a new
  /// stamp: a copy may have been saved, and may be restored when there are observers.
  @inlinable
  func modifyUntracked<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if stampOffset != PartUpkeep.none {
      guard stampOffset >= 0 else { return modifyByProperty(&root, body) }
      StateStamp.renew(in: &root, offset: stampOffset)
    }
    return modifyStored(&root, body)
  }

  /// Out of line, so that the path of every action reserves no stack space for it.
  @inlinable
  @inline(never)
  func modifyTracked<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    guard let field else { return modifyUntracked(&root, body) }
    return field.noticing(&root) { modifyStored(&$0, body) }
  }

  /// Changes the part in place, and notes nothing.
  @inlinable
  func modifyStored<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    body(&root[keyPath: stored ?? keyPath])
  }

  /// Lets the runtime look at the part. What it notes there for its next look is no part of the
  /// author's state, and is lost if the part is not a stored property.
  ///
  /// A property that is computed, or has a `willSet` or a `didSet`, is read and not set: its
  /// author's code would run although nothing has changed. So the part is copied. If effects live
  /// in rows that such a property holds, a search for lost ones looks at all of these rows.
  @inlinable
  package func look<Result>(at root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if isComputed { return lookAtCopy(of: &root, body) }
    return modifyStored(&root, body)
  }

  /// Out of line: a debug build reserves stack space for the copy when the function begins.
  @inlinable
  @inline(never)
  func lookAtCopy<Result>(of root: inout Root, _ body: (inout Part) -> Result) -> Result {
    var copy = root[keyPath: keyPath]
    return body(&copy)
  }

  /// Changes the part by its property, whose setter notes the change for observers. For the
  /// runtime's own changes to which child is there, not to what is in it.
  @inlinable
  package func modifyByProperty<Result>(
    _ root: inout Root, _ body: (inout Part) -> Result
  ) -> Result {
    body(&root[keyPath: keyPath])
  }

  /// The offset of a stored property, or of the one behind an observed property.
  static func offset(of keyPath: KeyPath<Root, Part>) -> Int? {
    stored(keyPath).flatMap { MemoryLayout<Root>.offset(of: $0) }
  }

  private static func stored(_ keyPath: KeyPath<Root, Part>) -> KeyPath<Root, Part>? {
    if MemoryLayout<Root>.offset(of: keyPath) != nil { return keyPath }
    guard let state = Root.self as? any ObservableState.Type,
      let stored = storedKeyPath(of: keyPath, in: state) as? KeyPath<Root, Part>,
      MemoryLayout<Root>.offset(of: stored) != nil
    else { return nil }
    return stored
  }

  private static func storedKeyPath<State: ObservableState>(
    of keyPath: KeyPath<Root, Part>, in state: State.Type
  ) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<State>).flatMap { State._$storedKeyPath(for: $0) }
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Changes the wrapped value in place, if there is one.
  ///
  /// The value is inspected in place, as a type that can't be copied. If the compiler may copy it,
  /// a debug build does so to compare with `nil`, and a large value may not fit on a small stack.
  @inlinable
  package mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
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
