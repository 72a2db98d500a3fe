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
    secret(HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }

  /// The code of a message under a key that is no secret.
  package static func authenticationCode(
    for message: UnsafeRawBufferPointer, key: [UInt8]
  ) -> SecretBytes {
    secret(HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }

  /// The code of a message under a key, both no secrets; the code may be one.
  package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> SecretBytes {
    secret(HMAC<SHA512>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }

  private static func secret(_ code: HMAC<SHA512>.MAC) -> SecretBytes {
    var secret = SecretBytes(count: byteCount)
    code.withUnsafeBytes { code in
      secret.withUnsafeMutableBytes { $0.copyMemory(from: code) }
    }
    return secret
  }
}
