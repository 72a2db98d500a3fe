import Synchronization

/// The values of keys that are not overridden, each made once, and those that a test store pins.
///
/// Reading takes no lock (law 5): readers load the newest snapshot, which never changes; a writer
/// publishes a new one. Old snapshots are kept until the defaults end, because a reader may still
/// be using one. There is one snapshot per key that was read, so there are few.
///
/// Unmanaged: the address in `newest` is always that of a living snapshot. It is stored after the
/// snapshot was appended to `snapshots`, which retains it and from which none is removed. A reader
/// that loads the address sees the whole snapshot, because the load acquires what the store has
/// released.
final class DependencyDefaults: Sendable {
  private final class Snapshot: Sendable {
    let live: DependencyTable
    let preview: DependencyTable
    let test: DependencyTable
    let pinned: DependencyTable

    init(
      live: DependencyTable = DependencyTable(), preview: DependencyTable = DependencyTable(),
      test: DependencyTable = DependencyTable(), pinned: DependencyTable = DependencyTable()
    ) {
      self.live = live
      self.preview = preview
      self.test = test
      self.pinned = pinned
    }

    func values(in context: DependencyContext) -> DependencyTable {
      switch context {
      case .live: live
      case .preview: preview
      case .test: test
      }
    }

    func replacing(_ values: DependencyTable, in context: DependencyContext) -> Snapshot {
      Snapshot(
        live: context == .live ? values : live,
        preview: context == .preview ? values : preview,
        test: context == .test ? values : test, pinned: pinned)
    }

    func replacing(pinned: DependencyTable) -> Snapshot {
      Snapshot(live: live, preview: preview, test: test, pinned: pinned)
    }
  }

  /// The address of the last of `snapshots`; 0 if there is none.
  private let newest = Atomic<UInt>(0)
  private let snapshots = Mutex<[Snapshot]>([])

  /// The keys that have been read so far, in any context.
  var readKeys: Set<ObjectIdentifier> {
    withNewest { newest in
      guard let newest else { return [] }
      return newest.live.keys.union(newest.preview.keys).union(newest.test.keys)
    }
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
    snapshots.withLock { snapshots in
      let snapshot = snapshots.last ?? Snapshot()
      var values = snapshot.values(in: context)
      if let first = values[key] { return first }
      values[key] = value
      publish(snapshot.replacing(values, in: context), in: &snapshots)
      return value
    }
  }

  /// The box of a default that was made before.
  func box(of key: ObjectIdentifier, in context: DependencyContext) -> (any AnyObject & Sendable)? {
    withNewest { $0?.values(in: context).box(of: key) }
  }

  private func withNewest<Result>(_ body: (Snapshot?) -> Result) -> Result {
    guard let newest = UnsafeRawPointer(bitPattern: newest.load(ordering: .acquiring)) else {
      return body(nil)
    }
    return body(Unmanaged<Snapshot>.fromOpaque(newest).takeUnretainedValue())
  }

  private func publish(_ snapshot: Snapshot, in snapshots: inout [Snapshot]) {
    snapshots.append(snapshot)
    newest.store(
      UInt(bitPattern: Unmanaged.passUnretained(snapshot).toOpaque()), ordering: .releasing)
  }
}

// MARK: - Pinning

extension DependencyDefaults {
  /// What a test store pinned.
  var pinned: DependencyTable { withNewest { $0?.pinned ?? DependencyTable() } }

  /// The box of the pinned value of a key.
  func pinnedBox(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    withNewest { $0?.pinned.box(of: key) }
  }

  /// Replaces the pinned values. Overrides come before them, and they come before defaults.
  ///
  /// Everything derived from these defaults sees the change at once. That is how a test changes a
  /// dependency half-way.
  func pin(_ pinned: DependencyTable) {
    snapshots.withLock { snapshots in
      publish((snapshots.last ?? Snapshot()).replacing(pinned: pinned), in: &snapshots)
    }
  }
}
