import EthereumPrimitives

extension DevChainState {
  /// The handling of the transactions of removed blocks.
  package enum Fate: String, Sendable, CaseIterable {
    /// They are mined again, in the first of the new blocks.
    case mine
    /// They wait in the pool.
    case pool
    /// They are lost: neither a block nor the pool contains them.
    case drop
  }

  /// Removes the newest blocks, and mines one more than that, with later times, in their place.
  ///
  /// - Parameters:
  ///   - depth: The number of blocks; at most all but the first one.
  ///   - fate: What happens to their transactions.
  ///   - isStopped: Called before each new block; no more are mined once it returns true.
  /// - Returns: The number of blocks removed.
  @discardableResult
  package mutating func reorganise(
    depth: UInt64, transactions fate: Fate, isStopped: () -> Bool = { false }
  ) -> UInt64 {
    let depth = min(depth, head.header.number)
    guard depth > 0 else { return 0 }
    var time = head.header.timestampSeconds
    let removed = rewind(by: depth)
    if fate != .drop {
      for transaction in removed.flatMap(\.transactions) { pool.insert(transaction) }
    }
    let waiting = pool
    if fate == .pool { pool = TransactionPool() }
    for _ in 0...depth {
      if isStopped() { break }
      time = time < .max ? time + 1 : time
      mine(nowSeconds: time)
    }
    if fate == .pool { pool = waiting }
    return depth
  }

  /// Removes every waiting transaction, as a restarted node does.
  package mutating func forgetPool() {
    pool = TransactionPool()
  }

  /// Removes the newest blocks; their transactions are then neither in a block nor in the pool.
  ///
  /// - Returns: The blocks, oldest first.
  @discardableResult
  mutating func rewind(by depth: UInt64) -> [DevChainBlock] {
    let count = Int(min(depth, head.header.number))
    let removed = Array(blocks.suffix(count))
    blocks.removeLast(count)
    for block in removed {
      blockNumbers[block.hash] = nil
      for transaction in block.transactions { places[transaction.hash] = nil }
    }
    ledger.rewind(to: head.header.number)
    return removed
  }
}
