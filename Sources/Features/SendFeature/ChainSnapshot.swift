import ActivityClient
import EthereumPrimitives
import NodeClient

/// One node's answers about a payment, read while one block is the head and compared with what was
/// signed; if the head changes in the meantime, they are discarded.
struct ChainSnapshot: Equatable, Sendable {
  /// A block by its number and hash.
  struct Head: Equatable, Sendable {
    let number: UInt64
    let hash: Hash32
  }

  /// The head changed while the answers were read.
  struct HeadMoved: Error {}

  let head: Head

  /// The minimum price of a unit of gas in the newest block; nil on chains without such a fee.
  var baseFee: Wei?

  /// The newest final block, which is deep enough and which the node calls finalized; nil if none
  /// exists.
  var final: UInt64?

  /// The number of the account's transactions in blocks up to the head.
  var accountNonce: UInt64

  /// The block that contains a transaction of the family.
  var inclusion: PaymentInclusion?

  /// True if the node's pool contains the transaction that was signed last.
  var isWaiting = false

  /// True if the block that the journal names is still in the chain.
  var formerBlockStands = false

  /// True if that block is still in the chain and contains the transaction of a final end.
  var formerBlockHasPayment = false

  /// What spent the nonce, deep enough to be believed, if no transaction of the family did;
  /// without its transaction, it is only a count, which decides nothing by itself.
  var spent: NonceSpent?
}

// MARK: - Judging

extension ChainSnapshot {
  /// Returns the number of blocks from a given one to the head, including both.
  func depth(of blockNumber: UInt64) -> UInt64 {
    blockNumber <= head.number ? head.number - blockNumber + 1 : 0
  }

  /// Returns true if a block is deep enough to be believed, whether or not a node calls it
  /// finalized.
  func isDeepEnough(_ blockNumber: UInt64, by policy: FinalityPolicy) -> Bool {
    depth(of: blockNumber) >= policy.depth
  }

  /// Returns true if a block can no longer be undone.
  func isFinal(_ blockNumber: UInt64) -> Bool { final.map { blockNumber <= $0 } ?? false }

  /// True if the spending of the nonce can no longer be undone.
  var spentForGood: Bool { spent.map { $0.by != nil && isFinal($0.blockNumber) } ?? false }

  /// Returns true if this node also reports that an end can no longer be undone.
  func isFinal(_ event: PaymentEvent) -> Bool {
    switch event {
    case .settled(let inclusion, let isFinal): isFinal && self.isFinal(inclusion.blockNumber)
    case .replaced(let spent, let isFinal): isFinal && self.isFinal(spent.blockNumber)
    case .handedOver, .taken, .refused, .included, .reorganised, .abandoned: false
    }
  }

  /// Returns true if two nodes report the same end.
  func agrees(with other: ChainSnapshot, by policy: FinalityPolicy) -> Bool {
    if let inclusion {
      return other.inclusion == inclusion && other.isDeepEnough(inclusion.blockNumber, by: policy)
    }
    return other.inclusion == nil && (other.spent != nil) == (spent != nil)
  }
}

// MARK: - Reading a Snapshot

extension ChainSnapshot {
  /// Reads a snapshot for a payment.
  ///
  /// If the journal has a final end, and it is found unchanged, its depth is not checked again.
  ///
  /// - Throws: `NodeError`, `InconsistentAnswer`, `HeadMoved`, or `CancellationError`.
  static func take(
    at payment: Payment, _ node: NodeClient, _ policy: FinalityPolicy
  ) async throws -> ChainSnapshot {
    try await node.requireChain(payment.intent.chainID)
    // No chain comes near the maximum, so sums of numbers up to the head don't overflow.
    guard let block = try await node.block(at: .latest), block.number < .max / 2 else {
      throw InconsistentAnswer.noHead
    }
    let head = Head(number: block.number, hash: block.hash)
    let inclusion = try await inclusion(of: payment, head, node)
    let accountNonce = try await node.nonce(of: payment.intent.from, at: .number(head.number))
    var look = ChainSnapshot(
      head: head, baseFee: block.baseFeePerGas, accountNonce: accountNonce, inclusion: inclusion)
    if let inclusion {
      guard accountNonce > payment.nonce else {
        throw InconsistentAnswer.nonceNotSpent(accountNonce: accountNonce)
      }
      guard !payment.isFinal || payment.state.inclusion != inclusion else {
        return try await look.requiringHead(node)
      }
      look.final = try await final(node, head, policy)
      if look.isDeepEnough(inclusion.blockNumber, by: policy) {
        let block = Head(number: inclusion.blockNumber, hash: inclusion.blockHash)
        try await look.requireBlocks(upon: block, policy, node)
      }
    } else if accountNonce > payment.nonce, payment.isFinal, payment.state.isReplaced {
      return try await look.requiringHead(node)
    } else if accountNonce > payment.nonce, try await isStillInBlock(payment, head, node) {
      look.formerBlockStands = true
      look.formerBlockHasPayment = true
      return try await look.requiringHead(node)
    } else if accountNonce > payment.nonce {
      look.final = try await final(node, head, policy)
      look.spent = try await look.findSpent(payment, node, policy)
    } else {
      look.isWaiting = try await isWaiting(payment, node)
    }
    if inclusion == nil, let former = payment.state.formerBlock, former.number <= head.number {
      let there = try await node.block(at: .number(former.number))
      look.formerBlockStands = there?.hash == former.hash
      if look.formerBlockStands { try await look.checkFinality(of: former, policy, node) }
    }
    return try await look.requiringHead(node)
  }

