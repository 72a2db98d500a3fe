package import EthereumPrimitives

/// One signed transaction of a payment's family. All transactions of a family have one nonce, so
/// that at most one of them is ever in a block.
package struct PaymentTransaction: Codable, Hashable, Sendable {
  /// The purpose of a transaction of a family.
  package enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// The first one; it pays.
    case original
    /// It pays the same, for a higher fee.
    case speedUp
    /// It sends nothing to the payer, so that nothing of the family pays.
    case cancel
  }

  /// Its purpose.
  package var role: Role

  /// Its position among the account's transactions, from 0.
  package var nonce: UInt64

  /// How much gas it may use.
  package var gasLimit: GasUnits

  /// The maximum price per unit of gas.
  package var maxFeePerGas: Wei

  /// The maximum part of it that goes to the block's proposer.
  package var maxPriorityFeePerGas: Wei

  /// The hash of the signed transaction.
  package var hash: Hash32

  /// The signed transaction; kept so that exactly this one is broadcast again. Empty once the
  /// payment was abandoned.
  package var rawTransaction: [UInt8]

  /// Whether it may have left this wallet; recorded before the first byte is sent.
  package var mayBeKnown: Bool

  /// Whether a node has ever said that it has it, or a block had it that a reorganisation removed.
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
