import CSecretCrypto

/// scrypt, which derives a key from a password; its memory consumption makes guessing slow.
///
/// - SeeAlso: RFC 7914.
package enum Scrypt {
  /// Derives a key with about 128 × `n` × `r` bytes of memory.
  ///
  /// It takes less than a second at n = 2¹⁸, r = 8, p = 1 (benchmark row `scrypt`).
  ///
  /// - Parameters:
  ///   - n: The cost in time and memory: a power of two above 1.
  ///   - r: The size of a block in units of 128 bytes.
  ///   - p: The number of repetitions of the whole function.
  /// - Throws: `KeyStretchingError.parametersNotAllowed`.
  package static func deriveKey(
    _ password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, n: Int, r: Int, p: Int,
    byteCount: Int
  ) throws(KeyStretchingError) -> SecretBytes {
    guard isAllowed(n: n, r: r, p: p), byteCount > 0 else { throw .parametersNotAllowed }
    var key = SecretBytes(count: byteCount)
    let isDone = key.withUnsafeMutablePointer { key in
      headrace_scrypt(
        password.octets, password.count, salt.octets, salt.count, UInt64(n), UInt64(r), UInt64(p),
        key, byteCount)
    }
    guard isDone == 1 else { throw .parametersNotAllowed }
    return key
  }

  /// Returns `true` if RFC 7914 allows the numbers, and 64 bits can hold the memory that they
  /// require.
  package static func isAllowed(n: Int, r: Int, p: Int) -> Bool {
    guard n > 1, n.nonzeroBitCount == 1, r > 0, p > 0 else { return false }
    let (blocks, isTooMany) = r.multipliedReportingOverflow(by: p)
    guard !isTooMany, blocks < 1 << 30 else { return false }
    // r × p is below 2³⁰, so 128 × r × p does not overflow.
    return !n.multipliedReportingOverflow(by: 128 * blocks).overflow
  }
}

/// The reason why a key can't be derived from a password.
package enum KeyStretchingError: Error, Equatable, Sendable {
  /// The number of rounds or bytes is not positive, or scrypt's parameters are not allowed.
  ///
  /// RFC 7914 and the library limit the parameters of scrypt.
  case parametersNotAllowed
}

extension KeyStretchingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .parametersNotAllowed: "expected parameters that the key derivation allows"
    }
  }
}
