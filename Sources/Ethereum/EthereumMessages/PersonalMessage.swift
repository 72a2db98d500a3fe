package import EthereumCrypto
package import EthereumPrimitives

/// Messages that people read and sign; a prefix in the hash distinguishes them from transactions.
///
/// - SeeAlso: EIP-191, version 0x45.
package enum PersonalMessage {
  /// Returns the hash that is signed for a message.
  package static func hash(_ message: [UInt8]) -> Hash32 {
    Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8) + message)
  }
}

/// The signature of a message: 65 bytes, as wallets and services exchange them.
package struct PersonalSignature: Hashable, Sendable {
  /// The size of a signature: r, s, and a byte that identifies one of two keys.
  package static let byteCount = 65

  /// The signature itself, independent of the form.
  package let signature: Signature

  /// Creates a message signature from a signature.
  package init(_ signature: Signature) {
    self.signature = signature
  }

  /// Reads `0x` and 130 digits; the last byte is 27 or 28, or 0 or 1 as some wallets write it.
  ///
  /// - Throws: `PersonalSignatureError.notHex` or `.unknownParity`.
  package init(hex text: some StringProtocol) throws(PersonalSignatureError) {
    let bytes: [UInt8]
    do {
      bytes = try Hex.decode(text, byteCount: Self.byteCount)
    } catch {
      throw .notHex(error)
    }
    let parity = bytes[64] >= 27 ? bytes[64] - 27 : bytes[64]
    guard let r = Hash32(bytes: bytes[..<32]), let s = Hash32(bytes: bytes[32..<64]),
      let signature = Signature(r: r, s: s, yParity: parity)
    else { throw .unknownParity(bytes[64]) }
    self.signature = signature
  }

  /// The 65 bytes after `0x`; the last one is 27 or 28.
  package var hex: String { Hex.encode(signature.bytes) }

  /// Returns the address whose key signed a message.
  ///
  /// A signature with a high s is refused, because anyone can make it from one with a low s.
  ///
  /// - Throws: `Secp256k1Error.signatureOutOfRange`, `.highS` or `.notRecoverable`.
  package func signer(of message: [UInt8]) throws(Secp256k1Error) -> Address {
    guard signature.isInRange else { throw .signatureOutOfRange }
    guard signature.isLowS else { throw .highS }
    return try Secp256k1.recover(PersonalMessage.hash(message), signature: signature).address
  }
}

/// The reason why a text is not the signature of a message.
package enum PersonalSignatureError: Error, Equatable, Sendable {
  /// The text is not `0x` and 130 hexadecimal digits.
  case notHex(HexError)
  /// The last byte is not 27, 28, 0 or 1.
  case unknownParity(UInt8)
}

extension PersonalSignatureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notHex(let error): error.description
    case .unknownParity(let byte): "expected 27, 28, 0 or 1 as the last byte, found \(byte)"
    }
  }
}
