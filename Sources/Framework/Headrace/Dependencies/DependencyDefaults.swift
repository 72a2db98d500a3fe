import Synchronization

/// The values of keys that are not overridden, each made once, and those that a test store pins.
///
/// Reading a default takes no lock (law 5). The defaults are a search tree that only grows: a link
/// of it is set once, and what it leads to never changes.
final class DependencyDefaults: Sendable {
  /// What a test store pins; `nil` for all others. Overrides come before these values, and they
  /// come before defaults. Everything derived from these defaults sees a change of them at once.
  let pinned: LockIsolated<DependencyTable>?

  private let first = AtomicLazyReference<DependencyDefault>()

  init(pinned: LockIsolated<DependencyTable>? = nil) { self.pinned = pinned }

  /// The keys that have been read so far, in any context.
  var readKeys: Set<ObjectIdentifier> { first.load()?.keys ?? [] }

  /// The box of a default that was made before.
  ///
  /// - Complexity: O(log *n*) expected in the number of the defaults.
  func box(of key: ObjectIdentifier, in context: DependencyContext) -> (any AnyObject & Sendable)? {
    var next = first.load()
    while let found = next, found.key != (key, context) { next = found.next(towards: key) }
    return next?.box
  }

  /// Stores a value that has just been made.
  ///
  /// Values are made outside any lock, because a key may read other keys. When two threads race,
  /// the first to finish wins.
  ///
  /// - Returns: The value to use.
  func insert<Key: TestDependencyKey>(
    _ value: Key.Value, for key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    let key = (ObjectIdentifier(key), context)
    let new = DependencyDefault(key: key, box: DependencyBox(value))
    var found = first.storeIfNil(new)
    while found.key != key { found = found.storeIfLast(new) }
    let box = found.box as? DependencyBox<Key.Value>
    return box?.value ?? value
  }
}

/// A default that was made, and those that were made later.
private final class DependencyDefault: Sendable {
  let key: (type: ObjectIdentifier, context: DependencyContext)
  let box: any AnyObject & Sendable

  private let smaller = AtomicLazyReference<DependencyDefault>()
  private let larger = AtomicLazyReference<DependencyDefault>()

  init(key: (ObjectIdentifier, DependencyContext), box: any AnyObject & Sendable) {
    self.key = key
    self.box = box
  }

  var keys: Set<ObjectIdentifier> {
    (smaller.load()?.keys ?? []).union(larger.load()?.keys ?? []).union([key.type])
  }

  func next(towards key: ObjectIdentifier) -> DependencyDefault? {
    key < self.key.type ? smaller.load() : larger.load()
  }

  /// Stores a default as the next one on its side, unless there is one already.
  ///
  /// - Returns: The default that is there now.
  func storeIfLast(_ new: DependencyDefault) -> DependencyDefault {
    new.key.type < key.type ? smaller.storeIfNil(new) : larger.storeIfNil(new)
  }
}
