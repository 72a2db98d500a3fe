import EthereumPrimitives

extension DevChainState {
  /// What becomes of the transactions of blocks that are taken back.
  package enum Fate: String, Sendable, CaseIterable {
    /// They are mined again, in the first of the new blocks.
    case mine
    /// They wait in the pool.
    case pool
    /// They are gone: neither a block nor the pool has them.
    case drop
  }

  /// Takes the newest blocks back, and mines one more of others, later than any before.
  ///
  /// - Parameters:
  ///   - depth: How many blocks; at most all but the first one.
  ///   - fate: What becomes of their transactions.
  /// - Returns: How many blocks were taken back.
  @discardableResult
  package mutating func reorganise(depth: UInt64, transactions fate: Fate) -> UInt64 {
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
      time = time < .max ? time + 1 : time
      mine(nowSeconds: time)
    }
    if fate == .pool { pool = waiting }
    return depth
  }

  /// Forgets every transaction that waits, as a node does that is started anew.
  package mutating func forgetPool() {
    pool = TransactionPool()
  }

  /// Takes the newest blocks back; what they held is nowhere then.
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
