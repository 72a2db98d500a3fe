import EthereumCrypto
import EthereumPrimitives
import TestVectors
import Testing

@Suite("Codes and keys against Project Wycheproof and RFC 7914")
struct KeyStretchingTests {
  @Test func codesOfHMACSHA512AreAsPublished() throws {
    let file = try WycheproofFile<WycheproofCodes>.load("hmac_sha512_test")
    var count = 0
    for test in file.testGroups.flatMap(\.tests) {
      let code = HMACSHA512.authenticationCode(for: bytes(test.msg), key: bytes(test.key))
      let tag = bytes(test.tag)
      let isSame = code.withUnsafeBytes { $0.prefix(tag.count).elementsEqual(tag) }
      #expect(isSame == (test.result == "valid"), "\(test.tcId)")
      count += 1
    }
    #expect(count == 174)
    TestVectors.report("Wycheproof hmac_sha512", count)
  }

  @Test(arguments: [("pbkdf2_hmacsha512_test", 58), ("pbkdf2_hmacsha256_test", 60)])
  func keysOfPBKDF2AreAsPublished(name: String, expectedCount: Int) throws {
    let file = try WycheproofFile<WycheproofKeys>.load(name)
    var count = 0
    for test in file.testGroups.flatMap(\.tests) {
      let password = SecretBytes(bytes(test.password))
      let salt = SecretBytes(bytes(test.salt))
      let key = try password.withUnsafeBytes { password in
        try salt.withUnsafeBytes { salt in
          name.contains("512")
            ? try PBKDF2.hmacSHA512(
              password, salt: salt, rounds: test.iterationCount, byteCount: test.dkLen)
            : try PBKDF2.hmacSHA256(
              password, salt: salt, rounds: test.iterationCount, byteCount: test.dkLen)
        }
      }
      #expect(key.isEqual(to: SecretBytes(bytes(test.dk))) == true, "\(test.tcId)")
      count += 1
    }
    #expect(count == expectedCount)
    TestVectors.report("Wycheproof \(name)", count)
  }

  @Test(arguments: [
    (
      "", "", 16, 1, 1,
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ),
    (
      "password", "NaCl", 1_024, 8, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ])
  func keysOfScryptAreThoseOfRFC7914(
    password: String, salt: String, n: Int, r: Int, p: Int, expected: String
  ) throws {
    let password = SecretBytes(password.utf8)
    let salt = SecretBytes(salt.utf8)
    let key = try password.withUnsafeBytes { password in
      try salt.withUnsafeBytes { salt in
        try Scrypt.deriveKey(password, salt: salt, n: n, r: r, p: p, byteCount: 64)
      }
    }
    #expect(key.isEqual(to: SecretBytes(bytes(expected))) == true)
    TestVectors.report("RFC 7914 scrypt N=\(n)", 1)
  }

  @Test(arguments: [
    (0, 8, 1), (1, 8, 1), (3, 8, 1), (-2, 8, 1), (16, 0, 1), (16, 1, 0), (16, 1 << 15, 1 << 15),
    (1 << 62, 8, 1), (16, -1, 1),
  ])
  func numbersOutsideTheStandardAreRejected(n: Int, r: Int, p: Int) {
    #expect(!Scrypt.isAllowed(n: n, r: r, p: p))
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(throws: KeyStretchingError.parametersNotAllowed) {
      _ = try Scrypt.deriveKey(nothing, salt: nothing, n: n, r: r, p: p, byteCount: 32)
    }
  }

  @Test func noRoundsAndNoBytesAreRefused() {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    for (rounds, byteCount) in [(0, 32), (-1, 32), (1, 0)] {
      #expect(throws: KeyStretchingError.parametersNotAllowed) {
        _ = try PBKDF2.hmacSHA512(nothing, salt: nothing, rounds: rounds, byteCount: byteCount)
      }
    }
    #expect(throws: KeyStretchingError.parametersNotAllowed) {
      _ = try Scrypt.deriveKey(nothing, salt: nothing, n: 16, r: 1, p: 1, byteCount: 0)
    }
    #expect(
      KeyStretchingError.parametersNotAllowed.description
        == "expected parameters that the key derivation allows")
  }

  @Test(arguments: [
    ("", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    ("a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    ("abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    ("message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    ("abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "12a053384a9c0c88e405a06c27dcf49ada62eb2b"
    ),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "b0e20b6e3116640286ed3a87a5713079b21f5189"
    ),
    (String(repeating: "1234567890", count: 8), "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
  ])
  func digestsOfRIPEMD160AreThoseOfItsAuthors(text: String, digest: String) {
    #expect(RIPEMD160.hash(Array(text.utf8)) == bytes(digest))
  }

  @Test func aMillionLettersHaveTheDigestOfItsAuthors() {
    #expect(
      RIPEMD160.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == bytes("52783243c1697bdbe16d37f97f68f08325dc1528"))
    TestVectors.report("RIPEMD-160 paper", 9)
  }
}
