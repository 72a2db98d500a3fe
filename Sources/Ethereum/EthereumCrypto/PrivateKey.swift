import CSecp256k1
import CSecretCrypto
package import EthereumPrimitives

/// A secret number for signing, from 1 to the order of secp256k1 less 1.
package struct PrivateKey: ~Copyable, Sendable {
  /// The size of a key.
  package static let byteCount = 32

  private let bytes: SecretBytes

  /// Takes ownership of the 32 bytes of a key.
  ///
  /// - Throws: `Secp256k1Error.wrongKeySize` or `.keyOutOfRange`.
  package init(_ bytes: consuming SecretBytes) throws(Secp256k1Error) {
    let found = bytes.count
    guard found == Self.byteCount else { throw .wrongKeySize(found: found) }
    let isInRange = bytes.withUnsafePointer {
      secp256k1_ec_seckey_verify(Secp256k1.context.pointer, $0)
    }
    guard isInRange == 1 else { throw .keyOutOfRange }
    self.bytes = bytes
  }

  /// Returns a random key.
  package static func random(using generator: inout some RandomNumberGenerator) -> PrivateKey {
    while true {
      do {
        return try PrivateKey(SecretBytes.random(count: byteCount, using: &generator))
      } catch {
        // Out of range, which happens once in 2¹²⁸.
        continue
      }
    }
  }

  /// Returns the key's point.
  package borrowing func publicKey() -> PublicKey {
    var point = secp256k1_pubkey()
    let isMade = bytes.withUnsafePointer {
      secp256k1_ec_pubkey_create(Secp256k1.context.pointer, &point, $0)
    }
    precondition(isMade == 1, "a key in range has a point")
    return PublicKey(point)
  }

  /// Returns the address of the key's account.
  package borrowing func address() -> Address { publicKey().address }

  /// Signs a hash with a low s (EIP-2); the same hash always has the same signature (RFC 6979).
  package borrowing func sign(_ hash: Hash32) -> Signature {
    bytes.withUnsafePointer { Secp256k1.sign(hash, key: $0) }
  }

  /// Returns the key plus a tweak, as BIP-32 derives private keys.
  ///
  /// - Throws: `Secp256k1Error.sumOutOfRange`.
  package borrowing func adding(tweak: borrowing SecretBytes) throws(Secp256k1Error) -> PrivateKey {
    let found = tweak.count
    guard found == Self.byteCount else { throw .wrongKeySize(found: found) }
    var sum = bytes.copy()
    let isInRange = sum.withUnsafeMutablePointer { sum in
      tweak.withUnsafePointer { tweak in
        secp256k1_ec_seckey_tweak_add(Secp256k1.context.pointer, sum, tweak)
      }
    }
    guard isInRange == 1 else { throw .sumOutOfRange }
    return try PrivateKey(sum)
  }

  /// Returns a second key with the same value.
  package borrowing func copy() -> PrivateKey {
    PrivateKey(unchecked: bytes.copy())
  }

  /// Lends the 32 bytes; they must not leave the closure.
  package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBytes(body)
  }

  private init(unchecked bytes: consuming SecretBytes) {
    self.bytes = bytes
  }
}

extension SecretBytes {
  /// Lends the bytes in the form that C functions take, and wipes the traces that these leave.
  borrowing func withUnsafePointer<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    defer { headrace_wipe_traces() }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a secret has an address") }
      return body(base.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Lends the bytes for changing, in the form that C functions take, and wipes the traces that
  /// these leave.
  mutating func withUnsafeMutablePointer<R>(_ body: (UnsafeMutablePointer<UInt8>) -> R) -> R {
    defer { headrace_wipe_traces() }
    return withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a secret has an address") }
      return body(base.assumingMemoryBound(to: UInt8.self))
    }
  }
}
