import CSecretCrypto

/// HMAC with SHA-512.
///
/// - SeeAlso: RFC 2104; FIPS 180-4.
package enum HMACSHA512 {
  /// The size of a code.
  package static let byteCount = 64

  /// Returns the code of a message under a key.
  package static func authenticationCode(
    for message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
  ) -> SecretBytes {
    var code = SecretBytes(count: byteCount)
    // Exactly the code's 64 bytes are written; no pointer outlives the call.
    let isMade = code.withUnsafeMutablePointer { code in
      headrace_hmac_sha512(key.octets, key.count, message.octets, message.count, code)
    }
    precondition(isMade == 1, "no memory is left for a code of \(message.count) bytes")
    return code
  }

  /// Returns the code of a message under a key that is not secret.
  package static func authenticationCode(
    for message: UnsafeRawBufferPointer, key: [UInt8]
  ) -> SecretBytes {
    let key = SecretBytes(key)
    return key.withUnsafeBytes { authenticationCode(for: message, key: $0) }
  }

  /// Returns the code of a message under a key; neither is secret, but the code may be.
  package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> SecretBytes {
    let message = SecretBytes(message)
    return message.withUnsafeBytes { authenticationCode(for: $0, key: key) }
  }
}
