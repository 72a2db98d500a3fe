import EthereumCrypto
import EthereumPrimitives

/// Phrases that are public, by their entropy.
///
/// A payment to an account of one of them, on a chain of value, goes to a robot that watches it.
enum PublishedPhrases {
  /// Entropy of one byte repeated: four of these make the vectors of BIP-39 ("abandon … about",
  /// "legal winner …", "letter advice …", "zoo … wrong"), and none is drawn by chance.
  private static func isOneByteRepeated(_ entropy: UnsafeRawBufferPointer) -> Bool {
    guard let first = entropy.first else { return false }
    return entropy.allSatisfy { $0 == first }
  }

  /// The entropy of the other published phrases.
  ///
  /// - SeeAlso: the vectors of BIP-39 in `Tests/TestVectors/bip39`, which a test holds against this
  ///   list; the last three are the default phrases of development chains.
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
  ].map(bytes)

  /// Whether a phrase is published. The secret is compared in place; nothing is copied.
  static func contain(_ entropy: SecretBox) -> Bool {
    entropy.bytes.withUnsafeBytes { entropy in
      isOneByteRepeated(entropy) || entropies.contains { entropy.elementsEqual($0) }
    }
  }

  /// The accounts of the default phrases of development chains, whose private keys are public.
  private static let accounts: Set<Address> = Set(
    entropies.suffix(3).flatMap { entropy in
      VaultKeys.addresses(
        .phrase(entropy: SecretBox(SecretBytes(entropy))), indices: Array(0..<accountCount))
    })

  /// How many accounts development chains print with their keys.
  private static let accountCount: UInt32 = 20

  /// Whether an account is one of a development chain.
  static func haveAccount(_ address: Address) -> Bool { accounts.contains(address) }

  private static func bytes(_ digits: String) -> [UInt8] {
    do {
      return try Hex.decode("0x" + digits)
    } catch {
      preconditionFailure("\(digits) is not hexadecimal: \(error)")
    }
  }
}
