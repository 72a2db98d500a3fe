import EthereumCrypto
import EthereumKeys
import TestVectors
import Testing

struct HDKeyTests {
  @Test func publicDerivationFindsTheKeysOfPrivateDerivation() throws {
    var random = SeededGenerator(seed: 44)
    for round in 0..<20 {
      let master = try HDPrivateKey(seed: SecretBytes(random.bytes(64)))
      let numbers = (0..<4).map { _ in UInt32.random(in: 0..<0x8000_0000, using: &random) }
      let path = try DerivationPath(numbers.map { DerivationPath.Step(rawValue: $0) })
      let byPrivateKeys = try master.descendant(path).publicKey()
      #expect(try master.publicKey().descendant(path) == byPrivateKeys, "seed 44, round \(round)")
      #expect(byPrivateKeys.metadata.depth == 4)
      #expect(byPrivateKeys.metadata.number == numbers[3])
    }
  }

  @Test func aPublicKeyHasNoHardenedChildren() throws {
    let key = try HDPrivateKey(seed: SecretBytes([UInt8](1...16))).publicKey()
    let hardened = try #require(DerivationPath.Step(hardened: 0))
    #expect(throws: HDKeyError.hardenedChildOfPublicKey) { try key.child(hardened) }
    let normal = try #require(DerivationPath.Step(normal: 0x7fff_ffff))
    #expect(throws: Never.self) { try key.child(normal) }
  }

  @Test func theKeyAtDepth255HasNoChildren() throws {
    let key = try HDPrivateKey(seed: SecretBytes([UInt8](1...16))).publicKey()
    let step = DerivationPath.Step(rawValue: 0)
    let deepest = try key.descendant(
      DerivationPath([DerivationPath.Step](repeating: step, count: 255)))
    #expect(deepest.metadata.depth == 255)
    #expect(throws: HDKeyError.tooDeep) { try deepest.child(step) }
  }

  @Test(arguments: [15, 16, 64, 65])
  func seedsOnBothSidesOfTheBoundsAreDistinguished(byteCount: Int) {
    let seed = SecretBytes([UInt8](repeating: 7, count: byteCount))
    do {
      _ = try HDPrivateKey(seed: seed)
      #expect((16...64).contains(byteCount))
    } catch {
      #expect(error == .wrongSeedSize(found: byteCount))
      #expect(!(16...64).contains(byteCount))
    }
  }

  @Test func aChangeOfAnyCharacterIsRefused() throws {
    let key = try HDPrivateKey(seed: SecretBytes([UInt8](1...16))).publicKey()
    let text = key.serialized()
    for place in text.indices {
      var changed = text
      changed.replaceSubrange(place...place, with: text[place] == "7" ? "8" : "7")
      #expect(throws: HDKeyError.self) { try HDPublicKey(serialized: changed) }
      changed.replaceSubrange(place...place, with: "0")
      let position = text.distance(from: text.startIndex, to: place) + 1
      #expect(throws: HDKeyError.notBase58(position: position)) {
        try HDPublicKey(serialized: changed)
      }
    }
    for text in ["", "1", "xpub", text + "1", String(repeating: "z", count: 100_000)] {
      #expect(throws: HDKeyError.self) { try HDPublicKey(serialized: text) }
    }
  }

  @Test func everyRefusalSaysWhatWasExpected() {
    let texts: [(HDKeyError, String)] = [
      (.wrongSeedSize(found: 15), "expected a seed of 16 to 64 bytes, found 15"),
      (.keyOutOfRange, "expected a private key from 1 to the order of secp256k1 less 1"),
      (
        .hardenedChildOfPublicKey,
        "expected a step that is not hardened: a public key has no hardened children"
      ),
      (.tooDeep, "expected a key less than 255 steps below its master key"),
      (.notBase58(position: 4), "expected a character of base 58 at position 4"),
      (.wrongByteCount, "expected an extended key of 82 bytes"),
      (.wrongChecksum, "expected a checksum that matches: a character is wrong"),
      (
        .wrongVersion(expected: 0x0488_b21e, found: 0x0488_ade4),
        "expected the version 0x488b21e, found 0x488ade4"
      ),
      (.masterKeyWithParent, "expected no fingerprint of a parent at depth 0"),
      (.masterKeyWithNumber, "expected no child number at depth 0"),
      (.wrongPrivateKeyPrefix(4), "expected a zero byte before a private key, found 4"),
      (.notAPublicKey, "expected a public key of 33 bytes, a point on secp256k1"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
