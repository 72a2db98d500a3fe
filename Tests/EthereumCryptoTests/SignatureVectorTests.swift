import EthereumCrypto
import EthereumPrimitives
import TestVectors
import Testing

@Suite("secp256k1 against Project Wycheproof and ethereum/tests")
struct SignatureVectorTests {
  @Test func bitcoinSignaturesAreAcceptedAndRefusedAsPublished() throws {
    let file = try WycheproofFile<WycheproofSignatures>.load("ecdsa_secp256k1_sha256_bitcoin_test")
    var count = 0
    for group in file.testGroups {
      let key = try PublicKey(bytes: bytes(group.publicKey.uncompressed))
      #expect(key.uncompressed == bytes(group.publicKey.uncompressed))
      for test in group.tests {
        let hash = Digest.sha256(bytes(test.msg))
        let isAccepted = Self.signature(der: bytes(test.sig)).map { Self.accepts($0, hash, key) }
        #expect(
          (isAccepted ?? false) == (test.result == "valid"), "\(test.tcId): \(test.comment)")
        count += 1
      }
    }
    #expect(count == 463)
    #expect(count == file.numberOfTests)
    TestVectors.report("Wycheproof ecdsa_secp256k1_sha256_bitcoin", count)
  }

  @Test func signaturesOf64BytesAreAcceptedAsPublishedUnlessTheirSIsHigh() throws {
    let file = try WycheproofFile<WycheproofSignatures>.load("ecdsa_secp256k1_sha256_p1363_test")
    var count = 0
    var highCount = 0
    for group in file.testGroups {
      let key = try PublicKey(bytes: bytes(group.publicKey.uncompressed))
      for test in group.tests {
        count += 1
        let hash = Digest.sha256(bytes(test.msg))
        let raw = bytes(test.sig)
        let isValid = test.result == "valid"
        guard raw.count == 64, let r = Hash32(bytes: raw[..<32]), let s = Hash32(bytes: raw[32...]),
          let signature = Signature(r: r, s: s, yParity: 0)
        else {
          #expect(!isValid, "\(test.tcId): \(test.comment)")
          continue
        }
        if isValid, !signature.isLowS {
          #expect(throws: Secp256k1Error.highS) {
            try Secp256k1.verify(hash, signature: signature, by: key)
          }
          highCount += 1
        } else {
          #expect(Self.accepts(signature, hash, key) == isValid, "\(test.tcId): \(test.comment)")
        }
      }
    }
    #expect(count == 252)
    #expect(highCount > 0)
    TestVectors.report("Wycheproof ecdsa_secp256k1_sha256_p1363", count)
  }

  @Test func keysHaveTheirAddresses() throws {
    let vectors = try KeyAddressVector.all()
    for vector in vectors {
      #expect(Keccak256.hash(Array(vector.seed.utf8)).bytes == bytes(vector.key))
      let key = try PrivateKey(SecretBytes(bytes(vector.key)))
      #expect(key.address().bytes == bytes(vector.addr))
    }
    #expect(vectors.count == 2)
    TestVectors.report("ethereum/tests keyaddrtest", vectors.count)
  }

  private static func accepts(_ signature: Signature, _ hash: Hash32, _ key: PublicKey) -> Bool {
    do {
      return try Secp256k1.verify(hash, signature: signature, by: key)
    } catch {
      return false
    }
  }

  /// Returns r and s of a signature in strict DER, as BIP-66 defines it; nil for anything else.
  private static func signature(der: [UInt8]) -> Signature? {
    var rest = der[...]
    func take(_ expected: UInt8) -> Bool { rest.popFirst() == expected }
    func integer() -> Hash32? {
      guard take(0x02), let count = rest.popFirst(), (1...33).contains(count), rest.count >= count
      else { return nil }
      var digits = rest.prefix(Int(count))
      rest = rest.dropFirst(Int(count))
      guard let first = digits.first, first < 0x80 else { return nil }
      if first == 0 {
        digits.removeFirst()
        // A zero byte may only precede a byte that would be a sign; a number 0 is refused anyway.
        guard let second = digits.first, second >= 0x80 else { return nil }
      }
      guard digits.count <= 32 else { return nil }
      return Hash32(bytes: [UInt8](repeating: 0, count: 32 - digits.count) + digits)
    }
    guard take(0x30), let count = rest.popFirst(), Int(count) == rest.count, count < 0x80,
      let r = integer(), let s = integer(), rest.isEmpty
    else { return nil }
    return Signature(r: r, s: s, yParity: 0)
  }
}
