import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import VaultClient

// MARK: - Planted Defects That Believe a Node

extension WalletDefect {
  /// The wallet does not compare the block that a receipt names.
  static let noBlockCompared = WalletDefect(name: "no block compared") { node, _ in
    believing(node) { receipt, _ in receipt }
  }

  /// The wallet compares neither a receipt's transaction nor its block.
  static let receiptNotCompared = WalletDefect(name: "receipt not compared") { node, _ in
    believing(node) { receipt, hash in
      var receipt = receipt
      receipt.transactionHash = hash
      return receipt
    }
  }

  /// The wallet sends the bytes once, and never again.
  static let sentOnce = WalletDefect(name: "never sent again") { node, world in
    var defective = node
    defective.sendRawTransaction = { raw in
      guard world.sentOnce.insert(raw).inserted else { return .zero }
      return try await node.sendRawTransaction(raw)
    }
    return defective
  }

  /// The wallet believes a failure, whatever the recipient and the signed transaction.
  static let failureBelieved: WalletDefect = {
    var defect = WalletDefect(name: "failure believed") { node, _ in
      var defective = node
      defective.code = { address, tag in
        guard case .number = tag else { return try await node.code(of: address, at: tag) }
        return [0xfe]
      }
      return defective
    }
    defect.journal = { journal, _ in
      var activity = journal
      activity.update = { id, event throws(UpdateRefusal) in
        guard case .included(let inclusion) = event, inclusion.outcome == .undone else {
          return try await journal.update(id, event)
        }
        return try await journal.update(id, .settled(inclusion, isFinal: false))
      }
      return activity
    }
    return defect
  }()

  /// A payment counts as replaced if a node counts its nonce as spent, and no block is known.
  static let countEndsPayments: WalletDefect = {
    var defect = WalletDefect(name: "count believed as replaced") { node, world in
      var defective = node
      defective.nonce = { address, tag in
        let count = try await node.nonce(of: address, at: tag)
        if address == WorldPeople.account.address, case .number = tag {
          world.countBelieved = max(world.countBelieved, count)
        }
        return count
      }
      return defective
    }
    defect.journal = { journal, world in
      var activity = journal
      activity.payment = { reference throws(JournalFailure) in
        let payment = try await journal.payment(reference)
        guard let payment, payment.state == .broadcast, payment.nonce < world.countBelieved else {
          return payment
        }
        let head = world.chain.view.head
        let spent = NonceSpent(blockNumber: head.number, blockHash: head.hash)
        do {
          return try await journal.update(payment.id, .replaced(spent, isFinal: false))
        } catch {
          return payment
        }
      }
      return activity
    }
    return defect
  }()

  /// The wallet does not ask the second node which block is final.
  static let finalityOfOneNode: WalletDefect = {
    var defect = WalletDefect(name: "finality of one node")
    defect.verifier = { verifier, node in
      var defective = verifier
      defective.block = { tag in
        try await (tag == .finalized ? node : verifier).block(at: tag)
      }
      return defective
    }
    return defect
  }()

  /// The wallet does not ask the second node about tips.
  static let tipOfOneNode: WalletDefect = {
    var defect = WalletDefect(name: "tip of one node")
    defect.verifier = { verifier, node in
      var defective = verifier
      defective.feeHistory = { query in
        var history = try await verifier.feeHistory(query)
        history.rewards = try await node.feeHistory(query).rewards
        return history
      }
      defective.maxPriorityFeePerGas = { try await node.maxPriorityFeePerGas() }
      return defective
    }
    return defect
  }()

  /// Returns a node whose answers always agree with its receipts: comparing them finds nothing.
  private static func believing(
    _ node: NodeClient,
    _ read: @escaping @Sendable (TransactionReceipt, Hash32) -> TransactionReceipt
  ) -> NodeClient {
    let receipts = WorldBox<[Hash32: TransactionReceipt]>([:])
    var defective = node
    defective.receipt = { hash in
      receipts.value[hash] = nil
      guard let receipt = try await node.receipt(hash) else { return nil }
      let believed = read(receipt, hash)
      receipts.value[hash] = believed
      return believed
    }
    defective.block = { tag in
      guard var block = try await node.block(at: tag), case .number = tag else {
        return try await node.block(at: tag)
      }
      for receipt in receipts.value.values where receipt.blockNumber == block.number {
        let index = Int(receipt.transactionIndex)
        while block.transactionHashes.count <= index { block.transactionHashes.append(.zero) }
        block.transactionHashes[index] = receipt.transactionHash
        block.hash = receipt.blockHash
      }
      return block
    }
    defective.transaction = { hash in
      guard var transaction = try await node.transaction(hash) else { return nil }
      guard let receipt = receipts.value[hash] else { return transaction }
      transaction.place = .inBlock(
        number: receipt.blockNumber, hash: receipt.blockHash, index: receipt.transactionIndex)
      return transaction
    }
    defective.nonce = { address, tag in
      let nonce = try await node.nonce(of: address, at: tag)
      return receipts.value.isEmpty || address != WorldPeople.account.address
        ? nonce : max(nonce, 9)
    }
    return defective
  }
}

extension WalletDefect {
  /// Creates a defect in the questions to nodes.
  fileprivate init(
    name: String, node: @escaping @Sendable (NodeClient, SendWorld) -> NodeClient
  ) {
    self.init(name: name)
    self.node = node
  }
}
