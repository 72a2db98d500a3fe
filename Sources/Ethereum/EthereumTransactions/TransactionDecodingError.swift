package import EthereumPrimitives

/// The reason why bytes were refused as a signed transaction.
package enum TransactionDecodingError: Error, Equatable, Sendable {
  /// There are no bytes.
  case empty
  /// The first byte, below 0x80, is a type that is not supported.
  ///
  /// 3 is a blob transaction (EIP-4844), and 4 sets code (EIP-7702).
  case unsupportedType(UInt8)
  /// The first byte is neither a type nor the start of a list.
  case notATransaction(firstByte: UInt8)
  /// The RLP is not canonical, or a field is missing, of the wrong size, or too many.
  case rlp(RLPError)
  /// v of a legacy transaction is not 27, 28, or at least 37.
  case wrongV(UInt256)
  /// The parity of a transaction of type 1 or 2 is neither 0 nor 1.
  case wrongParity(UInt256)
  /// The chain ID is above `ChainID.max`, so that its v of EIP-155 would not fit into 64 bits.
  case chainIDTooLarge
  /// r or s is not from 1 to the order of secp256k1 less 1.
  case signatureOutOfRange
  /// s is above half of the order of secp256k1 (EIP-2).
  case highS
}

extension TransactionDecodingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "expected a transaction, found no bytes"
    case .unsupportedType(let type):
      "expected a transaction of type 0, 1 or 2, found type \(type)\(Self.name(ofType: type))"
    case .notATransaction(let firstByte):
      "expected a transaction, found a first byte of \(Hex.encode([firstByte]))"
    case .rlp(let error):
      error.description
    case .wrongV(let v):
      "expected a v of 27, 28, or at least 37 (EIP-155), found \(Wei(v).decimalText)"
    case .wrongParity(let parity):
      "expected a parity of 0 or 1, found \(Wei(parity).decimalText)"
    case .chainIDTooLarge:
      "expected a chain id of at most \(ChainID.max)"
    case .signatureOutOfRange:
      "expected r and s from 1 to the order of secp256k1 less 1"
    case .highS:
      "expected an s of at most half of the order of secp256k1"
    }
  }

  private static func name(ofType type: UInt8) -> String {
    switch type {
    case 3: " (blobs, EIP-4844)"
    case 4: " (set code, EIP-7702)"
    default: ""
    }
  }
}