  /// Returns whether the block of a final end is still in the chain and contains the transaction.
  private static func isStillInBlock(
    _ payment: Payment, _ head: Head, _ node: NodeClient
  ) async throws -> Bool {
    guard payment.isFinal, let former = payment.state.inclusion,
      former.blockNumber <= head.number,
      let block = try await node.block(at: .number(former.blockNumber))
    else { return false }
    return block.hash == former.blockHash
      && block.transactionHashes.contains(former.transactionHash)
  }

  /// Returns the snapshot if the head has not changed.
  private func requiringHead(_ node: NodeClient) async throws -> ChainSnapshot {
    guard try await node.block(at: .number(head.number))?.hash == head.hash else {
      throw HeadMoved()
    }
    return self
  }

  /// Finds the block that contains a transaction of the family, and compares all answers about it.
  private static func inclusion(
    of payment: Payment, _ head: Head, _ node: NodeClient
  ) async throws -> PaymentInclusion? {
    var found: PaymentInclusion?
    for transaction in payment.transactions.reversed() {
      guard let receipt = try await node.receipt(transaction.hash) else { continue }
      guard receipt.transactionHash == transaction.hash else {
        throw InconsistentAnswer.receiptOfAnother(receipt.transactionHash)
      }
      if let found {
        throw InconsistentAnswer.twoReceipts(found.transactionHash, transaction.hash)
      }
      guard receipt.blockNumber <= head.number else {
        // The block was added after the head was read, or does not exist.
        let isThere = try await node.block(at: .latest).map { $0.number >= receipt.blockNumber }
        throw isThere == true
          ? HeadMoved() : InconsistentAnswer.receiptInUnknownBlock(transaction.hash)
      }
      try await check(receipt, of: transaction, payment.intent, node)
      // A cancellation moves no funds that could be returned: its nonce is spent, whatever a
      // receipt says. If the receipt counted, the next node would report a different end.
      let isDone = receipt.outcome == .succeeded || transaction.role == .cancel
      found = PaymentInclusion(
        transactionHash: transaction.hash, outcome: isDone ? .succeeded : .undone,
        blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, gasUsed: receipt.gasUsed,
        effectiveGasPrice: receipt.effectiveGasPrice)
    }
    return found
  }

  private static func check(
    _ receipt: TransactionReceipt, of transaction: PaymentTransaction, _ intent: PaymentIntent,
    _ node: NodeClient
  ) async throws {
    let hash = transaction.hash
    guard let block = try await node.block(at: .number(receipt.blockNumber)),
      block.number == receipt.blockNumber, block.hash == receipt.blockHash
    else { throw InconsistentAnswer.receiptInUnknownBlock(hash) }
    guard let index = Int(exactly: receipt.transactionIndex),
      block.transactionHashes.indices.contains(index), block.transactionHashes[index] == hash
    else { throw InconsistentAnswer.blockWithoutTransaction(hash) }
    let isPriced =
      receipt.effectiveGasPrice >= block.baseFeePerGas ?? .zero
      && receipt.effectiveGasPrice <= transaction.maxFeePerGas
    // A later fork may change the minimum gas of a plain transfer.
    guard isPriced, receipt.gasUsed > 0, receipt.gasUsed <= transaction.gasLimit else {
      throw InconsistentAnswer.impossibleCost(hash)
    }
    guard let found = try await node.transaction(hash) else {
      throw InconsistentAnswer.otherPlace(hash)
    }
    guard found.isSame(as: transaction, of: intent) else {
      throw InconsistentAnswer.otherTransaction(hash)
    }
    let place = NodeTransaction.Place.inBlock(
      number: receipt.blockNumber, hash: receipt.blockHash, index: receipt.transactionIndex)
    guard found.place == place else { throw InconsistentAnswer.otherPlace(hash) }
    if receipt.outcome == .failed { try await checkCanFail(receipt, transaction, intent, node) }
  }

  /// Rejects a failed payment if no code ran: ether always reaches an account without code.
  private static func checkCanFail(
    _ receipt: TransactionReceipt, _ transaction: PaymentTransaction, _ intent: PaymentIntent,
    _ node: NodeClient
  ) async throws {
    let recipient = transaction.role == .cancel ? intent.from : intent.to
    let code: [UInt8]
    do {
      code = try await node.code(of: recipient, at: .number(receipt.blockNumber))
    } catch NodeError.refused {
      // Nodes forget the state of old blocks; code is rarely removed.
      code = try await node.code(of: recipient, at: .latest)
    }
    guard !code.isEmpty else { throw InconsistentAnswer.impossibleFailure(transaction.hash) }
  }

