import Crypto

/// Why a box is not made, or does not open.
package enum AuthenticatedBoxError: Error, Equatable, Sendable {
  /// A key is 32 bytes.
  case wrongKeySize(found: Int)
  /// A nonce is 12 bytes.
  case wrongNonceSize(found: Int)
  /// The key is another, or somebody changed the box or what it is bound to.
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

/// AES-256-GCM: hides a secret and binds it to a header that stands beside it in clear.
///
/// - SeeAlso: NIST SP 800-38D.
package enum AuthenticatedBox {
  /// The size of a key.
  package static let keyByteCount = 32
  /// The size of a nonce, which must never be used twice with a key.
  package static let nonceByteCount = 12
  /// How many bytes longer than its content a box is.
  package static let tagByteCount = 16

  /// Encrypts; the result is the ciphertext, as long as the secret, and 16 bytes of tag.
  ///
  /// - Throws: `.wrongKeySize` or `.wrongNonceSize`.
  package static func seal(
    _ secret: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8],
    authenticating header: [UInt8]
  ) throws(AuthenticatedBoxError) -> [UInt8] {
    let (key, nonce) = try parameters(key, nonce)
    return try secret.withUnsafeBytes { (secret) throws(AuthenticatedBoxError) in
      do {
        let box = try AES.GCM.seal(secret, using: key, nonce: nonce, authenticating: header)
        return Array(box.ciphertext) + Array(box.tag)
      } catch {
        throw .notAuthentic
      }
    }
  }

  /// Decrypts what `seal` made.
  ///
  /// - Throws: `.notAuthentic` if anything about it is different, and then nothing of the content
  ///   is seen.
  package static func open(
    _ box: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], authenticating header: [UInt8]
  ) throws(AuthenticatedBoxError) -> SecretBytes {
    let (key, nonce) = try parameters(key, nonce)
    guard box.count >= tagByteCount else { throw .notAuthentic }
    do {
      let sealed = try AES.GCM.SealedBox(
        nonce: nonce, ciphertext: box.dropLast(tagByteCount), tag: box.suffix(tagByteCount))
      var clear = try AES.GCM.open(sealed, using: key, authenticating: header)
      return moved(&clear)
    } catch {
      throw .notAuthentic
    }
  }

  private static func parameters(
    _ key: borrowing SecretBytes, _ nonce: [UInt8]
  ) throws(AuthenticatedBoxError) -> (SymmetricKey, AES.GCM.Nonce) {
    guard key.count == keyByteCount else { throw .wrongKeySize(found: key.count) }
    guard nonce.count == nonceByteCount else { throw .wrongNonceSize(found: nonce.count) }
    do {
      return (key.withUnsafeBytes { SymmetricKey(data: $0) }, try AES.GCM.Nonce(data: nonce))
    } catch {
      throw .wrongNonceSize(found: nonce.count)
    }
  }

  /// Moves the library's clear text into a secret and wipes where it stood.
  ///
  /// Generic, because the library hands over a `Data`, and this layer does without Foundation.
  private static func moved(_ clear: inout some MutableCollection<UInt8>) -> SecretBytes {
    var secret = SecretBytes(count: clear.count)
    // Not `withContiguousMutableStorageIfAvailable`, which `Data` does not offer to generic code.
    secret.withUnsafeMutableBytes { target in
      for (offset, index) in clear.indices.enumerated() {
        target[offset] = clear[index]
        clear[index] = 0
      }
    }
    return secret
  }
}
