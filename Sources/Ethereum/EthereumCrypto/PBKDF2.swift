import CSecretCrypto

/// PBKDF2, which derives a key from a password; many rounds of HMAC make guessing slow.
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
    try derive(password, salt, isSHA512: true, rounds, byteCount)
  }

  /// Derives a key with HMAC-SHA-256, as Web3 Secret Storage may require.
  ///
  /// - Throws: `KeyStretchingError.parametersNotAllowed` unless `rounds` and `byteCount` are
  ///   positive.
  package static func hmacSHA256(
    _ password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: Int, byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    try derive(password, salt, isSHA512: false, rounds, byteCount)
  }

  private static func derive(
    _ password: UnsafeRawBufferPointer, _ salt: UnsafeRawBufferPointer, isSHA512: Bool,
    _ rounds: Int, _ byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    guard rounds > 0, let rounds = Int32(exactly: rounds), byteCount > 0 else {
      throw .parametersNotAllowed
    }
    var key = SecretBytes(count: byteCount)
    let isDone = key.withUnsafeMutablePointer { key in
      headrace_pbkdf2(
        isSHA512 ? 1 : 0, password.octets, password.count, salt.octets, salt.count, rounds, key,
        byteCount)
    }
    guard isDone == 1 else { throw .parametersNotAllowed }
    return key
  }
}
