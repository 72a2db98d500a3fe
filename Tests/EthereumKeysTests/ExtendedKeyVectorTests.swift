import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import TestVectors
import Testing

@Suite("Extended keys against BIP-32 and bitcoinjs")
struct ExtendedKeyVectorTests {
  private static let litecoin = HDKeyVersions(privateKey: 0x019d_9cfe, publicKey: 0x019d_a462)

  @Test func everyKeyOfTheSpecificationIsDerivedAndWritten() throws {
    let chains = try ExtendedKeySpecification.load().chains
    for chain in chains {
      let master = try HDPrivateKey(seed: SecretBytes(bytes(chain.seed)))
      let key = try master.descendant(try DerivationPath(chain.path))
      #expect(
        key.serialized().isEqual(to: SecretBytes(chain.privateKey.utf8)) == true, "\(chain.path)")
      #expect(key.publicKey().serialized() == chain.publicKey, "\(chain.path)")
      #expect(try HDPublicKey(serialized: chain.publicKey) == key.publicKey(), "\(chain.path)")
      let read = try HDPrivateKey(serialized: SecretBytes(chain.privateKey.utf8))
      #expect(read.publicKey() == key.publicKey(), "\(chain.path)")
    }
    #expect(chains.count == 17)
    TestVectors.report("BIP-32 test vectors 1 to 4", chains.count)
  }

  @Test func everyInvalidKeyOfTheSpecificationIsRefusedForItsReason() throws {
    let invalid = try ExtendedKeySpecification.load().invalid
    for (text, reason) in invalid {
      let refusal = Self.refusal(of: text, versions: .standard)
      #expect(Self.fits(refusal, reason), "\(text) \(reason): \(String(describing: refusal))")
    }
    #expect(invalid.count == 16)
    TestVectors.report("BIP-32 test vector 5", invalid.count)
  }

  @Test func everyTreeOfBitcoinjsIsDerivedAndWritten() throws {
    let trees = try ExtendedKeyFixtures.load().valid
    var count = 0
    for tree in trees {
      let versions = tree.network == "litecoin" ? Self.litecoin : .standard
      // One tree has no known seed: it starts at its master key.
      let text = SecretBytes(tree.master.base58Priv.utf8)
      let master =
        if let seed = tree.master.seed {
          try HDPrivateKey(seed: SecretBytes(bytes(seed)))
        } else {
          try HDPrivateKey(serialized: text, versions: versions)
        }
      try Self.check(master, tree.master, versions)
      count += 1
      for child in tree.children {
        let path = try DerivationPath(#require(child.path))
        try Self.check(try master.descendant(path), child, versions)
        count += 1
      }
    }
    #expect(trees.count == 5)
    #expect(count == 18)
    TestVectors.report("bitcoinjs/bip32 valid", count)
  }

  @Test func everyInvalidTextAndSeedOfBitcoinjsIsRefused() throws {
    let invalid = try ExtendedKeyFixtures.load().invalid
    for test in invalid.fromBase58 {
      let versions = test.network == "litecoin" ? Self.litecoin : .standard
      #expect(
        Self.refusal(of: test.string, versions: versions) != nil,
        "\(test.exception): \(test.string)")
    }
    for test in invalid.fromSeed {
      let seed = bytes(test.seed)
      #expect(throws: HDKeyError.wrongSeedSize(found: seed.count)) {
        _ = try HDPrivateKey(seed: SecretBytes(seed))
      }
    }
    #expect(invalid.fromBase58.count == 13)
    #expect(invalid.fromSeed.count == 2)
    TestVectors.report("bitcoinjs/bip32 invalid", 15)
  }

  private static func check(
    _ key: borrowing HDPrivateKey, _ node: ExtendedKeyFixtures.Node, _ versions: HDKeyVersions
  ) throws {
    let publicKey = key.publicKey()
    #expect(publicKey.publicKey.compressed == bytes(node.pubKey))
    #expect(key.privateKey().withUnsafeBytes { $0.elementsEqual(bytes(node.privKey)) } == true)
    #expect(publicKey.chainCode.bytes == bytes(node.chainCode))
    #expect(publicKey.serialized(versions: versions) == node.base58)
    #expect(
      key.serialized(versions: versions).isEqual(to: SecretBytes(node.base58Priv.utf8)) == true)
    #expect(publicKey.identifier == bytes(node.identifier))
    #expect(publicKey.fingerprint == UInt32(node.fingerprint, radix: 16))
    let read = try HDPrivateKey(
      serialized: SecretBytes(node.base58Priv.utf8), versions: versions)
    #expect(read.publicKey() == publicKey)
    #expect(try HDPublicKey(serialized: node.base58, versions: versions) == publicKey)
  }

  /// Returns why a text is refused as the kind that it begins like, or as both kinds if it is like
  /// neither.
  private static func refusal(of text: String, versions: HDKeyVersions) -> HDKeyError? {
    do {
      if text.hasPrefix("xpub") {
        _ = try HDPublicKey(serialized: text, versions: versions)
      } else {
        _ = try HDPrivateKey(serialized: SecretBytes(text.utf8), versions: versions)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Returns true if a refusal has the reason that the specification gives.
  private static func fits(_ refusal: HDKeyError?, _ reason: String) -> Bool {
    guard let refusal else { return false }
    return switch refusal {
    case .notAPublicKey:
      reason.contains("invalid pubkey") || reason.contains("pubkey version / prvkey mismatch")
    case .wrongPrivateKeyPrefix:
      reason.contains("invalid prvkey prefix")
        || reason.contains("prvkey version / pubkey mismatch")
    case .masterKeyWithParent: reason.contains("non-zero parent fingerprint")
    case .masterKeyWithNumber: reason.contains("non-zero index")
    case .wrongVersion: reason.contains("unknown extended key version")
    case .keyOutOfRange: reason.contains("not in 1..n-1")
    case .wrongChecksum: reason.contains("invalid checksum")
    case .wrongSeedSize, .hardenedChildOfPublicKey, .tooDeep, .notBase58, .wrongByteCount: false
    }
  }
}
