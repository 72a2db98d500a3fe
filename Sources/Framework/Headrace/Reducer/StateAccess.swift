/// The path from a state to a part of it, resolved once, when the tree of nodes is created.
///
/// The part is changed in place, through the key path of its stored property, if it has one. With
/// `modify`, a child changes it: this notes the changed field of the root or, in a store without
/// observers, a new stamp of the root. With `look`, the runtime reads and compares, and nothing is
/// noted. With `modifyByProperty`, the runtime adds, replaces or removes the child, and the
/// property's setter notes it.
@usableFromInline
package final class StateAccess<Root, Part> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  /// The stored property that the runtime changes; for a computed property, the property itself.
  ///
  /// It is the part or, if the part is observed, the property behind it, so that observers of the
  /// child's presence are not notified.
  @usableFromInline let direct: WritableKeyPath<Root, Part>
  /// True if an author's code runs to access the part: the property is computed, or has observers.
  ///
  /// The projection of a property wrapper, such as `\.$detail`, is accessed without it.
  @usableFromInline let isComputed: Bool
  /// The part as an observed field; `nil` if it can't be observed.
  @usableFromInline let field: ObservedPart<Root>?
  @usableFromInline let flags: StoreFlags

  @usableFromInline
  package init(_ keyPath: WritableKeyPath<Root, Part>, in context: _NodeContext) {
    self.flags = context.flags
    self.keyPath = keyPath
    let stored = Self.stored(keyPath) as? WritableKeyPath<Root, Part>
    self.direct = stored ?? keyPath
    self.isComputed = stored == nil && !(Part.self is any ProjectedState.Type)
    self.field = ObservedPart(keyPath, of: Part.self)
  }

  /// Changes the part in place, on behalf of the child in it.
  ///
  /// Even while the store has no observers, a state with an identity gets a new stamp: a copy may
  /// have been saved, and may be restored when there are observers.
  @inlinable
  package func modify<Result>(_ root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if let field {
      guard let offset = field.stampOffset else { return modifyByProperty(&root, body) }
      if flags.hasObservers { return modifyTracked(&root, by: field, offset, body) }
      StateStamp.renew(in: &root, offset: offset)
    }
    return body(&root[keyPath: direct])
  }

  /// Out of line, so that the path of every action reserves no stack space for it.
  @inlinable
  @inline(never)
  func modifyTracked<Result>(
    _ root: inout Root, by field: ObservedPart<Root>, _ stampOffset: Int,
    _ body: (inout Part) -> Result
  ) -> Result {
    field.notingChange(&root, stampOffset: stampOffset) { body(&$0[keyPath: direct]) }
  }

  /// Lets the runtime inspect the part.
  ///
  /// Notes that the runtime leaves there for its next inspection are not part of the author's
  /// state, and are lost if the part is not a stored property.
  ///
  /// A property that is computed, or has a `willSet` or a `didSet`, is read and not set: its
  /// author's code would run although nothing has changed. So the part is copied. If effects live
  /// in rows of such a property, a search for lost effects inspects all of these rows.
  @inlinable
  package func look<Result>(at root: inout Root, _ body: (inout Part) -> Result) -> Result {
    if isComputed { return lookAtCopy(of: &root, body) }
    return body(&root[keyPath: direct])
  }

  /// Out of line: a debug build reserves stack space for the copy when the function begins.
  @inlinable
  @inline(never)
  func lookAtCopy<Result>(of root: inout Root, _ body: (inout Part) -> Result) -> Result {
    var copy = root[keyPath: keyPath]
    return body(&copy)
  }

  /// Changes the part through its property, whose setter notes the change for observers.
  ///
  /// This is for the runtime's replacement or removal of the child, not for changes inside it.
  @inlinable
  package func modifyByProperty<Result>(
    _ root: inout Root, _ body: (inout Part) -> Result
  ) -> Result {
    body(&root[keyPath: keyPath])
  }

  /// Returns the offset of a stored property, or of the one behind an observed property.
  static func offset(of keyPath: KeyPath<Root, Part>) -> Int? {
    stored(keyPath).flatMap { MemoryLayout<Root>.offset(of: $0) }
  }

  private static func stored(_ keyPath: KeyPath<Root, Part>) -> KeyPath<Root, Part>? {
    if MemoryLayout<Root>.offset(of: keyPath) != nil { return keyPath }
    let state = Root.self as? any ObservableState.Type
    guard let stored = state?.storedKeyPath(for: keyPath) as? KeyPath<Root, Part>,
      MemoryLayout<Root>.offset(of: stored) != nil
    else { return nil }
    return stored
  }
}