  /// Requires that enough blocks follow one, each naming its parent; it is final only if as many
  /// follow as finality needs.
  ///
  /// The newest block's number alone does not prove that: one of several nodes behind an address
  /// may follow another, longer chain.
  mutating func requireBlocks(
    upon block: Head, _ policy: FinalityPolicy, _ node: NodeClient
  ) async throws {
    if let number = try await Self.firstBreak(upon: block, policy.depth, node) {
      throw InconsistentAnswer.blockUponAnother(number: number)
    }
    try await checkFinality(of: block, policy, node)
  }

  /// Treats nothing as final if too few blocks follow it.
  private mutating func checkFinality(
    of block: Head, _ policy: FinalityPolicy, _ node: NodeClient
  ) async throws {
    guard isFinal(block.number) else { return }
    if try await Self.firstBreak(upon: block, policy.finalDepth, node) != nil { final = nil }
  }

  /// Returns the first of the following blocks that does not name its parent.
  ///
  /// - Parameter last: The required hash of the last of them; nil to accept any.
  private static func firstBreak(
    upon block: Head, _ depth: UInt64, endingWith last: Hash32? = nil, _ node: NodeClient
  ) async throws -> UInt64? {
    var below = block.hash
    for number in (block.number..<block.number + depth).dropFirst() {
      let next = try await node.block(at: .number(number))
      guard let next, next.parentHash == below else { return number }
      below = next.hash
    }
    return last == nil || last == below ? nil : block.number + depth - 1
  }

  private static func isWaiting(_ payment: Payment, _ node: NodeClient) async throws -> Bool {
    let transaction = payment.current
    guard let found = try await node.transaction(transaction.hash) else { return false }
    guard found.isSame(as: transaction, of: payment.intent) else {
      throw InconsistentAnswer.otherTransaction(transaction.hash)
    }
    // A block included it after its receipt was read.
    guard found.place == .waiting else { throw HeadMoved() }
    return true
  }

  /// Returns the newest block that is deep enough and called finalized; many nodes report none.
  ///
  /// It must belong to the chain of this snapshot: one of several nodes behind an address may
  /// follow another chain, whose block numbers don't apply here.
  private static func final(
    _ node: NodeClient, _ head: Head, _ policy: FinalityPolicy
  ) async throws -> UInt64? {
    guard head.number + 1 >= policy.finalDepth else { return nil }
    do {
      guard let block = try await node.block(at: .finalized),
        try await isOfChain(block, head, policy, node)
      else { return nil }
      return min(block.number, head.number + 1 - policy.finalDepth)
    } catch NodeError.refused {
      return nil
    }
  }

  /// Returns true if a block precedes the head, or follows it: where every block is immediately
  /// final, one may have been added after the head was read.
  private static func isOfChain(
    _ block: NodeBlock, _ head: Head, _ policy: FinalityPolicy, _ node: NodeClient
  ) async throws -> Bool {
    if block.number == head.number { return block.hash == head.hash }
    guard block.number > head.number else {
      return try await node.block(at: .number(block.number))?.hash == block.hash
    }
    let count = block.number - head.number
    guard count < policy.finalDepth else { return false }
    return try await firstBreak(upon: head, count + 1, endingWith: block.hash, node) == nil
  }
}

extension PaymentEvent {
  /// The event, marked as one that a reorganisation can undo.
  var notFinal: PaymentEvent {
    switch self {
    case .settled(let inclusion, _): .settled(inclusion, isFinal: false)
    case .replaced(let spent, _): .replaced(spent, isFinal: false)
    case .handedOver, .taken, .refused, .included, .reorganised, .abandoned: self
    }
  }
}

extension PaymentState {
  /// True if another transaction spent the nonce.
  fileprivate var isReplaced: Bool {
    if case .replaced = self { true } else { false }
  }

  /// The number of the block that decided the end; nil while there is no end.
  var endBlockNumber: UInt64? {
    if case .replaced(let spent) = self { spent.blockNumber } else { inclusion?.blockNumber }
  }

  /// The deciding block, if its hash is known.
  fileprivate var formerBlock: ChainSnapshot.Head? {
    if let inclusion {
      return ChainSnapshot.Head(number: inclusion.blockNumber, hash: inclusion.blockHash)
    }
    if case .replaced(let spent) = self {
      return ChainSnapshot.Head(number: spent.blockNumber, hash: spent.blockHash)
    }
    return nil
  }
}

extension NodeTransaction {
  /// Returns true if this is the signed transaction, as far as a node's answer shows.
  fileprivate func isSame(as signed: PaymentTransaction, of intent: PaymentIntent) -> Bool {
    guard hash == signed.hash, from == intent.from, nonce == signed.nonce,
      gasLimit == signed.gasLimit, maxFeePerGas == signed.maxFeePerGas,
      maxPriorityFeePerGas == signed.maxPriorityFeePerGas
    else { return false }
    switch signed.role {
    case .cancel: return to == intent.from && value == .zero
    case .original, .speedUp: return !data.isEmpty || to == intent.to && value == intent.value
    }
  }
}
