/// What one start of a `.cancellable` effect has in flight: its records, and the entries of
/// `.cancellable` effects within it.
///
/// An effect with several ids has a chain of entries, from the innermost id out. Only the innermost
/// entry lists the effect's record, so starting an effect takes the same time however many ids
/// enclose it. While an entry is not empty, its scope lists it in a ``CancelSlot``, and so does the
/// enclosing entry.
///
/// Owned by the store's actor.
@usableFromInline
final class CancelEntry {
  let id: any CancelID
  /// The feature that gave the id.
  let scope: _EffectScope
  private let outer: CancelEntry?

  /// Where the scope lists it; `nil` while it is empty.
  private var slot: CancelSlot?

  // What is listed is alive, because it is removed before it is released. Unchecked: only the
  // methods below use these, and call no author's code meanwhile.
  @exclusivity(unchecked) private var records = LinkedList<RecordsInEntry>()
  @exclusivity(unchecked) private var inner = LinkedList<EntriesInEntry>()
  @exclusivity(unchecked) fileprivate var linksInEntry = ListLinks<CancelEntry>()
  @exclusivity(unchecked) fileprivate var linksInSlot = ListLinks<CancelEntry>()

  /// The last search that has visited this entry.
  private var lastCancelSearch: UInt64 = 0

  init(_ id: any CancelID, in scope: _EffectScope, below outer: CancelEntry?) {
    self.id = id
    self.scope = scope
    self.outer = outer
  }

  /// Whether the effects in this entry can already be cancelled by an id of a feature, as far as a
  /// quick check shows.
  func isCancellable(by id: any CancelID, in scope: _EffectScope) -> Bool {
    var entry: CancelEntry? = self
    for _ in 0..<8 {
      guard let current = entry else { return false }
      if current.scope === scope, current.id.isSame(as: id) { return true }
      entry = current.outer
    }
    return false
  }
}

// MARK: - Listing

extension CancelEntry {
  func add(_ record: EffectRecord) {
    records.add(record)
    if record.scope !== scope { scope.flags.pointee.inheritedIDCount += 1 }
    if slot == nil { list() }
  }

  func remove(_ record: EffectRecord) {
    records.remove(record)
    if record.scope !== scope { scope.flags.pointee.inheritedIDCount -= 1 }
    unlistIfEmpty()
  }

  /// Lists the entry, and the enclosing ones that were empty.
  private func list() {
    var entry = self
    while true {
      entry.slot = entry.scope.addToSlot(entry)
      guard let outer = entry.outer else { return }
      let wasListed = outer.slot != nil
      outer.inner.add(entry)
      if wasListed { return }
      entry = outer
    }
  }

  private func unlistIfEmpty() {
    var entry = self
    while entry.records.isEmpty, entry.inner.isEmpty {
      if let slot = entry.slot { entry.scope.remove(entry, from: slot) }
      entry.slot = nil
      guard let outer = entry.outer else { return }
      outer.inner.remove(entry)
      entry = outer
    }
  }
}

// MARK: - Searching

extension CancelEntry {
  /// Finds the effects in flight in this entry and in those within it, each once per search.
  func find(_ records: inout [EffectRecord], search: UInt64) {
    guard lastCancelSearch != search else { return }
    lastCancelSearch = search
    var waiting = findOwn(&records)
    while let entry = waiting.popLast() {
      guard entry.lastCancelSearch != search else { continue }
      entry.lastCancelSearch = search
      waiting += entry.findOwn(&records)
    }
  }

  /// - Returns: The entries within this one.
  private func findOwn(_ found: inout [EffectRecord]) -> [CancelEntry] {
    records.forEach { found.append($0) }
    var within: [CancelEntry] = []
    inner.forEach { within.append($0) }
    return within
  }
}

// MARK: - Lists

/// The entries within one ``CancelEntry``.
enum EntriesInEntry: ListKind {
  static subscript(entry: CancelEntry) -> ListLinks<CancelEntry> {
    @inline(__always) _read { yield entry.linksInEntry }
    @inline(__always) _modify { yield &entry.linksInEntry }
  }
}

/// The entries in one ``CancelSlot``.
enum EntriesInSlot: ListKind {
  static subscript(entry: CancelEntry) -> ListLinks<CancelEntry> {
    @inline(__always) _read { yield entry.linksInSlot }
    @inline(__always) _modify { yield &entry.linksInSlot }
  }
}

// MARK: - Slots

/// What a feature has under one id: its entries, and the window of a throttle, which is a step.
final class CancelSlot {
  let id: any CancelID
  // Unchecked: only the methods below use it, and call no author's code meanwhile.
  @exclusivity(unchecked) private var entries = LinkedList<EntriesInSlot>()
  var window: EffectStep?

  init(_ id: any CancelID) {
    self.id = id
  }

  var isEmpty: Bool { entries.isEmpty && window == nil }

  func add(_ entry: CancelEntry) {
    entries.add(entry)
  }

  func remove(_ entry: CancelEntry) {
    entries.remove(entry)
  }

  /// Finds the effects in flight that the id cancels.
  func find(_ records: inout [EffectRecord], search: UInt64) {
    entries.forEach { $0.find(&records, search: search) }
  }
}

/// The slots of one feature, by their ids; empty ones are removed.
struct CancelIndex {
  /// Up to this many are compared one by one, without hashing.
  private static let listCountMax = 8

  private var list: [CancelSlot] = []
  private var table: [Key: CancelSlot] = [:]

  private struct Key: Hashable {
    let id: any CancelID

    static func == (first: Key, second: Key) -> Bool { first.id.isSame(as: second.id) }

    func hash(into hasher: inout Hasher) { id.hash(into: &hasher) }
  }

  var isEmpty: Bool { list.isEmpty && table.isEmpty }

  var ids: [any CancelID] { list.map(\.id) + table.values.map(\.id) }

  func slot(for id: any CancelID) -> CancelSlot? {
    if let slot = list.first(where: { $0.id.isSame(as: id) }) { return slot }
    return table.isEmpty ? nil : table[Key(id: id)]
  }

  mutating func makeSlot(for id: any CancelID) -> CancelSlot {
    if let slot = slot(for: id) { return slot }
    let slot = CancelSlot(id)
    if list.count < Self.listCountMax { list.append(slot) } else { table[Key(id: id)] = slot }
    return slot
  }

  mutating func remove(_ slot: CancelSlot) {
    if let index = list.firstIndex(where: { $0 === slot }) {
      list.remove(at: index)
    } else {
      table[Key(id: slot.id)] = nil
      // A dictionary keeps its capacity.
      if table.isEmpty { table = [:] }
    }
  }
}
