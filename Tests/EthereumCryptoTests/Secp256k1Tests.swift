import BigInt
import EthereumCrypto
import EthereumPrimitives
import TestVectors
import Testing

struct Secp256k1Tests {
  @Test func everySignatureIsLowDeterministicVerifiedAndRecovered() throws {
    var random = SeededGenerator(seed: 256)
    for round in 0..<300 {
      let key = PrivateKey.random(using: &random)
      let hash = try #require(Hash32(bytes: random.bytes(32)))
      let signature = key.sign(hash)
      #expect(signature.isLowS && signature.isInRange, "seed 256, round \(round)")
      #expect(signature == key.sign(hash), "seed 256, round \(round)")
      #expect(
        try Secp256k1.verify(hash, signature: signature, by: key.publicKey()),
        "seed 256, round \(round)")
      let recovered = try Secp256k1.recover(hash, signature: signature)
      #expect(recovered == key.publicKey(), "seed 256, round \(round)")
      #expect(recovered.address == key.address(), "seed 256, round \(round)")
      // Another hash or another parity gives another key, or none.
      let other = try #require(
        Signature(r: signature.r, s: signature.s, yParity: 1 - signature.yParity))
      let stranger = try? Secp256k1.recover(hash, signature: other)
      #expect(stranger != key.publicKey(), "seed 256, round \(round)")
      #expect(
        try !Secp256k1.verify(
          Keccak256.hash(hash.bytes), signature: signature, by: key.publicKey()),
        "seed 256, round \(round)")
    }
  }

  @Test func theHighTwinOfASignatureIsRecoveredButNotVerified() throws {
    var random = SeededGenerator(seed: 257)
    let key = PrivateKey.random(using: &random)
    let hash = Keccak256.hash(Array("twin".utf8))
    let low = key.sign(hash)
    let order = UInt256(Secp256k1.order)
    let high = try #require(order.subtracting(UInt256(low.s))).bytes32
    let twin = try #require(Signature(r: low.r, s: high, yParity: 1 - low.yParity))
    #expect(!twin.isLowS)
    #expect(try Secp256k1.recover(hash, signature: twin) == key.publicKey())
    #expect(throws: Secp256k1Error.highS) {
      try Secp256k1.verify(hash, signature: twin, by: key.publicKey())
    }
  }

  @Test func theOrderAndItsHalfAreTheBoundsOfKeysAndSignatures() throws {
    let order = UInt256(Secp256k1.order)
    let last = try #require(order.subtracting(UInt256(1))).bytes32
    #expect(UInt256(Secp256k1.halfOrder).bigUInt == order.bigUInt / 2)
    #expect(throws: Never.self) { _ = try PrivateKey(SecretBytes(last.bytes)) }
    for bytes in [Hash32.zero.bytes, Secp256k1.order.bytes, [UInt8](repeating: 0xff, count: 32)] {
      #expect(throws: Secp256k1Error.keyOutOfRange) { _ = try PrivateKey(SecretBytes(bytes)) }
    }
    #expect(throws: Secp256k1Error.wrongKeySize(found: 31)) {
      _ = try PrivateKey(SecretBytes([UInt8](repeating: 1, count: 31)))
    }
    let one = UInt256(1).bytes32
    for (r, s) in [
      (Hash32.zero, one), (one, Hash32.zero), (Secp256k1.order, one), (one, Secp256k1.order),
    ] {
      let signature = try #require(Signature(r: r, s: s, yParity: 0))
      #expect(!signature.isInRange)
      #expect(throws: Secp256k1Error.signatureOutOfRange) {
        try Secp256k1.recover(one, signature: signature)
      }
    }
    #expect(Signature(r: one, s: one, yParity: 2) == nil)
    let half = try #require(Signature(r: one, s: Secp256k1.halfOrder, yParity: 0))
    #expect(half.isLowS)
    let above = try #require(UInt256(Secp256k1.halfOrder).adding(UInt256(1))).bytes32
    #expect(try #require(Signature(r: one, s: above, yParity: 0)).isLowS == false)
  }

  @Test func publicKeysComeBackFromBothForms() throws {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<50 {
      let key = PrivateKey.random(using: &random).publicKey()
      #expect(try PublicKey(bytes: key.compressed) == key)
      #expect(try PublicKey(bytes: key.uncompressed) == key)
    }
    let key = PrivateKey.random(using: &random).publicKey()
    var hybrid = key.uncompressed
    hybrid[0] = 6 + hybrid[64] % 2
    for bytes in [
      [], [2], Array(key.compressed.dropLast()), key.uncompressed + [0], hybrid,
      [2] + [UInt8](repeating: 0, count: 31) + [7], [UInt8](repeating: 0, count: 33),
    ] {
      #expect(throws: Secp256k1Error.notAPublicKey) { try PublicKey(bytes: bytes) }
    }
  }

  @Test func addingATweakToBothHalvesOfAKeyGivesAPair() throws {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<50 {
      let key = PrivateKey.random(using: &random)
      let tweak = random.bytes(32)
      let sum = try key.adding(tweak: SecretBytes(tweak))
      let publicTweak = try #require(Hash32(bytes: tweak))
      #expect(try key.publicKey().adding(tweak: publicTweak) == sum.publicKey())
    }
    let key = PrivateKey.random(using: &random)
    #expect(throws: Secp256k1Error.sumOutOfRange) {
      _ = try key.adding(tweak: SecretBytes(Secp256k1.order.bytes))
    }
    #expect(throws: Secp256k1Error.sumOutOfRange) {
      _ = try key.publicKey().adding(tweak: Secp256k1.order)
    }
  }

  @Test func everyRefusalSaysWhatWasExpected() {
    let texts: [(Secp256k1Error, String)] = [
      (.wrongKeySize(found: 31), "expected a private key of 32 bytes, found 31"),
      (.keyOutOfRange, "expected a private key from 1 to the order of secp256k1 less 1"),
      (.notAPublicKey, "expected a public key of 33 or 65 bytes, a point on secp256k1"),
      (.signatureOutOfRange, "expected r and s from 1 to the order of secp256k1 less 1"),
      (.highS, "expected an s of at most half of the order of secp256k1"),
      (.notRecoverable, "expected a signature that a public key can be recovered from"),
      (.sumOutOfRange, "expected a sum of keys other than zero"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
