import CSecretCrypto

/// The reason why a box can't be created or opened.
package enum AuthenticatedBoxError: Error, Equatable, Sendable {
  /// A key must have 32 bytes.
  case wrongKeySize(found: Int)
  /// A nonce must have 12 bytes.
  case wrongNonceSize(found: Int)
  /// The key is wrong, or the box or its authenticated data was changed.
  case notAuthentic
}

extension AuthenticatedBoxError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongKeySize(let found): "expected a key of 32 bytes, found \(found)"
    case .wrongNonceSize(let found): "expected a nonce of 12 bytes, found \(found)"
    case .notAuthentic: "expected a box that this key has sealed, unchanged"
    }
  }
}

/// AES-256-GCM, which encrypts a secret and authenticates an unencrypted header with it.
///
/// - SeeAlso: NIST SP 800-38D.
package enum AuthenticatedBox {
  /// The size of a key.
  package static let keyByteCount = 32
  /// The size of a nonce, which must never be used twice with the same key.
  package static let nonceByteCount = 12
  /// The difference between the sizes of a box and its content, in bytes.
  package static let tagByteCount = 16

  /// Encrypts a secret; the result is the ciphertext, as long as the secret, and 16 bytes of tag.
  ///
  /// - Throws: `.wrongKeySize` or `.wrongNonceSize`.
  package static func seal(
    _ secret: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8],
    authenticating header: [UInt8]
  ) throws(AuthenticatedBoxError) -> [UInt8] {
    try check(key, nonce)
    var box = [UInt8](repeating: 0, count: secret.count + tagByteCount)
    // The box has room for the text and the tag, and the key and the nonce were checked. All
    // pointers are valid during the call, which keeps none.
    let isSealed = box.withUnsafeMutableBufferPointer { box in
      key.withUnsafePointer { key in
        secret.withUnsafePointer { clear in
          headrace_gcm_seal(
            key, nonce, header, header.count, clear, secret.count, box.baseAddress)
        }
      }
    }
    precondition(isSealed == 1, "no memory is left for a box of \(secret.count) bytes")
    return box
  }

  /// Decrypts a box from `seal`.
  ///
  /// - Throws: `.notAuthentic` if the box, the key or the header is different; no part of the
  ///   content is returned in that case.
  package static func open(
    _ box: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], authenticating header: [UInt8]
  ) throws(AuthenticatedBoxError) -> SecretBytes {
    try check(key, nonce)
    guard box.count >= tagByteCount else { throw .notAuthentic }
    var clear = SecretBytes(count: box.count - tagByteCount)
    let count = clear.count
    // The text has as many bytes as the box without its tag; the pointers are valid during the
    // call.
    let isAuthentic = key.withUnsafePointer { key in
      clear.withUnsafeMutablePointer { clear in
        headrace_gcm_open(key, nonce, header, header.count, box, count, clear)
      }
    }
    guard isAuthentic == 1 else { throw .notAuthentic }
    return clear
  }

  private static func check(
    _ key: borrowing SecretBytes, _ nonce: [UInt8]
  ) throws(AuthenticatedBoxError) {
    guard key.count == keyByteCount else { throw .wrongKeySize(found: key.count) }
    guard nonce.count == nonceByteCount else { throw .wrongNonceSize(found: nonce.count) }
  }
}
