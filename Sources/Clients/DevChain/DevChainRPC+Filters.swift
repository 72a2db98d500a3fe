import EthereumPrimitives
import JSONRPC

/// A filter that a client polls, and what was already reported to it.
struct PolledFilter: Sendable {
  enum Kind: Sendable {
    case blocks
    case pendingTransactions
    case logs(LogFilter)
  }

  /// The maximum depth at which a reorganisation is noticed, in blocks.
  static let rememberedCountMax = 256

  let kind: Kind
  /// The number of the last reported block.
  var lastNumber: UInt64
  /// The hashes of the last blocks, the newest at the end.
  var lastHashes: [Hash32]
  /// The waiting transactions that were reported.
  var told: Set<Hash32>
}

extension DevChainRPC {
  /// The maximum number of filters; the oldest is removed first.
  static let filterCountMax = 256

  /// Handles the methods of filters, which are polled.
  mutating func filterResult(
    of method: String, _ parameters: RPCParameters
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_newBlockFilter":
      try parameters.requireAtMost(0)
      return addFilter(.blocks)
    case "eth_newPendingTransactionFilter":
      try parameters.requireAtMost(1)
      return addFilter(.pendingTransactions)
    case "eth_newFilter":
      try parameters.requireAtMost(1)
      return addFilter(
        .logs(try LogFilter(parameters.required(0), head: state.head.header.number)))
    case "eth_uninstallFilter":
      try parameters.requireAtMost(1)
      let id = try parameters.quantity(0)
      guard let index = filters.firstIndex(where: { $0.id == id }) else { return false }
      filters.remove(at: index)
      return true
    case "eth_getFilterChanges":
      try parameters.requireAtMost(1)
      return try takeChanges(ofFilterAt: filterIndex(parameters))
    case "eth_getFilterLogs":
      try parameters.requireAtMost(1)
      guard case .logs(let filter) = filters[try filterIndex(parameters)].filter.kind else {
        throw Self.filterNotFound
      }
      return .array(try logs(filter))
    case _: return nil
    }
  }

  private static let filterNotFound = RPCError(code: -32_000, message: "filter not found")

  private func filterIndex(_ parameters: RPCParameters) throws(RPCError) -> Int {
    let id = try parameters.quantity(0)
    guard let index = filters.firstIndex(where: { $0.id == id }) else {
      throw Self.filterNotFound
    }
    return index
  }

  private mutating func addFilter(_ kind: PolledFilter.Kind) -> JSONValue {
    lastFilterID += 1
    if filters.count == Self.filterCountMax { filters.removeFirst() }
    let filter = PolledFilter(
      kind: kind, lastNumber: state.head.header.number, lastHashes: newestHashes,
      told: Set(waitingHashes))
    filters.append((lastFilterID, filter))
    return .quantity(lastFilterID)
  }

  private var newestHashes: [Hash32] {
    state.blocks.suffix(PolledFilter.rememberedCountMax).map(\.hash)
  }

  private var waitingHashes: [Hash32] {
    state.pool.entries.values.flatMap(\.values).sorted { $0.arrival < $1.arrival }
      .map(\.transaction.hash)
  }

  /// Returns the changes since the last call; after a reorganisation, its blocks are reported
  /// again.
  private mutating func takeChanges(ofFilterAt index: Int) -> JSONValue {
    var filter = filters[index].filter
    var first = filter.lastNumber
    for hash in filter.lastHashes.reversed() {
      if state.block(number: first)?.hash == hash || first == 0 { break }
      first -= 1
    }
    let blocks = state.blocks.dropFirst(Int(first) + 1)
    let waiting = waitingHashes
    let changes: [JSONValue]
    switch filter.kind {
    case .blocks: changes = blocks.map { .hash($0.hash) }
    case .pendingTransactions:
      let hashes = blocks.flatMap { $0.transactions.map(\.hash) } + waiting
      changes = hashes.filter { !filter.told.contains($0) }.map(JSONValue.hash)
    case .logs(let logFilter):
      changes = blocks.filter { logFilter.includes($0) }.flatMap { self.logs(in: $0, logFilter) }
    }
    filter.lastNumber = state.head.header.number
    filter.lastHashes = newestHashes
    filter.told = Set(waiting)
    filters[index].filter = filter
    return .array(changes)
  }

  // MARK: - Logs

  /// Returns the logs of all blocks that a filter names.
  ///
  /// - Throws: `RPCError` with geth's text, if a block does not exist.
  func logs(_ filter: LogFilter) throws(RPCError) -> [JSONValue] {
    switch filter.blocks {
    case .one(let hash):
      guard let block = state.block(hash: hash) else {
        throw RPCError(code: -32_000, message: "unknown block")
      }
      return logs(in: block, filter)
    case .range(let from, let to):
      let head = state.head.header.number
      let (from, to) = (from ?? head, to ?? head)
      guard from <= to else {
        throw RPCError(code: -32_602, message: "invalid block range params")
      }
      guard to <= head else {
        throw RPCError(
          code: -32_602, message: "block range extends beyond current head block")
      }
      return state.blocks[Int(from)...Int(to)].flatMap { logs(in: $0, filter) }
    }
  }

  private func logs(in block: DevChainBlock, _ filter: LogFilter) -> [JSONValue] {
    block.receipts.indices.flatMap { index in
      block.receipts[index].logs.isEmpty
        ? [] : block.logs(at: index).filter { filter.matches($0.log) }.map(\.json)
    }
  }
}

extension LogFilter {
  /// Returns true if the filter's range includes a new block.
  fileprivate func includes(_ block: DevChainBlock) -> Bool {
    switch blocks {
    case .one(let hash): block.hash == hash
    case .range(let from, let to):
      from ?? 0 <= block.header.number && block.header.number <= to ?? .max
    }
  }
}
