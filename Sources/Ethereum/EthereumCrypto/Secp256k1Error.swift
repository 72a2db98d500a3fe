/// The reason why an operation on the curve was refused.
package enum Secp256k1Error: Error, Equatable, Sendable {
  /// A private key must have 32 bytes.
  case wrongKeySize(found: Int)
  /// A private key is not from 1 to the group's order less 1.
  case keyOutOfRange
  /// The bytes are not a point on the curve, in 33 bytes (02 or 03 first) or 65 bytes (04 first).
  case notAPublicKey
  /// r or s of a signature is not from 1 to the group's order less 1.
  case signatureOutOfRange
  /// s of a signature is above half of the group's order (EIP-2).
  case highS
  /// No key can have made the signature for the hash.
  case notRecoverable
  /// The tweak is not below the group's order, or the sum is zero, which happens once in 2¹²⁷.
  case sumOutOfRange
}

extension Secp256k1Error: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongKeySize(let found): "expected a private key of 32 bytes, found \(found)"
    case .keyOutOfRange: "expected a private key from 1 to the order of secp256k1 less 1"
    case .notAPublicKey: "expected a public key of 33 or 65 bytes, a point on secp256k1"
    case .signatureOutOfRange: "expected r and s from 1 to the order of secp256k1 less 1"
    case .highS: "expected an s of at most half of the order of secp256k1"
    case .notRecoverable: "expected a signature that a public key can be recovered from"
    case .sumOutOfRange: "expected a sum of keys other than zero"
    }
  }
}
