import EthereumCrypto
import EthereumPrimitives

/// Phrases, identified by their entropy, and private keys that are public.
///
/// A payment to an account of one of them, on a chain of value, goes to a robot that watches it.
enum PublishedPhrases {
  /// Entropy of one byte repeated: four of these make the vectors of BIP-39 ("abandon … about",
  /// "legal winner …", "letter advice …", "zoo … wrong"), and none is drawn by chance.
  private static func isOneByteRepeated(_ entropy: UnsafeRawBufferPointer) -> Bool {
    guard let first = entropy.first else { return false }
    return entropy.allSatisfy { $0 == first }
  }

  /// Returns whether all words but the last are the same: "test … junk", "all … all".
  ///
  /// Then all complete groups of 11 bits are equal, which does not happen by chance in 11 groups.
  private static func isOneWordRepeated(_ entropy: UnsafeRawBufferPointer) -> Bool {
    guard entropy.count >= 16 else { return false }
    let wordBitCount = 11
    func bit(_ index: Int) -> UInt8 { entropy[index / 8] >> (7 - UInt8(index % 8)) & 1 }
    let groupedBitCount = entropy.count * 8 / wordBitCount * wordBitCount
    return (wordBitCount..<groupedBitCount).allSatisfy { bit($0) == bit($0 - wordBitCount) }
  }

  /// The entropy of the other published phrases.
  ///
  /// - SeeAlso: the vectors of BIP-39 in `Tests/TestVectors/bip39`, which a test holds against this
  ///   list; after them come the default phrases of development chains, and phrases from tests and
  ///   examples of wallets and libraries.
  private static let entropies: [[UInt8]] = [
    "9e885d952ad362caeb4efe34a8e91bd2",
    "6610b25967cdcca9d59875f5cb50b0ea75433311869e930b",
    "68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c",
    "c0ba5a8e914111210f2bd131f3d5e08d",
    "6d9be1ee6ebd27a258115aad99b7317b9c8d28b6d76431c3",
    "9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863",
    "23db8160a31d3e0dca3688ed941adbf3",
    "8197a4a47f0425faeaa69deebc05ca29c0a5b5cc76ceacc0",
    "066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad",
    "f30f8c1da665478f49b001d94c5fc452",
    "c10ec20dc3cd9f652c7fac2f1230f7a3c828389a14392f05",
    "f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f",
    "df9bf37e6fcdf9bf37e6fcdf9bf37e3c",
    "92903465e029df56cab416a53b015396",
    "2150f0816c6ad265db4dcacce69b6ef3",
    "1a486a5fbe53639984cb64b070755f7b",
    "b0a30c7e93a58094d213c4c0aaba22da",
    "d316271b1929a7be97443894078b6b18",
    "5bbe629457583a92d84eea03b40d9ca1",
    "09577e0750a43bdb700235cceeefe203",
    "d7996f5022ccff4042ed0d30dcd701eb",
    "61764a5ff9e102c2a84097cf540fbcc2",
    "2eb05cc4b484c2ecc2e58b29eaa33272",
    "a3ddd4adde2c9bf1d1d154405a8d3a6f",
    "8a728d69384ebf47c35a05126b7d7589",
    "70f9e6821707a445c82111d4d5d3e2cf",
    "c2f9c2327745a37844a28e224a3228c5",
  ].map(bytes)

  /// Whether a phrase is published. The secret is compared in place; nothing is copied.
  static func contain(_ entropy: SecretBox) -> Bool {
    entropy.bytes.withUnsafeBytes { entropy in
      isOneByteRepeated(entropy) || isOneWordRepeated(entropy)
        || entropies.contains { entropy.elementsEqual($0) }
    }
  }

  /// Returns whether a private key is so small a number that a computer can count to it.
  static func isSmall(_ key: SecretBox) -> Bool {
    key.bytes.withUnsafeBytes { $0.dropLast(smallKeyByteCount).allSatisfy { $0 == 0 } }
  }

  /// The maximum number of bytes of a small key that are not zero.
  private static let smallKeyByteCount = 8

  /// The first accounts of the phrases that are used on chains. Deriving them takes some
  /// milliseconds for each phrase, so of BIP-39's vectors only the first is included.
  private static let accounts: Set<Address> = Set(
    ([[UInt8](repeating: 0, count: 16)] + entropies.suffix(usedCount)).flatMap { entropy in
      VaultKeys.addresses(
        .phrase(entropy: SecretBox(SecretBytes(entropy))), indices: Array(0..<accountCount))
    } + accountsOfKeys.map(address))

  /// The number of phrases, at the end of the list, that are used on chains.
  private static let usedCount = 15

  /// How many accounts development chains print with their keys.
  private static let accountCount: UInt32 = 20

  /// Accounts whose private keys appear in the documentation, tests or development chains of nodes
  /// and libraries, and are not derived from a phrase.
  private static let accountsOfKeys = [
    "71562b71999873db5b286df957af199ec94617f7",
    "fe3b557e8fb62b89f4916b721be55ceb828dbd73", "f24ff3a9cf04c71dbc94d0b566f7a27b94566cac",
    "2c7536e3605d9c16a7a3d7b1898e529396a65c23",
  ]

  /// Returns whether an account's private key is public.
  static func haveAccount(_ address: Address) -> Bool { accounts.contains(address) }

  private static func address(_ digits: String) -> Address {
    do {
      return try Address(hex: "0x" + digits)
    } catch {
      preconditionFailure("\(digits) is not an address: \(error)")
    }
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    do {
      return try Hex.decode("0x" + digits)
    } catch {
      preconditionFailure("\(digits) is not hexadecimal: \(error)")
    }
  }
}
