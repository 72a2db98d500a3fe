import CSecretCrypto

/// scrypt: a key from a password; the memory that it takes makes guessing slow.
///
/// - SeeAlso: RFC 7914.
package enum Scrypt {
  /// Derives a key; it takes about 128 × `n` × `r` bytes of memory, and less than a second at n =
  /// 2¹⁸, r = 8, p = 1 (benchmark row `scrypt`).
  ///
  /// - Parameters:
  ///   - n: The cost in time and memory: a power of two above 1.
  ///   - r: The size of a block in units of 128 bytes.
  ///   - p: How often the whole function is repeated.
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

  /// Whether RFC 7914 allows the numbers, and 64 bits hold the memory that they ask for.
  package static func isAllowed(n: Int, r: Int, p: Int) -> Bool {
    guard n > 1, n.nonzeroBitCount == 1, r > 0, p > 0 else { return false }
    let (blocks, isTooMany) = r.multipliedReportingOverflow(by: p)
    guard !isTooMany, blocks < 1 << 30 else { return false }
    // r × p is below 2³⁰, so 128 × r × p does not overflow.
    return !n.multipliedReportingOverflow(by: 128 * blocks).overflow
  }
}

/// Why a key can't be derived from a password.
package enum KeyStretchingError: Error, Equatable, Sendable {
  /// The number of rounds or bytes is not positive, or the parameters of scrypt are not allowed by
  /// RFC 7914 or by the library.
  case parametersNotAllowed
}

extension KeyStretchingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .parametersNotAllowed: "expected parameters that the key derivation allows"
    }
  }
}
