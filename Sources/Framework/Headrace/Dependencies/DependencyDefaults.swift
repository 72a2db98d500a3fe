import Synchronization

/// The values of keys that nobody overrides, each made once.
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
    init(_ values: [Slot: any Sendable]) { self.values = values }
  }

  /// The address of the last of `snapshots`; 0 where there is none.
  private let newest = Atomic<UInt>(0)
  private let snapshots = Mutex<[Snapshot]>([])

  /// Whether a key has been read in a context.
  func contains(_ key: ObjectIdentifier, in context: DependencyContext) -> Bool {
    find(Slot(key: key, context: context)) != nil
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
    guard let newest = UnsafeRawPointer(bitPattern: newest.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<Snapshot>.fromOpaque(newest)._withUnsafeGuaranteedRef { $0.values[slot] }
  }

  private func insert(_ value: any Sendable, at slot: Slot) -> any Sendable {
    snapshots.withLock { snapshots in
      var values = snapshots.last?.values ?? [:]
      if let first = values[slot] { return first }
      values[slot] = value
      let snapshot = Snapshot(values)
      snapshots.append(snapshot)
      newest.store(
        UInt(bitPattern: Unmanaged.passUnretained(snapshot).toOpaque()), ordering: .releasing)
      return value
    }
  }
}
