import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import TestEffort
import TestVectors
import Testing

/// EIP-4361, rule by rule: the last text that is accepted, and the first that is refused.
@Suite struct SignInMessageTests {
  private static let lines = [
    "https://example.com:8080 wants you to sign in with your Ethereum account:",
    "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "", "I accept.", "",
    "URI: https://example.com/login", "Version: 1", "Chain ID: 1", "Nonce: 32891756",
    "Issued At: 2021-09-30T16:25:24Z", "Expiration Time: 2021-09-30T16:30:24Z",
    "Not Before: 2021-09-30T16:25:00Z", "Request ID: some_id", "Resources:",
    "- https://example.com/a", "- ipfs://b",
  ]

  /// Returns the message with one line replaced; nil removes it.
  private static func text(_ number: Int, _ line: String?) -> String {
    var lines = lines
    if let line { lines[number - 1] = line } else { lines.remove(at: number - 1) }
    return lines.joined(separator: "\n")
  }

  private static let whole = lines.joined(separator: "\n")

  @Test func aMessageWithEveryFieldIsReadAndWrittenAgain() throws {
    let message = try SignInMessage(parsing: Self.whole)
    #expect(message.scheme == "https")
    #expect(message.domain == "example.com:8080")
    #expect(message.statement == "I accept.")
    #expect(message.requestID == "some_id")
    #expect(message.resources == ["https://example.com/a", "ipfs://b"])
    #expect(message.text == Self.whole)
  }

  @Test(arguments: [
    (1, "example.com wants you to sign in with your Ethereum account:"),
    (1, "[2001:db8::1]:80 wants you to sign in with your Ethereum account:"),
    (1, "[v7.a:b] wants you to sign in with your Ethereum account:"),
    (1, "user:x@localhost: wants you to sign in with your Ethereum account:"),
    (1, "web+x-1.y://a wants you to sign in with your Ethereum account:"),
    (2, "0x0000000000000000000000000000000000000000"), (4, ""),
    (4, "a-z A-Z 0-9 -._~:/?#[]@!$&'()*+,;="), (4, "URI: https://example.com/login"),
    (6, "URI: urn:isbn:1"), (6, "URI: a:"), (6, "URI: file:///etc"), (6, "URI: a:/b//c"),
    (6, "URI: http://[::ffff:1.2.3.4]:80/%41?q=/?#f/?"), (8, "Chain ID: 9223372036854775771"),
    (9, "Nonce: aZ09aZ09"), (10, "Issued At: 2021-12-31t23:59:60.123456789012z"),
    (10, "Issued At: 2024-02-29T00:00:00+23:59"), (13, "Request ID: "),
    (13, "Request ID: a:@%20!$&'()*+,;="),
  ])
  func messagesOfTheGrammarAreAccepted(line: Int, text: String) throws {
    let text = Self.text(line, text)
    #expect(try SignInMessage(parsing: text).text == text)
  }

