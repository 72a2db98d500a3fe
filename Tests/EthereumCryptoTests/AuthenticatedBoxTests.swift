import EthereumCrypto
import TestVectors
import Testing

struct AuthenticatedBoxTests {
  private let nonce = [UInt8](1...12)
  private let header = Array("header".utf8)

  @Test(arguments: [0, 1, 15, 16, 17, 1_000])
  func sealedBoxesOpen(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let key = SecretBytes.random(count: 32, using: &random)
    let content = random.bytes(count)
    let box = try AuthenticatedBox.seal(
      SecretBytes(content), key: key, nonce: nonce, authenticating: header)
    #expect(box.count == count + AuthenticatedBox.tagByteCount)
    let opened = try AuthenticatedBox.open(box, key: key, nonce: nonce, authenticating: header)
    #expect(opened.isEqual(to: SecretBytes(content)) == true)
  }

  @Test func theBoxMatchesTheStandard() throws {
    // Test case 16 of the GCM specification by McGrew and Viega.
    let key = SecretBytes(bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    let content = bytes(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a31"
        + "8a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    )
    let box = try AuthenticatedBox.seal(
      SecretBytes(content), key: key, nonce: bytes("cafebabefacedbaddecaf888"),
      authenticating: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
    #expect(
      box
        == bytes(
          "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555"
            + "d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
            + "76fc6ece0f4e1768cddf8853bb2d551b"))
    TestVectors.report("AES-256-GCM specification", 1)
  }

  @Test func aChangeOfAnyByteIsNotOpened() throws {
    var random = SeededGenerator(seed: 99)
    let key = SecretBytes.random(count: 32, using: &random)
    let box = try AuthenticatedBox.seal(
      SecretBytes([1, 2, 3]), key: key, nonce: nonce, authenticating: header)
    func expectRefusal(
      _ box: [UInt8], _ nonce: [UInt8], _ header: [UInt8], _ key: borrowing SecretBytes
    ) {
      do {
        _ = try AuthenticatedBox.open(box, key: key, nonce: nonce, authenticating: header)
        Issue.record("a changed box opened")
      } catch {
        #expect(error == .notAuthentic)
      }
    }
    for place in box.indices {
      var changed = box
      changed[place] ^= 1
      expectRefusal(changed, nonce, header, key)
    }
    expectRefusal(Array(box.dropLast()), nonce, header, key)
    expectRefusal([], nonce, header, key)
    expectRefusal(box, nonce.reversed(), header, key)
    expectRefusal(box, nonce, header + [0], key)
    expectRefusal(box, nonce, header, SecretBytes.random(count: 32, using: &random))
  }

  @Test func keysAndNoncesOfAnotherSizeAreRefused() {
    #expect(throws: AuthenticatedBoxError.wrongKeySize(found: 31)) {
      try AuthenticatedBox.seal(
        SecretBytes(count: 1), key: SecretBytes(count: 31), nonce: nonce, authenticating: [])
    }
    #expect(throws: AuthenticatedBoxError.wrongNonceSize(found: 11)) {
      try AuthenticatedBox.seal(
        SecretBytes(count: 1), key: SecretBytes(count: 32), nonce: Array(nonce.dropLast()),
        authenticating: [])
    }
    #expect(
      AuthenticatedBoxError.wrongKeySize(found: 31).description
        == "expected a key of 32 bytes, found 31")
    #expect(
      AuthenticatedBoxError.wrongNonceSize(found: 11).description
        == "expected a nonce of 12 bytes, found 11")
    #expect(
      AuthenticatedBoxError.notAuthentic.description
        == "expected a box that this key has sealed, unchanged")
  }
}
