package import EthereumPrimitives

// MARK: - Common Fields

extension UnsignedTransaction {
  /// The chain to which it is bound; nil for a legacy transaction before EIP-155.
  package var chainID: ChainID? {
    switch self {
    case .legacy(let transaction): transaction.chainID
    case .accessList(let transaction): transaction.chainID
    case .dynamicFee(let transaction): transaction.chainID
    }
  }

  /// The number of transactions that the sender has sent before.
  package var nonce: UInt64 {
    switch self {
    case .legacy(let transaction): transaction.nonce
    case .accessList(let transaction): transaction.nonce
    case .dynamicFee(let transaction): transaction.nonce
    }
  }

  /// The maximum amount of gas that the transaction may use.
  package var gasLimit: GasUnits {
    switch self {
    case .legacy(let transaction): transaction.gasLimit
    case .accessList(let transaction): transaction.gasLimit
    case .dynamicFee(let transaction): transaction.gasLimit
    }
  }

  /// The recipient; nil if a contract is created.
  package var to: Address? {
    switch self {
    case .legacy(let transaction): transaction.to
    case .accessList(let transaction): transaction.to
    case .dynamicFee(let transaction): transaction.to
    }
  }

  /// The amount that the recipient receives.
  package var value: Wei {
    switch self {
    case .legacy(let transaction): transaction.value
    case .accessList(let transaction): transaction.value
    case .dynamicFee(let transaction): transaction.value
    }
  }

  /// The input of a call, or the code that creates a contract.
  package var data: [UInt8] {
    switch self {
    case .legacy(let transaction): transaction.data
    case .accessList(let transaction): transaction.data
    case .dynamicFee(let transaction): transaction.data
    }
  }

  /// The accounts and slots that it declares it will access; empty for a legacy transaction.
  package var accessList: [AccessListEntry] {
    switch self {
    case .legacy: []
    case .accessList(let transaction): transaction.accessList
    case .dynamicFee(let transaction): transaction.accessList
    }
  }

  /// The maximum price of each unit of gas: the fee cap, or the gas price of types 0 and 1.
  package var maxFeePerGas: Wei {
    switch self {
    case .legacy(let transaction): transaction.gasPrice
    case .accessList(let transaction): transaction.gasPrice
    case .dynamicFee(let transaction): transaction.maxFeePerGas
    }
  }

  /// The tip for each unit of gas, or the gas price of types 0 and 1.
  package var maxPriorityFeePerGas: Wei {
    switch self {
    case .legacy(let transaction): transaction.gasPrice
    case .accessList(let transaction): transaction.gasPrice
    case .dynamicFee(let transaction): transaction.maxPriorityFeePerGas
    }
  }
}
