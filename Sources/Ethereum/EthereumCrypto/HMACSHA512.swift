import Crypto

/// HMAC with SHA-512.
///
/// - SeeAlso: RFC 2104; FIPS 180-4.
package enum HMACSHA512 {
  /// The size of a code.
  package static let byteCount = 64

  /// The code of a message under a key.
  package static func authenticationCode(
    for message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
  ) -> SecretBytes {
    let code = HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key))
    var secret = SecretBytes(count: byteCount)
    code.withUnsafeBytes { code in
      secret.withUnsafeMutableBytes { $0.copyMemory(from: code) }
    }
    return secret
  }
}
