/// The path from a state to a part of it, resolved once, when the tree of nodes is made.
///
/// The part is changed in place, by the key path of a stored property if there is one behind it.
/// With `modify` a child changes it: noted is which field of the root has changed or, in a store
/// without observers, a new stamp of the root. With `look` the runtime reads and compares, and
/// nothing is noted. With `modifyByProperty` the runtime changes which child is there, and the
/// property's setter notes it.
@usableFromInline
package final class StateAccess<Root, Part> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Part>
  /// The stored property that the runtime changes: the part itself or, if it is observed, the one
  /// behind it, so that observers of whether there is a child are not notified. For a computed
  /// property, the property itself.
  @usableFromInline let direct: WritableKeyPath<Root, Part>
  /// Whether code of an author finds the part: the property is computed, or has observers. What a
  /// property wrapper projects, such as `\.$detail`, is found without it.
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
  /// A state with an identity gets a new stamp while the store has no observers, too: a copy may
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

  /// Lets the runtime look at the part. What it notes there for its next look is no part of the
  /// author's state, and is lost if the part is not a stored property.
  ///
  /// A property that is computed, or has a `willSet` or a `didSet`, is read and not set: its
  /// author's code would run although nothing has changed. So the part is copied. If effects live
  /// in rows that such a property holds, a search for lost ones looks at all of these rows.
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
