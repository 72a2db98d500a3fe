import CKeccak
package import EthereumPrimitives

/// Keccak-256, the hash of Ethereum.
///
/// It is the sponge of FIPS 202 with the padding of Keccak itself, not of SHA-3.
///
/// - SeeAlso: Ethereum Yellow Paper, section 3 (KEC); The Keccak reference 3.0.
package struct Keccak256: Sendable {
  private var sponge = ckeccak256_sponge()

  /// Starts a hash without any bytes.
  package init() {}

  /// Hashes bytes in one call.
  ///
  /// - Complexity: O(*n*), without an allocation.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> Hash32 {
    Hash32(writingBytes: { digest in
      ckeccak256(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, digest)
    })
  }

  /// Hashes bytes in one call.
  ///
  /// - Complexity: O(*n*), without an allocation.
  package static func hash(_ bytes: [UInt8]) -> Hash32 {
    Hash32(writingBytes: { digest in ckeccak256(bytes, bytes.count, digest) })
  }

  /// Adds more bytes to the hash.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    ckeccak256_absorb(
      &sponge, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
  }

  /// Adds more bytes to the hash.
  package mutating func update(_ bytes: [UInt8]) {
    ckeccak256_absorb(&sponge, bytes, bytes.count)
  }

  /// Returns the hash of all bytes added so far; more may follow.
  package func digest() -> Hash32 {
    var copy = sponge
    return Hash32(writingBytes: { digest in ckeccak256_digest(&copy, digest) })
  }
}
