import CSecp256k1
package import EthereumPrimitives

/// The curve of Ethereum's keys, implemented by libsecp256k1.
///
/// - SeeAlso: SEC 2, section 2.4.1.
package enum Secp256k1 {
  /// The order of the group, n.
  package static let order = Hash32(
    0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_fffe, 0xbaae_dce6_af48_a03b, 0xbfd2_5e8c_d036_4141)
  /// n / 2, rounded down: the largest s of a signature that EIP-2 allows.
  package static let halfOrder = Hash32(
    0x7fff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0x5d57_6e73_57a4_501d, 0xdfe9_2f46_681b_20a0)

  /// One context for the process, randomised against side channels before its first use.
  static let context = Secp256k1Context()

  /// Recovers the key that signed a hash, even from a signature with a high s.
  ///
  /// - Throws: `Secp256k1Error.signatureOutOfRange` or `.notRecoverable`.
  package static func recover(
    _ hash: Hash32, signature: Signature
  ) throws(Secp256k1Error) -> PublicKey {
    guard signature.isInRange else { throw .signatureOutOfRange }
    let compact = Compact(r: signature.r, s: signature.s)
    var parsed = secp256k1_ecdsa_recoverable_signature()
    let isParsed = compact.withUnsafePointer {
      secp256k1_ecdsa_recoverable_signature_parse_compact(
        context.pointer, &parsed, $0, Int32(signature.yParity))
    }
    guard isParsed == 1 else { throw .signatureOutOfRange }
    var key = secp256k1_pubkey()
    let isRecovered = hash.withUnsafePointer {
      secp256k1_ecdsa_recover(context.pointer, &key, &parsed, $0)
    }
    guard isRecovered == 1 else { throw .notRecoverable }
    return PublicKey(key)
  }

  /// Returns `true` if a key has signed a hash.
  ///
  /// A signature with a high s is refused, because anyone can make one from a signature with a low
  /// s.
  ///
  /// - Throws: `Secp256k1Error.signatureOutOfRange` or `.highS`.
  package static func verify(
    _ hash: Hash32, signature: Signature, by key: PublicKey
  ) throws(Secp256k1Error) -> Bool {
    guard signature.isInRange else { throw .signatureOutOfRange }
    guard signature.isLowS else { throw .highS }
    let compact = Compact(r: signature.r, s: signature.s)
    var parsed = secp256k1_ecdsa_signature()
    let isParsed = compact.withUnsafePointer {
      secp256k1_ecdsa_signature_parse_compact(context.pointer, &parsed, $0)
    }
    guard isParsed == 1 else { throw .signatureOutOfRange }
    var point = key.point
    return hash.withUnsafePointer {
      secp256k1_ecdsa_verify(context.pointer, &parsed, $0, &point)
    } == 1
  }

  /// Signs a hash deterministically (RFC 6979), with a low s.
  ///
  /// - Precondition: `key` points to the 32 bytes of a key in range.
  static func sign(_ hash: Hash32, key: UnsafePointer<UInt8>) -> Signature {
    var recoverable = secp256k1_ecdsa_recoverable_signature()
    let isSigned = hash.withUnsafePointer {
      secp256k1_ecdsa_sign_recoverable(context.pointer, &recoverable, $0, key, nil, nil)
    }
    precondition(isSigned == 1, "a key in range signs every hash")
    var parity: Int32 = 0
    var compact = Compact(r: .zero, s: .zero)
    compact.withUnsafeMutablePointer {
      _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(
        context.pointer, $0, &parity, &recoverable)
    }
    // The parity is 2 or 3 if the nonce's x coordinate is not below the order. This has a
    // probability of 2⁻¹²⁷ and can't be forced, and Ethereum has no encoding for it.
    guard let signature = Signature(r: compact.r, s: compact.s, yParity: UInt8(parity)) else {
      preconditionFailure("libsecp256k1 made a signature of parity \(parity)")
    }
    return signature
  }
}

/// The shared context of libsecp256k1.
///
/// `@unchecked Sendable`: it is changed once, by its randomisation in `init`; after that it is only
/// read, which the library allows from several threads at the same time.
final class Secp256k1Context: @unchecked Sendable {
  let pointer: OpaquePointer

  init() {
    guard let context = secp256k1_context_create(csecp256k1_context_none) else {
      preconditionFailure("no memory is left for libsecp256k1's context")
    }
    pointer = context
    let seed = SecretBytes.random(count: 32)
    let isRandomised = seed.withUnsafeBytes { bytes in
      secp256k1_context_randomize(context, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    }
    precondition(isRandomised == 1, "libsecp256k1 can't randomise its context")
  }
}

/// r and s in 64 bytes, as libsecp256k1 reads and writes them.
private struct Compact {
  var r: Hash32
  var s: Hash32

  func withUnsafePointer<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withUnsafeBytes(of: self) { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("64 bytes have an address") }
      return body(base.assumingMemoryBound(to: UInt8.self))
    }
  }

  mutating func withUnsafeMutablePointer<R>(_ body: (UnsafeMutablePointer<UInt8>) -> R) -> R {
    withUnsafeMutableBytes(of: &self) { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("64 bytes have an address") }
      return body(base.assumingMemoryBound(to: UInt8.self))
    }
  }
}

extension Hash32 {
  /// Lends the bytes in the form that C functions take.
  func withUnsafePointer<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
    withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("32 bytes have an address") }
      return body(base.assumingMemoryBound(to: UInt8.self))
    }
  }
}
