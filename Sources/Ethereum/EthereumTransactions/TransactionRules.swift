package import EthereumPrimitives

/// A chain's requirements on a transaction before it checks the sender's account.
package struct TransactionRules: Hashable, Sendable {
  /// The gas rules of a fork; each fork includes the rules before it.
  package enum Fork: Int, Comparable, Sendable {
    /// EIP-1559; creation code may have any size.
    case london
    /// EIP-3860: creation code has a limit and costs gas.
    case shanghai
    /// No change to the gas before execution.
    case cancun
    /// EIP-7623: data has a floor price.
    case prague

    package static func < (left: Fork, right: Fork) -> Bool { left.rawValue < right.rawValue }
  }

  /// The largest creation code, in bytes (EIP-3860).
  package static let initCodeByteCountMax = 49_152

  /// The chain's id.
  package var chainID: ChainID
  /// The chain's fork.
  package var fork: Fork

  /// Creates the rules of a chain.
  package init(chainID: ChainID, fork: Fork = .prague) {
    self.chainID = chainID
    self.fork = fork
  }

  /// Checks a transaction.
  ///
  /// - Throws: The first case of `TransactionRefusal`, in the order of declaration, that applies.
  package func check(_ transaction: UnsignedTransaction) throws(TransactionRefusal) {
    if let found = transaction.chainID, found != chainID {
      throw .wrongChain(expected: chainID, found: found)
    }
    // EIP-2681: the nonce after this one must exist.
    guard transaction.nonce < .max else { throw .nonceTooLarge }
    guard transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas else {
      throw .tipAboveFeeCap(
        tip: transaction.maxPriorityFeePerGas, feeCap: transaction.maxFeePerGas)
    }
    do {
      _ = try transaction.maxFeePerGas.cost(of: transaction.gasLimit)
    } catch {
      throw .gasCostOverflow
    }
    if fork >= .shanghai, transaction.to == nil {
      guard transaction.data.count <= Self.initCodeByteCountMax else {
        throw .initCodeTooLarge(found: transaction.data.count, max: Self.initCodeByteCountMax)
      }
    }
    let needed = minimumGas(of: transaction)
    guard transaction.gasLimit >= needed else {
      throw .gasLimitTooLow(limit: transaction.gasLimit, needed: needed)
    }
  }

  /// Returns the minimum gas limit of a transaction.
  package func minimumGas(of transaction: UnsignedTransaction) -> GasUnits {
    let intrinsic = intrinsicGas(of: transaction)
    return fork >= .prague ? Swift.max(intrinsic, Self.floorGas(of: transaction.data)) : intrinsic
  }

  /// Returns the gas that a transaction uses before anything is executed.
  ///
  /// - SeeAlso: Yellow Paper, section 6.2; EIP-2028, EIP-2930, EIP-3860.
  package func intrinsicGas(of transaction: UnsignedTransaction) -> GasUnits {
    let data = transaction.data
    let zeroCount = UInt64(data.count { $0 == 0 })
    var gas = 21_000 + 4 * zeroCount + 16 * (UInt64(data.count) - zeroCount)
    if transaction.to == nil {
      gas += 32_000
      if fork >= .shanghai { gas += 2 * ((UInt64(data.count) + 31) / 32) }
    }
    for entry in transaction.accessList {
      gas += 2_400 + 1_900 * UInt64(entry.storageKeys.count)
    }
    return GasUnits(gas)
  }

  /// Returns the minimum gas that a transaction with data uses.
  ///
  /// - SeeAlso: EIP-7623.
  package static func floorGas(of data: [UInt8]) -> GasUnits {
    let zeroCount = UInt64(data.count { $0 == 0 })
    return GasUnits(21_000 + 10 * zeroCount + 40 * (UInt64(data.count) - zeroCount))
  }
}
