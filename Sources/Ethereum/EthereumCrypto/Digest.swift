import CSecretCrypto
package import EthereumPrimitives

/// The hashes that Bitcoin's standards for keys use; Ethereum's hash is `Keccak256`.
package enum Digest {
  /// Returns a SHA-256 digest.
  ///
  /// - SeeAlso: FIPS 180-4.
  package static func sha256(_ bytes: UnsafeRawBufferPointer) -> Hash32 {
    var digest = SecretBytes(count: Hash32.byteCount)
    // Exactly the digest's 32 bytes are written; no pointer outlives the call.
    let isMade = digest.withUnsafeMutablePointer {
      headrace_sha256(bytes.octets, bytes.count, $0)
    }
    precondition(isMade == 1, "no memory is left for a digest of \(bytes.count) bytes")
    guard let hash = digest.withUnsafeBytes({ Hash32(bytes: $0) }) else {
      preconditionFailure("a digest has 32 bytes")
    }
    return hash
  }

  /// Returns a SHA-256 digest.
  package static func sha256(_ bytes: [UInt8]) -> Hash32 {
    bytes.withUnsafeBytes { sha256($0) }
  }
}
