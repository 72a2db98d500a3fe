import ActivityClient
import EthereumPrimitives
import NodeClient

// MARK: - Finding the Transaction That Spent a Nonce

extension ChainSnapshot {
  /// Finds the transaction that spent the nonce, in a block that is deep enough.
  ///
  /// A count is easy to forge, and a payment wrongly believed to be replaced may be made twice. So
  /// this looks for the block in which the count rose, and for the transaction in it.
  ///
  /// - Returns: Nil while the count at that depth is not past the nonce; without a transaction if
  ///   none is found.
  mutating func findSpent(
    _ payment: Payment, _ node: NodeClient, _ policy: FinalityPolicy
  ) async throws -> NonceSpent? {
    guard head.number + 1 >= policy.depth else { return nil }
    let number = head.number + 1 - policy.depth
    guard try await isSpent(payment, at: number, node) == true,
      let block = try await node.block(at: .number(number))
    else { return nil }
    if let first = try await firstSpent(payment, upTo: number, node),
      let found = try await spender(of: payment, in: first, node)
    {
      let place = Head(number: found.blockNumber, hash: found.blockHash)
      try await requireBlocks(upon: place, policy, node)
      return found
    }
    return NonceSpent(blockNumber: number, blockHash: block.hash)
  }

  /// Returns true if a count is past the nonce; nil if the node no longer knows the account.
  private func isSpent(
    _ payment: Payment, at number: UInt64, _ node: NodeClient
  ) async throws -> Bool? {
    do {
      return try await node.nonce(of: payment.intent.from, at: .number(number)) > payment.nonce
    } catch NodeError.refused {
      return nil
    }
  }

  /// Finds the block in which the count rose past the nonce, by steps that first double and then
  /// halve.
  private func firstSpent(
    _ payment: Payment, upTo last: UInt64, _ node: NodeClient
  ) async throws -> UInt64? {
    var high = last
    var step: UInt64 = 1
    while true {
      guard high > 0 else { return nil }
      let low = high - min(step, high)
      guard let isSpent = try await isSpent(payment, at: low, node) else { return nil }
      if isSpent {
        high = low
        step *= 2
        continue
      }
      return try await rise(payment, above: low, upTo: high, node)
    }
  }

  private func rise(
    _ payment: Payment, above low: UInt64, upTo high: UInt64, _ node: NodeClient
  ) async throws -> UInt64? {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      guard let isSpent = try await isSpent(payment, at: middle, node) else { return nil }
      if isSpent { high = middle } else { low = middle }
    }
    return high
  }

  /// Finds the account's transaction of that nonce in a block.
  private func spender(
    of payment: Payment, in number: UInt64, _ node: NodeClient
  ) async throws -> NonceSpent? {
    guard let block = try await node.block(at: .number(number)) else { return nil }
    for (index, hash) in block.transactionHashes.enumerated() {
      // It belongs to the wallet: the node knows its block, and had no receipt a moment ago.
      guard payment.transaction(hash) == nil else {
        throw InconsistentAnswer.receiptMissing(hash)
      }
      guard let found = try await node.transaction(hash), found.hash == hash,
        found.from == payment.intent.from, found.nonce == payment.nonce,
        // Without the signature, it is only a claim of the node.
        found.signedChainID == payment.intent.chainID,
        found.place == .inBlock(number: number, hash: block.hash, index: UInt64(index))
      else { continue }
      return NonceSpent(by: hash, blockNumber: number, blockHash: block.hash)
    }
    return nil
  }
}
