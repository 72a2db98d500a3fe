package import EthereumPrimitives

/// One signed transaction of a payment's family, whose transactions all have one nonce, so that at
/// most one of them is ever in a block.
package struct PaymentTransaction: Codable, Hashable, Sendable {
  /// The purpose of a transaction of a family.
  package enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// The first transaction, which pays.
    case original
    /// A transaction that makes the same payment for a higher fee.
    case speedUp
    /// A transaction from the payer to the payer that sends nothing, so that the family does not
    /// pay.
    case cancel
  }

  /// Its purpose.
  package var role: Role

  /// Its position among the account's transactions, from 0.
  package var nonce: UInt64

  /// The maximum gas.
  package var gasLimit: GasUnits

  /// The maximum price per unit of gas.
  package var maxFeePerGas: Wei

  /// The maximum part of it that goes to the block's proposer.
  package var maxPriorityFeePerGas: Wei

  /// The hash of the signed transaction.
  package var hash: Hash32

  /// The signed transaction, kept so that exactly this one is broadcast again; empty once the
  /// payment was abandoned.
  package var rawTransaction: [UInt8]

  /// True if it may have left this wallet; recorded before the first byte is sent.
  package var mayBeKnown: Bool

  /// True if a node has ever reported having it, or a block with it was reorganised away.
  package var wasTaken: Bool

  /// Describes a signed transaction.
  package init(
    role: Role = .original, nonce: UInt64, gasLimit: GasUnits, maxFeePerGas: Wei,
    maxPriorityFeePerGas: Wei, hash: Hash32, rawTransaction: [UInt8], mayBeKnown: Bool = false,
    wasTaken: Bool = false
  ) {
    self.role = role
    self.nonce = nonce
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.hash = hash
    self.rawTransaction = rawTransaction
    self.mayBeKnown = mayBeKnown
    self.wasTaken = wasTaken
  }
}
