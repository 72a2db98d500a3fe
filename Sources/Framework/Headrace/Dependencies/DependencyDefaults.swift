import Synchronization

/// The values of keys that are not overridden, each made once, and those that a test store pins.
///
/// Reading takes no lock (law 5): readers load the newest snapshot, which never changes; a writer
/// publishes a new one. Old snapshots are kept until the defaults end, because a reader may still
/// be using one. There is one per key that was read, and one more for each thread that made a value
/// in vain at the same time, so there are few.
///
/// Unmanaged: the snapshot in `newest` is always alive. It is stored there after it was appended to
/// `snapshots`, which retains it and from which none is removed. A reader that loads it sees all of
/// it, because the load acquires what the store has released.
final class DependencyDefaults: Sendable {
  private struct Tables {
    var live = DependencyTable()
    var preview = DependencyTable()
    var test = DependencyTable()
    var pinned = DependencyTable()

    subscript(context: DependencyContext) -> DependencyTable {
      get {
        switch context {
        case .live: live
        case .preview: preview
        case .test: test
        }
      }
      set {
        switch context {
        case .live: live = newValue
        case .preview: preview = newValue
        case .test: test = newValue
        }
      }
    }
  }

  private final class Snapshot: Sendable {
    let tables: Tables

    init(_ tables: Tables) {
      self.tables = tables
    }
  }

  /// The last of `snapshots`.
  private let newest = Atomic<Unmanaged<Snapshot>?>(nil)
  private let snapshots = Mutex<[Snapshot]>([])

  /// The keys that have been read so far, in any context.
  var readKeys: Set<ObjectIdentifier> {
    guard let tables = current?.tables else { return [] }
    return tables.live.keys.union(tables.preview.keys).union(tables.test.keys)
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
    change { tables in
      if let first = tables[context][key] { return first }
      tables[context][key] = value
      return value
    }
  }

  /// The box of a default that was made before.
  func box(of key: ObjectIdentifier, in context: DependencyContext) -> (any AnyObject & Sendable)? {
    current?.tables[context].box(of: key)
  }

  private var current: Snapshot? { newest.load(ordering: .acquiring)?.takeUnretainedValue() }

  private func change<Result: Sendable>(_ body: (inout Tables) -> Result) -> Result {
    snapshots.withLock { snapshots in
      var tables = snapshots.last?.tables ?? Tables()
      let result = body(&tables)
      let snapshot = Snapshot(tables)
      snapshots.append(snapshot)
      newest.store(Unmanaged.passUnretained(snapshot), ordering: .releasing)
      return result
    }
  }
}

// MARK: - Pinning

extension DependencyDefaults {
  /// What a test store pinned.
  var pinned: DependencyTable { current?.tables.pinned ?? DependencyTable() }

  /// Replaces the pinned values. Overrides come before them, and they come before defaults.
  ///
  /// Everything derived from these defaults sees the change at once. That is how a test changes a
  /// dependency half-way.
  func pin(_ pinned: DependencyTable) {
    change { $0.pinned = pinned }
  }
}
