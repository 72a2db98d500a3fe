import BigInt
import EthereumCrypto
import EthereumPrimitives

extension DevChainState {
  /// Mines one block with every waiting transaction that pays the base fee and fits, highest tip
  /// first.
  ///
  /// - Parameter nowSeconds: The caller's Unix time. The block's time is always later than its
  ///   parent's.
  package mutating func mine(nowSeconds: UInt64) {
    var block = BlockInProgress(number: head.header.number + 1, baseFee: nextBaseFeePerGas)
    var skipped: Set<Address> = []
    while let next = bestCandidate(baseFee: block.baseFee, skipping: skipped) {
      // A transaction that does not fit keeps waiting, and so do its sender's later ones.
      guard canInclude(next, in: block) else {
        skipped.insert(next.sender)
        continue
      }
      include(next, in: &block)
    }
    let timestamp = max(
      head.header.timestampSeconds.saturatingAdd(1), nowSeconds.saturatingAdd(timeOffsetSeconds))
    seal(block, timestampSeconds: timestamp)
  }

  /// A block that has no header yet.
  struct BlockInProgress {
    let number: UInt64
    let baseFee: BigUInt
    var transactions: [DevChainTransaction] = []
    var receipts: [DevChainReceipt] = []
    var gasUsed: UInt64 = 0
  }

  /// Returns true if a transaction fits into a block, and its sender can pay for it.
  func canInclude(_ transaction: DevChainTransaction, in block: BlockInProgress) -> Bool {
    transaction.gasLimit <= configuration.blockGasLimit - block.gasUsed
      && transaction.cost <= balance(transaction)
  }

  /// Executes the next transaction of a block.
  ///
  /// - Precondition: It can be included, has its sender's next nonce, and pays the base fee.
  mutating func include(_ transaction: DevChainTransaction, in block: inout BlockInProgress) {
    let receipt = execute(transaction, baseFee: block.baseFee, gasUsedBefore: block.gasUsed)
    block.gasUsed = receipt.cumulativeGasUsed
    block.transactions.append(transaction)
    block.receipts.append(receipt)
  }

  /// Appends a block to the chain.
  mutating func seal(_ block: BlockInProgress, timestampSeconds: UInt64) {
    ledger.commit(block: block.number)
    let (transactions, receipts) = (block.transactions, block.receipts)
    let header = BlockHeader(
      parentHash: head.hash, coinbase: configuration.coinbase, stateRoot: ledger.stateRoot,
      transactionsRoot: MerklePatriciaTrie.root(ofList: transactions.map(\.raw)),
      receiptsRoot: MerklePatriciaTrie.root(
        ofList: zip(transactions, receipts).map { Self.encodedReceipt($1, type: $0.type) }),
      number: block.number, gasLimit: configuration.blockGasLimit, gasUsed: block.gasUsed,
      timestampSeconds: timestampSeconds, baseFeePerGas: block.baseFee,
      logsBloom: DevChainLog.bloom(receipts.flatMap(\.logs)))
    append(header: header, transactions: transactions, receipts: receipts)
    precondition(
      ledger.mintedWei == ledger.totalBalanceWei + ledger.burntWei,
      "The books of block \(block.number) do not balance: \(books).")
  }

  private func balance(_ transaction: DevChainTransaction) -> BigUInt {
    ledger[transaction.sender].balance
  }

  /// Finds the next transaction with the highest tip at this base fee; of equal ones, the earlier.
  private func bestCandidate(
    baseFee: BigUInt, skipping skipped: Set<Address>
  ) -> DevChainTransaction? {
    var best: (tip: BigUInt, entry: TransactionPool.Entry)?
    for (sender, waiting) in pool.entries where !skipped.contains(sender) {
      guard
        let entry = waiting[ledger[sender].nonce],
        let tip = entry.transaction.effectiveTipPerGas(baseFeePerGas: baseFee)
      else { continue }
      if let best, best.tip > tip || best.tip == tip && best.entry.arrival < entry.arrival {
        continue
      }
      best = (tip, entry)
    }
    return best?.entry.transaction
  }

  /// Moves the ether of one transaction, and calls the token if it is the recipient.
  private mutating func execute(
    _ transaction: DevChainTransaction, baseFee: BigUInt, gasUsedBefore: UInt64
  ) -> DevChainReceipt {
    guard let tip = transaction.effectiveTipPerGas(baseFeePerGas: baseFee) else {
      preconditionFailure("A transaction below the base fee \(baseFee) was chosen for a block.")
    }
    var (gasUsed, isSuccess, logs) = (transaction.gasUsed, true, [DevChainLog]())
    if hasCode(transaction.to) {
      let outcome = DevToken.call(
        transaction.data, from: transaction.sender, value: transaction.value,
        load: { [storage = ledger.tokenStorage] in storage[$0] })
      let needed = max(transaction.intrinsicGas + outcome.gas, transaction.floorGas)
      // If there is not enough gas, all of it is used, and nothing else happens.
      gasUsed = min(needed, transaction.gasLimit)
      isSuccess = !outcome.isReverted && needed <= transaction.gasLimit
      if isSuccess {
        for (slot, value) in outcome.writes { ledger.store(value, at: slot) }
        logs = outcome.logs
      }
    }
    let gas = BigUInt(gasUsed)
    let value = isSuccess ? transaction.value : 0
    ledger.change(transaction.sender) { account in
      account.nonce += 1
      account.balance -= gas * (baseFee + tip) + value
    }
    ledger.change(transaction.to) { $0.balance += value }
    ledger.change(configuration.coinbase) { $0.balance += gas * tip }
    ledger.burn(gas * baseFee)
    pool.removeUsed(of: transaction.sender, nextNonce: transaction.nonce + 1)
    return DevChainReceipt(
      gasUsed: gasUsed, cumulativeGasUsed: gasUsedBefore + gasUsed,
      effectiveGasPrice: baseFee + tip, isSuccess: isSuccess, logs: logs)
  }

  /// Returns true if the account is the token.
  func hasCode(_ address: Address) -> Bool {
    configuration.hasToken && address == DevToken.address
  }

  /// Encodes the receipt for the receipts trie.
  ///
  /// - SeeAlso: EIP-658 (status), EIP-2718 (leading type).
  private static func encodedReceipt(_ receipt: DevChainReceipt, type: UInt8) -> [UInt8] {
    let body = RLP.encode(
      .list([
        .integer(UInt64(receipt.isSuccess ? 1 : 0)), .integer(receipt.cumulativeGasUsed),
        .bytes(DevChainLog.bloom(receipt.logs)), .list(receipt.logs.map(\.rlp)),
      ]))
    return type == 0 ? body : [type] + body
  }
}

extension UInt64 {
  fileprivate func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