  @Test(arguments: [
    (
      1, " wants you to sign in with your Ethereum account:",
      "expected a domain and \"wants you to sign in with your Ethereum account:\" in line 1"
    ),
    (
      1, "example.com wants you to sign in with your ethereum account:",
      "expected a domain and \"wants you to sign in with your Ethereum account:\" in line 1"
    ),
    (
      1, "1a://a wants you to sign in with your Ethereum account:",
      "expected a scheme of RFC 3986, such as https"
    ),
    (
      1, "a b wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, ":80 wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "a/b wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "a@b@c wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "a:8x wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "[::1::] wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "[1:2:3:4:5:6:7] wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "[1:2:3:4:5:6:7::8] wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "[::1.2.3.256] wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      1, "exämple.com wants you to sign in with your Ethereum account:",
      "expected a domain of RFC 3986, such as example.com:8080"
    ),
    (
      2, "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
      "expected an address with its checksum in the case of the letters, as its owner shows it"
    ),
    (
      2, "0xc02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
      "a digit or a letter's case is mistyped; expected the address as its owner shows it"
    ),
    (3, "x", "expected an empty line in line 3"),
    (4, "50 % off", "expected a statement of one line of ASCII, without \"<>\\^`{|}%"),
    (4, "tab\t", "expected a statement of one line of ASCII, without \"<>\\^`{|}%"),
    (4, "line\r", "expected a statement of one line of ASCII, without \"<>\\^`{|}%"),
    (5, "x", "expected an empty line after the statement in line 5"),
    (6, "URI: example.com/login", "expected a URI of RFC 3986, such as https://example.com/login"),
    (6, "URI: https://a b", "expected a URI of RFC 3986, such as https://example.com/login"),
    (6, "URI: https://a/%4", "expected a URI of RFC 3986, such as https://example.com/login"),
    (6, "URI:https://a", "expected \"URI: …\" in line 6"),
    (7, "Version: 2", "expected version 1"), (7, "Version: 01", "expected version 1"),
    (8, "Chain ID: 0", "expected a chain ID of EIP-155, in decimal digits"),
    (8, "Chain ID: 01", "expected a chain ID of EIP-155, in decimal digits"),
    (8, "Chain ID: +1", "expected a chain ID of EIP-155, in decimal digits"),
    (8, "Chain ID: 9223372036854775772", "expected a chain ID of EIP-155, in decimal digits"),
    (9, "Nonce: 1234567", "expected a nonce of at least 8 letters and digits"),
    (9, "Nonce: 1234-5678", "expected a nonce of at least 8 letters and digits"),
    (
      10, "Issued At: 2021-02-29T00:00:00Z",
      "expected as issue time a text of RFC 3339, such as 2021-09-30T16:25:24Z"
    ),
    (
      10, "Issued At: 2021-09-30T16:25:60Z",
      "expected as issue time a text of RFC 3339, such as 2021-09-30T16:25:24Z"
    ),
    (
      11, "Expiration Time: 2021-09-30 16:25:24Z",
      "expected as expiration time a text of RFC 3339, such as 2021-09-30T16:25:24Z"
    ),
    (
      12, "Not Before: 2021-09-30T24:00:00Z",
      "expected as not-before time a text of RFC 3339, such as 2021-09-30T16:25:24Z"
    ),
    (
      13, "Request ID: a/b",
      "expected a request ID of characters that may stand in a path (RFC 3986)"
    ),
    (14, "resources:", "expected the end of the message in line 14"),
    (16, "- ", "expected resources that are URIs of RFC 3986"),
    (16, "ipfs://b", "expected the end of the message in line 16"),
    (16, "- ipfs://b\n", "expected the end of the message in line 17"),
  ])
  func unsupportedFieldsAreRejectedWithASentence(line: Int, text: String, words: String) {
    let error = #expect(throws: SignInMessageError.self) {
      try SignInMessage(parsing: Self.text(line, text))
    }
    #expect(error?.description == words)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 7, 8, 9, 10, 14])
  func noLineThatMustBeThereMayBeOmitted(line: Int) {
    #expect(throws: SignInMessageError.self) { try SignInMessage(parsing: Self.text(line, nil)) }
  }

  @Test(arguments: [4, 11, 12, 13, 15, 16])
  func everyOtherLineMay(line: Int) throws {
    let text = Self.text(line, nil)
    #expect(try SignInMessage(parsing: text).text == text)
  }

