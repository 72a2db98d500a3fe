package import BigInt
package import EthereumPrimitives

extension DevChainState {
  /// The maximum fee of one transaction, in wei: one ether (geth's `rpc.txfeecap`).
  package static let feeMaxWei = BigUInt(10).power(18)
  /// The maximum size of a transaction, in bytes (geth's `txMaxSize`).
  package static let transactionBytesMax = 4 * 32 * 1024
  /// The minimum tip per gas, in wei (geth's `txpool.pricelimit`).
  package static let tipMinWei: BigUInt = 1

  /// Accepts a signed transaction into the pool and, when automining, mines it.
  ///
  /// The checks are in geth's order: RPC, pool, transaction, account.
  ///
  /// - Parameters:
  ///   - raw: The bytes of `eth_sendRawTransaction`.
  ///   - nowSeconds: The caller's Unix time, for a mined block.
  /// - Returns: The hash of the transaction.
  /// - Throws: `DevChainSubmissionError` with the first check that fails; the chain is then
  ///   unchanged.
  package mutating func submit(
    raw: [UInt8], nowSeconds: UInt64
  ) throws(DevChainSubmissionError) -> Hash32 {
    let transaction = try DevChainTransaction(raw: raw, chainID: configuration.chainID)
    do {
      try check(transaction)
    } catch {
      throw .refused(error)
    }
    pool.insert(transaction)
    if isAutomining { mine(nowSeconds: nowSeconds) }
    return transaction.hash
  }

  private func check(_ transaction: DevChainTransaction) throws(DevChainRefusal) {
    let fee = BigUInt(transaction.gasLimit) * transaction.maxFeePerGas
    guard fee <= Self.feeMaxWei else {
      throw .feeAboveNodeLimit(feeWei: fee, limitWei: Self.feeMaxWei)
    }
    guard pool[transaction.hash] == nil else { throw .alreadyKnown }
    try checkAlone(transaction)
    try checkAgainstAccount(transaction)
  }

  /// Performs the checks that don't depend on accounts.
  private func checkAlone(_ transaction: DevChainTransaction) throws(DevChainRefusal) {
    guard transaction.raw.count <= Self.transactionBytesMax else {
      throw .oversizedData(size: transaction.raw.count, sizeMax: Self.transactionBytesMax)
    }
    guard transaction.gasLimit <= head.header.gasLimit else { throw .gasAboveBlockLimit }
    guard transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas else {
      throw .tipAboveFeeCap
    }
    // No nonce may follow the maximum (EIP-2681).
    guard transaction.nonce < .max else { throw .nonceAtMaximum }
    guard transaction.gasLimit >= transaction.intrinsicGas else {
      throw .intrinsicGasTooLow(gas: transaction.gasLimit, needed: transaction.intrinsicGas)
    }
    guard transaction.gasLimit >= transaction.floorGas else {
      throw .floorGasTooLow(gas: transaction.gasLimit, needed: transaction.floorGas)
    }
    guard transaction.maxPriorityFeePerGas >= Self.tipMinWei else {
      throw .tipTooLow(tip: transaction.maxPriorityFeePerGas, needed: Self.tipMinWei)
    }
  }

  /// Performs the checks that depend on the sender's account and on waiting transactions.
  private func checkAgainstAccount(_ transaction: DevChainTransaction) throws(DevChainRefusal) {
    let account = ledger[transaction.sender]
    guard transaction.nonce >= account.nonce else {
      throw .nonceTooLow(next: account.nonce, nonce: transaction.nonce)
    }
    let (balance, cost) = (account.balance, transaction.cost)
    guard balance >= cost else { throw .insufficientFunds(balance: balance, cost: cost) }

    let executable = pool.executable(of: transaction.sender, from: account.nonce)
    let queued = executable.reduce(0) { $0 + $1.cost }
    if let old = executable.first(where: { $0.nonce == transaction.nonce }) {
      guard balance + old.cost >= queued + cost else {
        throw .insufficientFundsForBump(
          balance: balance, queued: queued, bump: cost > old.cost ? cost - old.cost : 0)
      }
    } else {
      guard balance >= queued + cost else {
        throw .insufficientFundsForQueue(balance: balance, queued: queued, cost: cost)
      }
    }
    if let old = pool[transaction.sender, transaction.nonce] {
      guard transaction.outbids(old) else { throw .replacementUnderpriced }
    } else {
      guard pool.count < TransactionPool.countMax else { throw .poolFull }
    }
  }
}
