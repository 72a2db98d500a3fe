import Crypto
package import EthereumPrimitives

/// The hashes that Bitcoin's standards for keys use; Ethereum's own is `Keccak256`.
package enum Digest {
  /// SHA-256.
  ///
  /// - SeeAlso: FIPS 180-4.
  package static func sha256(_ bytes: UnsafeRawBufferPointer) -> Hash32 {
    SHA256.hash(data: bytes).withUnsafeBytes { digest in
      guard let base = digest.baseAddress else { preconditionFailure("a digest has an address") }
      return Hash32(loadingFrom: base)
    }
  }

  /// SHA-256.
  package static func sha256(_ bytes: [UInt8]) -> Hash32 {
    bytes.withUnsafeBytes { sha256($0) }
  }
}
