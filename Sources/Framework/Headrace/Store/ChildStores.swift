/// The child stores of a store that are in use, by their keys.
///
/// The entries form a chain; many entries form a table of chains. So a parent needs a word or two
/// for each child, and does not store the key again as a dictionary would.
///
/// Unmanaged references are safe here: an entry is in a chain only while its store exists, which
/// retains it. The `deinit` of the store removes the entry first. The elements of a table are
/// initialized when it is made, and need no `deinit`, because they retain nothing. The count of
/// chains is a power of two, so an index that is masked with it is within the table.
struct ChildStores {
  private typealias Chain = Unmanaged<ChildEntry>?

  private struct Counts {
    var entries = 0
    let chains: Int
  }

  private static let countMaxWithoutTable = 4

  private var first: Chain = nil
  private var table: ManagedBuffer<Counts, Chain>?

  init() {}

  /// The entry with a key.
  func find(_ key: ScopeKey) -> ChildEntry? {
    var next = first
    if let table {
      next = table.withUnsafeMutablePointers { $1[Self.index(of: key.element, in: $0.pointee)] }
    }
    while let entry = next?.takeUnretainedValue() {
      if entry.has(key) { return entry }
      next = entry.next
    }
    return nil
  }

  /// Adds an entry with a new key; the entry removes itself when it is released.
  mutating func insert(_ entry: ChildEntry) {
    if let table {
      if table.header.entries >= 2 * table.header.chains { grow(to: 4 * table.header.chains) }
    } else {
      guard Self.count(first) >= Self.countMaxWithoutTable else {
        return Self.push(entry, on: &first)
      }
      grow(to: 2 * Self.countMaxWithoutTable)
    }
    table.map { Self.insert(entry, in: $0) }
  }

  mutating func remove(_ entry: ChildEntry) {
    guard let table else { return Self.unlink(entry, from: &first) }
    let isEmpty = table.withUnsafeMutablePointers { counts, chains in
      Self.unlink(entry, from: &chains[Self.index(of: entry.element, in: counts.pointee)])
      counts.pointee.entries -= 1
      return counts.pointee.entries == 0
    }
    if isEmpty { self.table = nil }
  }

  private mutating func grow(to count: Int) {
    let grown = ManagedBuffer<Counts, Chain>.create(minimumCapacity: count) { _ in
      Counts(chains: count)
    }
    grown.withUnsafeMutablePointerToElements { $0.initialize(repeating: nil, count: count) }
    while let entry = Self.pop(from: &first) { Self.insert(entry, in: grown) }
    table?.withUnsafeMutablePointers { counts, chains in
      for index in 0..<counts.pointee.chains {
        while let entry = Self.pop(from: &chains[index]) { Self.insert(entry, in: grown) }
      }
    }
    table = grown
  }

  private static func insert(_ entry: ChildEntry, in table: ManagedBuffer<Counts, Chain>) {
    table.withUnsafeMutablePointers { counts, chains in
      push(entry, on: &chains[index(of: entry.element, in: counts.pointee)])
      counts.pointee.entries += 1
    }
  }

  /// The ids distinguish elements; a store has few children that are not elements.
  private static func index(of element: AnyHashable?, in counts: Counts) -> Int {
    guard let element else { return 0 }
    return element.hashValue & (counts.chains - 1)
  }

  // MARK: - Chains

  private static func count(_ chain: Chain) -> Int {
    var count = 0
    var next = chain
    while let entry = next?.takeUnretainedValue() {
      count += 1
      next = entry.next
    }
    return count
  }

  private static func push(_ entry: ChildEntry, on chain: inout Chain) {
    entry.next = chain
    chain = Unmanaged.passUnretained(entry)
  }

  private static func pop(from chain: inout Chain) -> ChildEntry? {
    let entry = chain?.takeUnretainedValue()
    if let entry { chain = entry.next }
    return entry
  }

  private static func unlink(_ entry: ChildEntry, from chain: inout Chain) {
    if chain?.takeUnretainedValue() === entry { return chain = entry.next }
    var previous = chain?.takeUnretainedValue()
    while let link = previous {
      let next = link.next?.takeUnretainedValue()
      if next === entry { return link.next = entry.next }
      previous = next
    }
  }
}
