import BigInt
import EthereumCrypto
import EthereumPrimitives

extension DevChainState {
  /// Mines one block with every waiting transaction that pays the base fee and fits, best tip
  /// first.
  ///
  /// - Parameter nowSeconds: The caller's Unix time; the block's is later than its parent's in any
  ///   case.
  package mutating func mine(nowSeconds: UInt64) {
    let parent = head
    let baseFee = nextBaseFeePerGas
    let number = parent.header.number + 1
    var transactions: [DevChainTransaction] = []
    var receipts: [DevChainReceipt] = []
    var gasUsed: UInt64 = 0
    var skipped: Set<Address> = []

    while let next = bestCandidate(baseFee: baseFee, skipping: skipped) {
      // What does not fit keeps its place; its sender's later ones must wait with it.
      guard next.gasLimit <= configuration.blockGasLimit - gasUsed, next.cost <= balance(next)
      else {
        skipped.insert(next.sender)
        continue
      }
      let price = execute(next, baseFee: baseFee)
      gasUsed += next.gasUsed
      transactions.append(next)
      receipts.append(
        DevChainReceipt(
          gasUsed: next.gasUsed, cumulativeGasUsed: gasUsed, effectiveGasPrice: price))
    }

    ledger.commit(block: number)
    let header = BlockHeader(
      parentHash: parent.hash, coinbase: configuration.coinbase, stateRoot: ledger.stateRoot,
      transactionsRoot: MerklePatriciaTrie.root(ofList: transactions.map(\.raw)),
      receiptsRoot: MerklePatriciaTrie.root(
        ofList: zip(transactions, receipts).map { Self.encodedReceipt($1, type: $0.type) }),
      number: number, gasLimit: configuration.blockGasLimit, gasUsed: gasUsed,
      timestampSeconds: max(
        parent.header.timestampSeconds.saturatingAdd(1), nowSeconds.saturatingAdd(timeOffsetSeconds)
      ),
      baseFeePerGas: baseFee)
    append(header: header, transactions: transactions, receipts: receipts)
    precondition(
      ledger.mintedWei == ledger.totalBalanceWei + ledger.burntWei,
      "The books of block \(number) do not balance: \(books).")
  }

  private func balance(_ transaction: DevChainTransaction) -> BigUInt {
    ledger[transaction.sender].balance
  }

  /// Finds the next transaction of the sender who tips best at this base fee, the earlier of
  /// equals.
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

  /// Moves the money of one transaction; answers the price per gas.
  private mutating func execute(_ transaction: DevChainTransaction, baseFee: BigUInt) -> BigUInt {
    guard let tip = transaction.effectiveTipPerGas(baseFeePerGas: baseFee) else {
      preconditionFailure("A transaction below the base fee \(baseFee) was chosen for a block.")
    }
    let gas = BigUInt(transaction.gasUsed)
    ledger.change(transaction.sender) { account in
      account.nonce += 1
      account.balance -= gas * (baseFee + tip) + transaction.value
    }
    ledger.change(transaction.to) { $0.balance += transaction.value }
    ledger.change(configuration.coinbase) { $0.balance += gas * tip }
    ledger.burn(gas * baseFee)
    pool.removeUsed(of: transaction.sender, nextNonce: transaction.nonce + 1)
    return baseFee + tip
  }

  /// The receipt as it stands in the receipts trie.
  ///
  /// - SeeAlso: EIP-658 (status), EIP-2718 (type in front).
  private static func encodedReceipt(_ receipt: DevChainReceipt, type: UInt8) -> [UInt8] {
    let body = RLP.encode(
      .list([
        .integer(UInt64(1)), .integer(receipt.cumulativeGasUsed), .bytes(BlockHeader.emptyBloom),
        .list([]),
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