  @Test func theLongestMessageIsTakenAndALongerOneIsNot() throws {
    let room = SignInMessage.byteCountMax - Self.whole.utf8.count + "I accept.".utf8.count
    let longest = Self.text(4, String(repeating: "x", count: room))
    #expect(try SignInMessage(parsing: longest).bytes.count == 4_096)
    let error = SignInMessageError.tooLong(byteCountMax: 4_096)
    #expect(error.description == "expected at most 4096 bytes")
    #expect(throws: error) {
      try SignInMessage(parsing: Self.text(4, String(repeating: "x", count: room + 1)))
    }
    let message = try SignInMessage(parsing: Self.whole)
    #expect(throws: error) {
      try SignInMessage(
        domain: "a", address: message.address, uri: "a:",
        chainID: 1, nonce: String(repeating: "n", count: 4_000), issuedAt: message.issuedAt)
    }
  }

  @Test func aMessageCountsFromItsNotBeforeTimeUpToItsExpirationTime() throws {
    let message = try SignInMessage(parsing: Self.whole)
    let moments: [(String, SignInMessage.Validity)] = [
      ("2021-09-30T16:24:59.999999999Z", .notYetValid), ("2021-09-30T16:25:00Z", .valid),
      ("2021-09-30T18:30:23.9+02:00", .valid), ("2021-09-30T16:30:24.000Z", .expired),
    ]
    for (text, validity) in moments {
      #expect(message.validity(at: try #require(DateTime(text))) == validity, "\(text)")
    }
  }

  // MARK: - Properties

  /// A made text is read back, and a text that is read is written the same: one text, one value.
  @Test(arguments: 1...Effort.count(400 as UInt64))
  func messagesSurviveBothWays(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let message = try SignInMessage.random(using: &generator)
    #expect(try SignInMessage(parsing: message.text) == message, "seed \(seed)")
    var bytes = message.bytes
    for _ in 0..<20 {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: index)
      case _: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: index)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      do {
        #expect(try SignInMessage(parsing: text).bytes == bytes, "seed \(seed)")
      } catch {
        // Refused: that is the other right answer.
      }
    }
  }

  @Test(arguments: Array(UInt64(1)...20))
  func aSignatureIsItsAccountsAndOfThisTextAlone(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let key = PrivateKey.random(using: &generator)
    let message = try SignInMessage.random(from: key.address(), using: &generator)
    let signature = message.signed(by: key)
    #expect(try message.isSigned(signature))
    #expect(try PersonalSignature(hex: signature.hex) == signature)
    let other = try SignInMessage.random(from: key.address(), using: &generator)
    #expect(try !other.isSigned(signature), "seed \(seed)")
  }
}

extension SignInMessage {
  /// Returns a message of random fields, each of which may be absent.
  static func random(
    from address: Address? = nil, using generator: inout SeededGenerator
  ) throws -> SignInMessage {
    func text(_ alphabet: String, _ counts: ClosedRange<Int>) -> String {
      let characters = Array(alphabet)
      return String(
        (0..<Int.random(in: counts, using: &generator)).map { _ in
          characters[Int.random(in: characters.indices, using: &generator)]
        })
    }
    func maybe<Value>(_ make: () -> Value) -> Value? {
      Bool.random(using: &generator) ? make() : nil
    }
    func time() -> DateTime {
      DateTime(secondsSince1970: Int64.random(in: 0...4_000_000_000, using: &generator))
    }
    let letters = "abcXYZ019"
    func uri() -> String {
      text("abc", 1...5) + "://" + text(letters, 1...9) + "/" + text("/:@?a", 0...4)
    }
    return try SignInMessage(
      scheme: maybe { text("abc", 1...1) + text("a1+-.", 0...5) },
      domain: text(letters + "-.", 1...12) + (maybe { ":" + text("0123456789", 0...5) } ?? ""),
      address: address ?? Address(lastBytesOf: Keccak256.hash(generator.bytes(8))),
      statement: maybe { text(letters + " :/?#[]@!$&'()*+,;=-._~", 0...60) }, uri: uri(),
      chainID: ChainID(rawValue: UInt64.random(in: 1...ChainID.max.rawValue, using: &generator)),
      nonce: text(letters, 8...30), issuedAt: time(), expirationTime: maybe(time),
      notBefore: maybe(time), requestID: maybe { text(letters + ":@!$", 0...9) },
      resources: maybe { (0..<Int.random(in: 0...3, using: &generator)).map { _ in uri() } })
  }
}
