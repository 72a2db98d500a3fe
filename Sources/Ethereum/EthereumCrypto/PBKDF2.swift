import Crypto
import CryptoExtras

/// PBKDF2: a key from a password, slow to guess by many rounds of HMAC.
///
/// - SeeAlso: RFC 8018, section 5.2.
package enum PBKDF2 {
  /// Derives a key with HMAC-SHA-512, as BIP-39 does with 2,048 rounds.
  ///
  /// - Throws: `KeyStretchingError.parametersNotAllowed` unless `rounds` and `byteCount` are
  ///   positive.
  package static func hmacSHA512(
    _ password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: Int, byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    try derive(password, salt, .sha512, rounds, byteCount)
  }

  /// Derives a key with HMAC-SHA-256, as Web3 Secret Storage may.
  ///
  /// - Throws: `KeyStretchingError.parametersNotAllowed` unless `rounds` and `byteCount` are
  ///   positive.
  package static func hmacSHA256(
    _ password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: Int, byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    try derive(password, salt, .sha256, rounds, byteCount)
  }

  private static func derive(
    _ password: UnsafeRawBufferPointer, _ salt: UnsafeRawBufferPointer,
    _ hash: KDF.Insecure.PBKDF2.HashFunction, _ rounds: Int, _ byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    guard rounds > 0, rounds <= UInt32.max, byteCount > 0 else { throw .parametersNotAllowed }
    do {
      // "unsafeUnchecked": the library's minimum of rounds is above the 2,048 that BIP-39 fixes.
      let key = try KDF.Insecure.PBKDF2.deriveKey(
        from: password.withAddress, salt: salt.withAddress, using: hash,
        outputByteCount: byteCount, unsafeUncheckedRounds: rounds)
      return SecretBytes(copying: key)
    } catch {
      throw .parametersNotAllowed
    }
  }
}

extension SecretBytes {
  /// A copy of a key of the library, which wipes its own.
  init(copying key: SymmetricKey) {
    self.init(count: key.bitCount / 8)
    key.withUnsafeBytes { key in
      withUnsafeMutableBytes { $0.copyMemory(from: key) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The same bytes, at an address even if there are none: swift-crypto 4.5 unwraps addresses by
  /// force.
  var withAddress: UnsafeRawBufferPointer {
    baseAddress == nil
      ? UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 1), count: 0) : self
  }
}
