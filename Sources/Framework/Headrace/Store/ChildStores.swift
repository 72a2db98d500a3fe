/// The child stores of a store that are in use, by their keys.
///
/// Chains of the entries themselves, in a table that is made with the first: so a child costs its
/// parent a word or two, where a dictionary would keep the key once more.
struct ChildStores {
  private typealias Chain = Unmanaged<ChildEntry>?

  private struct Counts {
    var entries = 0
    var chains: Int
  }

  private var table: ManagedBuffer<Counts, Chain>?

  /// The entry with a key.
  func find(_ key: ScopeKey) -> ChildEntry? {
    guard let table else { return nil }
    var next = table.withUnsafeMutablePointers { $1[Self.index(of: key, in: $0.pointee)] }
    while let entry = next?.takeUnretainedValue() {
      if entry.key == key { return entry }
      next = entry.next
    }
    return nil
  }

  /// Adds an entry whose key none has; it takes itself out when it goes.
  mutating func insert(_ entry: ChildEntry) {
    guard let table, table.header.entries < 2 * table.header.chains else {
      grow()
      return insert(entry)
    }
    table.withUnsafeMutablePointers { counts, chains in
      Self.insert(entry, counts, chains)
    }
  }

  mutating func remove(_ entry: ChildEntry) {
    guard let table else { return }
    let isEmpty = table.withUnsafeMutablePointers { counts, chains in
      let first = chains + Self.index(of: entry.key, in: counts.pointee)
      if first.pointee?.toOpaque() == Unmanaged.passUnretained(entry).toOpaque() {
        first.pointee = entry.next
      } else {
        var previous = first.pointee?.takeUnretainedValue()
        while let link = previous, link.next?.takeUnretainedValue() !== entry {
          previous = link.next?.takeUnretainedValue()
        }
        previous?.next = entry.next
      }
      counts.pointee.entries -= 1
      return counts.pointee.entries == 0
    }
    if isEmpty { self.table = nil }
  }

  /// Elements are told apart by their ids; a store has few children that are none.
  private static func index(of key: ScopeKey, in counts: Counts) -> Int {
    guard counts.chains > 1, let element = key.element else { return 0 }
    return element.hashValue & (counts.chains - 1)
  }

  private static func insert(
    _ entry: ChildEntry, _ counts: UnsafeMutablePointer<Counts>,
    _ chains: UnsafeMutablePointer<Chain>
  ) {
    let first = chains + index(of: entry.key, in: counts.pointee)
    entry.next = first.pointee
    first.pointee = Unmanaged.passUnretained(entry)
    counts.pointee.entries += 1
  }

  private mutating func grow() {
    let count = 4 * (table?.header.chains ?? 0)
    let grown = ManagedBuffer<Counts, Chain>.create(minimumCapacity: max(1, count)) { _ in
      Counts(chains: max(1, count))
    }
    grown.withUnsafeMutablePointers { counts, chains in
      chains.initialize(repeating: nil, count: counts.pointee.chains)
      table?.withUnsafeMutablePointers { oldCounts, oldChains in
        for index in 0..<oldCounts.pointee.chains {
          while let entry = oldChains[index]?.takeUnretainedValue() {
            oldChains[index] = entry.next
            Self.insert(entry, counts, chains)
          }
        }
      }
    }
    table = grown
  }
}
