/// The reason why an extended key was refused, or a child of it can't be derived.
package enum HDKeyError: Error, Equatable, Sendable {
  /// A seed must have 16 to 64 bytes.
  case wrongSeedSize(found: Int)
  /// The key of the master or the child is not from 1 to the group's order less 1.
  ///
  /// This happens by chance once in 2¹²⁷.
  case keyOutOfRange
  /// A public key has no hardened children.
  case hardenedChildOfPublicKey
  /// The key is already 255 steps below its master key.
  case tooDeep
  /// The character at a position, counted from 1, is not of the alphabet of base 58.
  case notBase58(position: Int)
  /// The text decodes to a number of bytes other than 82.
  case wrongByteCount
  /// The last four bytes are not the checksum of the others.
  case wrongChecksum
  /// The first four bytes are not those of the expected kind of key.
  case wrongVersion(expected: UInt32, found: UInt32)
  /// A key without a parent has a parent's fingerprint.
  case masterKeyWithParent
  /// A key without a parent has a child's number.
  case masterKeyWithNumber
  /// A private key does not start with 00.
  case wrongPrivateKeyPrefix(UInt8)
  /// A public key is not the compressed form of a point.
  case notAPublicKey
}

extension HDKeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongSeedSize(let found):
      "expected a seed of 16 to 64 bytes, found \(found)"
    case .keyOutOfRange:
      "expected a private key from 1 to the order of secp256k1 less 1"
    case .hardenedChildOfPublicKey:
      "expected a step that is not hardened: a public key has no hardened children"
    case .tooDeep:
      "expected a key less than 255 steps below its master key"
    case .notBase58(let position):
      "expected a character of base 58 at position \(position)"
    case .wrongByteCount:
      "expected an extended key of 82 bytes"
    case .wrongChecksum:
      "expected a checksum that matches: a character is wrong"
    case .wrongVersion(let expected, let found):
      "expected the version \(Self.hexadecimal(expected)), found \(Self.hexadecimal(found))"
    case .masterKeyWithParent:
      "expected no fingerprint of a parent at depth 0"
    case .masterKeyWithNumber:
      "expected no child number at depth 0"
    case .wrongPrivateKeyPrefix(let prefix):
      "expected a zero byte before a private key, found \(prefix)"
    case .notAPublicKey:
      "expected a public key of 33 bytes, a point on secp256k1"
    }
  }

  private static func hexadecimal(_ version: UInt32) -> String {
    "0x" + String(version, radix: 16)
  }
}
