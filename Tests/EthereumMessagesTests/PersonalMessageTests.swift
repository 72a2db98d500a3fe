import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Testing

@Suite struct PersonalMessageTests {
  /// The hash of "Hello World" in the documents of eth-account and web3.js (`hashMessage`).
  @Test func theHashIsThatOfOtherLibraries() {
    #expect(
      PersonalMessage.hash(Array("Hello World".utf8)).hex
        == "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2")
  }

  @Test func aMessageIsNotATransaction() {
    let raw: [UInt8] = [0x02, 0xc0]
    #expect(PersonalMessage.hash(raw) != Keccak256.hash(raw))
  }

  @Test(arguments: [
    (0, true), (1, true), (27, true), (28, true), (2, false), (26, false), (29, false),
  ])
  func theLastByteIsKnownOrRefused(byte: UInt8, isKnown: Bool) {
    let hex = "0x" + String(repeating: "01", count: 64) + Hex.encode([byte]).dropFirst(2)
    if isKnown {
      #expect(throws: Never.self) { try PersonalSignature(hex: hex) }
    } else {
      let error = #expect(throws: PersonalSignatureError.unknownParity(byte)) {
        try PersonalSignature(hex: hex)
      }
      #expect(error?.description == "expected 27, 28, 0 or 1 as the last byte, found \(byte)")
    }
  }

  @Test(arguments: ["", "0x", "0x00", String(repeating: "0", count: 130)])
  func invalidSignaturesAreRejected(text: String) {
    #expect(throws: PersonalSignatureError.self) { try PersonalSignature(hex: text) }
  }

  @Test func aHighSIsRefusedThoughItRecovers() throws {
    let key = try PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32)))
    let message = Array("x".utf8)
    let low = key.sign(PersonalMessage.hash(message))
    #expect(try PersonalSignature(low).signer(of: message) == key.address())
    // n - s, and the other key.
    var (s, borrow) = ([UInt8](), 0)
    for (n, byte) in zip(Secp256k1.order.bytes.reversed(), low.s.bytes.reversed()) {
      let difference = Int(n) - Int(byte) - borrow
      borrow = difference < 0 ? 1 : 0
      s.insert(UInt8(difference & 255), at: 0)
    }
    let highS = try #require(Hash32(bytes: s))
    let high = try #require(Signature(r: low.r, s: highS, yParity: 1 - low.yParity))
    #expect(
      try Secp256k1.recover(PersonalMessage.hash(message), signature: high).address == key.address()
    )
    #expect(throws: Secp256k1Error.highS) { try PersonalSignature(high).signer(of: message) }
  }
}
