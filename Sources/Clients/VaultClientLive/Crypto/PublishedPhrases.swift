import EthereumCrypto
import EthereumPrimitives

/// Public phrases, identified by their entropy, and public private keys.
///
/// A payment to one of their accounts, on a chain of value, goes to a robot that watches it.
enum PublishedPhrases {
  /// Returns true if the bytes repeat a quarter of them or less.
  ///
  /// The repeated unit is one byte, as in the vectors of BIP-39 ("abandon … about",
  /// "zoo … wrong"), or several, as in `0xdeadbeefdeadbeef…`.
  private static func isRepetition(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 16 else { return false }
    return (1...bytes.count / 4).contains { period in
      (period..<bytes.count).allSatisfy { bytes[$0] == bytes[$0 - period] }
    }
  }

  /// Returns true if all words but the last are the same: "test … junk", "all … all".
  ///
  /// Then all complete groups of 11 bits are equal, which can't happen by chance in 11 groups.
  private static func isOneWordRepeated(_ entropy: UnsafeRawBufferPointer) -> Bool {
    guard entropy.count >= 16 else { return false }
    let wordBitCount = 11
    func bit(_ index: Int) -> UInt8 { entropy[index / 8] >> (7 - UInt8(index % 8)) & 1 }
    let groupedBitCount = entropy.count * 8 / wordBitCount * wordBitCount
    return (wordBitCount..<groupedBitCount).allSatisfy { bit($0) == bit($0 - wordBitCount) }
  }

  /// The entropy of the other published phrases.
  ///
  /// - SeeAlso: The vectors of BIP-39 in `Tests/TestVectors/bip39`, which a test compares with this
  ///   list; after them, the default phrases of development chains, and phrases from tests and
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
    "61aed416ec27102c74757cdf424ed5859f5b078cab7af541a735a98f2f095a68",
    "0c1e24e5917779d297e14d45f14e1a1a",
    "2041546864449caff939d32d574753fe684d3c947c3346713dd8423e74abcf8c",
    "3020d40059de4fcf491f9e2b191ea78d609d79825304f5cdd1b50f4ca6e300c8",
    "061f9c04c904431e2568178e3cd42282",
    "2b7616223c53f4f2dd6467b74ba0f511",
    "a99fe644c114952759b1a6d9b24a04b0",
    "dd3eb51befee1c6ecb33510081712235",
    "571370e428c209cdc969df6e5decf9c3",
    "3868edfb20ef74ce2959174706cac335",
    "4c3f66eec4aa502f8660501248e7657f",
    "6395861d38510eadd442a2ecb357a35bc7e1d5d25c7ac4b252b73622e3f62c4e",
    "2ff5d46fa36c02975ce59e038b7c68a362e40cbbb86b43a201d6af3fb6d7ac1e",
    "8967f095a31ee1e24953d94ccd4b362b38c7df11b792234f4641ed54248ca44f",
    "fb3f0f11ff4375ca37760f638dc66e5992ad56d3179e64ec6110ff611a42558d",
    "40b18f221161d233e9accc652e990f13e0549fd7b4a8df267171e302bfb45405",
    "616e837e1b69cad9d16dcc6b25bde513f115ff5b5971f09192961019b9daa146",
    "c68ecea1e721e83b3931a476a8c4f080",
    "af3e11a933a1f9a3b20edbc71a1da05da0dfb10ec333060504f33f4e212c3875",
    "a4dc85700a2f6c343d1bd1c5d24719e0",
    "df9ed25ed146bf43336a5d7cf7395994",
    "96f2fbf740ffe1a1a294d7a9c58eee81afe628f9f017f79fdef9688cdefc8cd3",
    "da91ba57a145f4680366fe2235910da2466e42be0fc5c015",
    "31376534643865353331386462663364",
    "f1d7d06586db2963f4888d83891d7787",
    "8388b3dea277433b70ffdc19291193ec",
    "b28e4d1866feafaba8c746374b5be507aa11e5f96f97abe9acf6d422964160fb",
  ].map(bytes)

  /// Returns true if a phrase is published; the secret is compared in place, without a copy.
  static func contain(_ entropy: SecretBox) -> Bool {
    entropy.bytes.withUnsafeBytes { entropy in
      isRepetition(entropy) || isOneWordRepeated(entropy)
        || entropies.contains { entropy.elementsEqual($0) }
    }
  }

  /// Returns true if a computer can count to a private key, from 0 or down from the curve's order,
  /// or if it is such a small number shifted to the left.
  static func isSmall(_ key: SecretBox) -> Bool {
    key.bytes.withUnsafeBytes { bytes in
      bytes.dropLast(smallKeyByteCount).allSatisfy { $0 == 0 }
        || bytes.dropFirst(smallKeyByteCount).allSatisfy { $0 == 0 }
        || bytes.starts(with: startOfOrder)
    }
  }

  /// The order of secp256k1 without its last bytes.
  private static let startOfOrder = bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03b")

  /// The maximum number of bytes of a small key that are not zero.
  private static let smallKeyByteCount = 8

  /// The first accounts of the phrases that are used on chains; of BIP-39's vectors only the first
  /// is included, since deriving takes milliseconds each.
  private static let accounts: Set<Address> = Set(
    ([[UInt8](repeating: 0, count: 16)] + entropies.suffix(usedCount)).flatMap { entropy in
      VaultKeys.addresses(
        .phrase(entropy: SecretBox(SecretBytes(entropy))), indices: Array(0..<accountCount))
    } + accountsOfKeys.map(address))

  /// The number of phrases, at the end of the list, that are used on chains.
  private static let usedCount = 42

  /// The number of accounts that development chains print with their keys.
  private static let accountCount: UInt32 = 20

  /// Accounts whose private keys appear in the documentation, tests or development chains of nodes
  /// and libraries, and are not derived from a phrase.
  private static let accountsOfKeys = [
    "71562b71999873db5b286df957af199ec94617f7",
    "fe3b557e8fb62b89f4916b721be55ceb828dbd73", "f24ff3a9cf04c71dbc94d0b566f7a27b94566cac",
    "2c7536e3605d9c16a7a3d7b1898e529396a65c23", "3f1eae7d46d88f08fc2f8ed27fcb2ab183eb2d0e",
    "8db97c7cece249c2b98bdc0226cc4c2a57bf52fc", "cd2a3d9f938e13cd947ec05abc7fe734df8dd826",
    "a94f5374fce5edbc8e2a8697c15331677e6ebf0b", "001d3f1ef827552ae1114027bd3ecf1f086ba0f9",
    "b8ce9ab6943e0eced004cde8e3bbed6568b2fa01", "a61464658afeaf65cccaafd3a512b69a83b77618",
    "bc989fde9e54cad2ab4392af6df60f04873a033a", "5ce9454909639d2d17a3f753ce7d93fa0b9ab12e",
    "be862ad9abfe6f22bcb087716c7d89a26051f74c", "5e1497dd1f08c87b2d8fe23e9aab6c1de833d927",
    "14791697260e4c9a71f18484c9f997b308e59325", "67b1d87101671b127f5f8714789c7192f7ad340e",
  ]

  /// Returns true if an account's private key is public.
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
