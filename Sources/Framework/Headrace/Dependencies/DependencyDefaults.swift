import Synchronization

/// The values of keys that are not overridden, each created once, and the values that a test store
/// pins.
///
/// Reading a default takes no lock (law 5). The defaults form a search tree that only grows: each
/// link is set once, and the node that it refers to never changes.
final class DependencyDefaults: Sendable {
  /// The values that a test store pins; `nil` outside of test stores.
  ///
  /// Overrides take precedence over these values, and these over defaults. A change is visible
  /// immediately in everything derived from these defaults.
  let pinned: LockIsolated<DependencyTable>?

  private let first = AtomicLazyReference<DependencyDefault>()

  init(pinned: LockIsolated<DependencyTable>? = nil) { self.pinned = pinned }

  /// The keys that have been read so far, in any context.
  var readKeys: Set<ObjectIdentifier> { first.load()?.keys ?? [] }

  /// Returns the box of a default that already exists.
  ///
  /// - Complexity: O(log *n*) expected in the number of the defaults.
  func box(of key: ObjectIdentifier, in context: DependencyContext) -> (any AnyObject & Sendable)? {
    var next = first.load()
    while let found = next, found.key != (key, context) { next = found.next(towards: key) }
    return next?.box
  }

  /// Stores a value that was just created.
  ///
  /// Values are created outside any lock, because a key may read other keys. When two threads race,
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

/// A default, and links to those that were created later.
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

  /// Stores a default as the next one on its side, unless there already is one.
  ///
  /// - Returns: The default that is now there.
  func storeIfLast(_ new: DependencyDefault) -> DependencyDefault {
    new.key.type < key.type ? smaller.storeIfNil(new) : larger.storeIfNil(new)
  }
}
