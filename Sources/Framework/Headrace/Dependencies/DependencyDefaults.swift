import Synchronization

/// The values of keys that nobody overrides, each made once, and those that a test store pins.
///
/// Reading takes no lock (law 5): readers load the newest snapshot, which never changes; a writer publishes a new one.
/// Old snapshots are kept until the defaults end, because a reader may still look at one. There is a snapshot per
/// key read, so they stay few.
final class DependencyDefaults: Sendable {
  private struct Slot: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private final class Snapshot: Sendable {
    let values: [Slot: any Sendable]
    let pinned: [ObjectIdentifier: any Sendable]

    init(values: [Slot: any Sendable], pinned: [ObjectIdentifier: any Sendable]) {
      self.values = values
      self.pinned = pinned
    }
  }

  /// The address of the last of `snapshots`; 0 where there is none.
  private let newest = Atomic<UInt>(0)
  private let snapshots = Mutex<[Snapshot]>([])

  /// The keys that have been read so far.
  var readKeys: Set<ObjectIdentifier> {
    withNewest { Set(($0?.values ?? [:]).keys.lazy.map(\.key)) }
  }

  /// The value of a key, made by `make` where nobody has read it before.
  ///
  /// `make` runs outside any lock, as it may read other keys; when two threads race, the first to end wins.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, make: () -> (Key.Value, isFinal: Bool)
  ) -> Key.Value {
    let slot = Slot(key: ObjectIdentifier(key), context: context)
    if let found = find(slot) as? Key.Value { return found }
    let (made, isFinal) = make()
    guard isFinal else { return made }
    return insert(made, at: slot) as? Key.Value ?? made
  }

  private func find(_ slot: Slot) -> (any Sendable)? {
    withNewest { $0?.values[slot] }
  }

  private func withNewest<Result>(_ body: (Snapshot?) -> Result) -> Result {
    guard let newest = UnsafeRawPointer(bitPattern: newest.load(ordering: .acquiring)) else {
      return body(nil)
    }
    return Unmanaged<Snapshot>.fromOpaque(newest)._withUnsafeGuaranteedRef { body($0) }
  }

  private func insert(_ value: any Sendable, at slot: Slot) -> any Sendable {
    snapshots.withLock { snapshots in
      if let first = snapshots.last?.values[slot] { return first }
      var values = snapshots.last?.values ?? [:]
      values[slot] = value
      publish(Snapshot(values: values, pinned: snapshots.last?.pinned ?? [:]), in: &snapshots)
      return value
    }
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
  var pinned: [ObjectIdentifier: any Sendable] { withNewest { $0?.pinned ?? [:] } }

  /// The pinned value of a key.
  func pinned(_ key: ObjectIdentifier) -> (any Sendable)? { withNewest { $0?.pinned[key] } }

  /// Replaces what is pinned: values below every override, and above every default.
  ///
  /// Everything derived from these defaults sees it at once, which is how a test changes a dependency half-way.
  func pin(_ pinned: [ObjectIdentifier: any Sendable]) {
    snapshots.withLock { snapshots in
      publish(Snapshot(values: snapshots.last?.values ?? [:], pinned: pinned), in: &snapshots)
    }
  }
}
