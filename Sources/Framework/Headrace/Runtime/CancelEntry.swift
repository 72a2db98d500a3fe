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
  let id: CancelID
  /// The feature that gave the id.
  let scope: _EffectScope
  private let outer: CancelEntry?

  /// Where the scope lists it; `nil` while it is empty.
  private var slot: CancelSlot?

  private var records: [EffectID: EffectRecord] = [:]
  private var inner: [ObjectIdentifier: CancelEntry] = [:]

  /// The last search that has visited this entry.
  private var lastCancelSearch: UInt64 = 0

  init(_ id: CancelID, in scope: _EffectScope, below outer: CancelEntry?) {
    self.id = id
    self.scope = scope
    self.outer = outer
  }

  /// Whether the effects in this entry can already be cancelled by an id of a feature, as far as a
  /// quick check shows.
  func isCancellable(by id: CancelID, in scope: _EffectScope) -> Bool {
    var entry: CancelEntry? = self
    for _ in 0..<8 {
      guard let current = entry else { return false }
      if current.scope === scope, current.id == id { return true }
      entry = current.outer
    }
    return false
  }
}

// MARK: - Listing

extension CancelEntry {
  func add(_ record: EffectRecord) {
    records[record.id] = record
    if record.scope !== scope { scope.flags.inheritedIDCount += 1 }
    if slot == nil { list() }
  }

  func remove(_ record: EffectRecord) {
    records.removeAndShrink(record.id)
    if record.scope !== scope { scope.flags.inheritedIDCount -= 1 }
    unlistIfEmpty()
  }

  /// Lists the entry, and the enclosing ones that were empty.
  private func list() {
    var entry = self
    while true {
      entry.slot = entry.scope.addToSlot(entry)
      guard let outer = entry.outer else { return }
      let wasListed = outer.slot != nil
      outer.inner[ObjectIdentifier(entry)] = entry
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
      outer.inner.removeAndShrink(ObjectIdentifier(entry))
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
    found += records.values
    return Array(inner.values)
  }
}

// MARK: - Slots

/// What a feature has under one id: its entries, and the window of a throttle, which is a step.
final class CancelSlot {
  let id: CancelID
  var entries: [ObjectIdentifier: CancelEntry] = [:]
  var window: EffectRecord?

  init(_ id: CancelID) {
    self.id = id
  }

  /// Finds the effects in flight that the id cancels.
  func find(_ records: inout [EffectRecord], search: UInt64) {
    for entry in entries.values { entry.find(&records, search: search) }
  }
}
