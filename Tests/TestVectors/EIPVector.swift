/// The example of EIP-155.
package struct ReplayProtectionVector: Decodable, Sendable {
  package let nonce: UInt64
  package let gasPrice: String
  package let gas: UInt64
  package let to: String
  package let value: String
  package let chainId: UInt64
  package let privateKey: String
  package let signingHash: String
  package let v: UInt64
  package let r: String
  package let s: String
  package let signed: String

  /// The example.
  package static func load() throws -> ReplayProtectionVector {
    try TestVectors.json("eips/eip155.json", as: ReplayProtectionVector.self)
  }
}

/// The addresses of ERC-55, with their checksums.
package struct ChecksumVectors: Decodable, Sendable {
  package let valid: [String]

  /// The addresses.
  package static func load() throws -> ChecksumVectors {
    try TestVectors.json("eips/eip55.json", as: ChecksumVectors.self)
  }
}

/// A key of `BasicTests/keyaddrtest.json`, the hash of a word, with its address.
///
/// The file also has a "signature of the empty string"; no hash of the empty string in use then or
/// now gives these keys.
package struct KeyAddressVector: Decodable, Sendable {
  package let seed: String
  package let key: String
  package let addr: String

  /// Returns all of them.
  package static func all() throws -> [KeyAddressVector] {
    try TestVectors.json("ethereum-tests/BasicTests/keyaddrtest.json", as: [KeyAddressVector].self)
  }
}

/// A transaction of `BasicTests/txtest.json`, before and after it was signed.
package struct BasicTransactionVector: Decodable, Sendable {
  package let key: String
  package let nonce: UInt64
  package let gasprice: UInt64
  package let startgas: UInt64
  package let to: String
  package let value: UInt64
  package let data: String
  package let signed: String

  /// Returns all of them.
  package static func all() throws -> [BasicTransactionVector] {
    try TestVectors.json(
      "ethereum-tests/BasicTests/txtest.json", as: [BasicTransactionVector].self)
  }
}
