import BigInt
import EthereumCrypto
import EthereumPrimitives
import JSONRPC

extension DevChainRPC {
  /// Handles the methods of the pool: sending, inspecting and dropping transactions.
  mutating func poolResult(
    of method: String, _ parameters: RPCParameters, nowSeconds: UInt64
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_sendRawTransaction":
      try parameters.requireAtMost(1)
      let raw = try parameters.bytes(0)
      do {
        return .hash(try state.submit(raw: raw, nowSeconds: nowSeconds))
      } catch {
        throw RPCError(code: -32_000, message: error.description)
      }

    case "txpool_status":
      try parameters.requireAtMost(0)
      let executable = executableCount
      return [
        "pending": .quantity(UInt64(executable)),
        "queued": .quantity(UInt64(state.pool.count - executable)),
      ]

    case "txpool_content":
      try parameters.requireAtMost(0)
      return poolContent

    case "anvil_dropTransaction", "hardhat_dropTransaction":
      try parameters.requireAtMost(1)
      let hash = try parameters.hash(0)
      return state.drop(hash) ? .hash(hash) : .null

    case _: return nil
    }
  }

  /// The number of transactions that follow their accounts' nonces without a gap.
  private var executableCount: Int {
    state.pool.entries.keys.reduce(0) { sum, sender in
      sum + state.pool.executable(of: sender, from: state.ledger[sender].nonce).count
    }
  }

  private var poolContent: JSONValue {
    var pending = JSONObject()
    var queued = JSONObject()
    for sender in state.pool.entries.keys.sorted() {
      let next = state.pendingNonce(of: sender)
      var (ready, gapped) = (JSONObject(), JSONObject())
      for (nonce, entry) in (state.pool.entries[sender] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let json = entry.transaction.json(in: nil, index: nil)
        if nonce < next { ready[String(nonce)] = json } else { gapped[String(nonce)] = json }
      }
      if !ready.isEmpty { pending[sender.checksummed] = .object(ready) }
      if !gapped.isEmpty { queued[sender.checksummed] = .object(gapped) }
    }
    return ["pending": .object(pending), "queued": .object(queued)]
  }

  /// Handles the methods that only a dev chain has.
  mutating func controlResult(
    of method: String, _ parameters: RPCParameters, nowSeconds: UInt64
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "evm_mine":
      try parameters.requireAtMost(1)
      let count = parameters.optional(0) == nil ? 1 : try parameters.looseQuantity(0)
      try takeBlocks(count)
      for done in 0..<count {
        guard !Task.isCancelled else { throw Self.stopped(after: done, of: count) }
        state.mine(nowSeconds: nowSeconds)
      }
      return "0x0"

    case "evm_setAutomine":
      try parameters.requireAtMost(1)
      state.isAutomining = try parameters.bool(0)
      return true

    case "evm_increaseTime":
      try parameters.requireAtMost(1)
      state.advanceTime(bySeconds: try parameters.looseQuantity(0))
      return .quantity(state.timeOffsetSeconds)

    case "evm_snapshot":
      try parameters.requireAtMost(0)
      return .quantity(takeSnapshot())

    case "evm_revert":
      try parameters.requireAtMost(1)
      return .bool(revert(to: try parameters.looseQuantity(0)))

    case "dev_fault":
      try parameters.requireAtMost(1)
      let fault = try DevChainFault(parameters.required(0))
      guard faults.count < Self.faultCountMax else {
        throw RPCParameters.invalid(0, "expected at most \(Self.faultCountMax) pending faults")
      }
      faults.append(fault)
      return true

    case "dev_clearFaults":
      try parameters.requireAtMost(0)
      faults = []
      return true

    case "dev_forgetPool":
      try parameters.requireAtMost(0)
      state.forgetPool()
      return true

    case "dev_reorg":
      try parameters.requireAtMost(2)
      let depth = try parameters.looseQuantity(0)
      let name = parameters.optional(1)?.string ?? DevChainState.Fate.mine.rawValue
      guard let fate = DevChainState.Fate(rawValue: name) else {
        throw RPCParameters.invalid(1, "expected mine, pool or drop")
      }
      try takeBlocks(depth)
      let number = state.head.header.number
      let removed = state.reorganise(depth: depth, transactions: fate) { Task.isCancelled }
      let mined = state.head.header.number - (number - removed)
      guard removed == 0 || mined == removed + 1 else {
        throw Self.stopped(after: mined, of: removed + 1)
      }
      return .quantity(removed)

    case "dev_books":
      try parameters.requireAtMost(0)
      let books = state.books
      return [
        "minted": .quantity(books.mintedWei), "balances": .quantity(books.balancesWei),
        "burnt": .quantity(books.burntWei), "tips": .quantity(books.tipsWei),
        "isBalanced": .bool(books.isBalanced),
      ]

    case _: return nil
    }
  }

  /// The maximum number of pending faults.
  static let faultCountMax = 1_000

  /// Deducts blocks from the number that the requests of one body may mine.
  private mutating func takeBlocks(_ count: UInt64) throws(RPCError) {
    let countMax = Self.minedBlockCountMax
    guard count <= countMax else {
      throw RPCParameters.invalid(0, "expected at most \(countMax) blocks")
    }
    guard count <= mineableBlockCount else {
      throw RPCParameters.invalid(
        0,
        "expected at most \(countMax) blocks in all requests of one body; \(mineableBlockCount)"
          + " are left")
    }
    mineableBlockCount -= count
  }

  /// Returns the error for a client that disconnects during mining; mined blocks remain.
  private static func stopped(after done: UInt64, of count: UInt64) -> RPCError {
    RPCError(code: -32_000, message: "stopped after \(done) of \(count) blocks")
  }

  private mutating func takeSnapshot() -> UInt64 {
    lastSnapshotID += 1
    if snapshots.count == Self.snapshotCountMax { snapshots.removeFirst() }
    snapshots.append((lastSnapshotID, state))
    return lastSnapshotID
  }

  /// Restores a snapshot, and removes it and later ones; returns true if it existed.
  private mutating func revert(to id: UInt64) -> Bool {
    guard let index = snapshots.firstIndex(where: { $0.id == id }) else { return false }
    state = snapshots[index].state
    snapshots.removeSubrange(index...)
    return true
  }
}
