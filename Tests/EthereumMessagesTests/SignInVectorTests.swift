import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import TestVectors
import Testing

/// The examples of the standard, and the vectors of its first implementation.
@Suite struct SignInVectorTests {
  private struct Examples: Decodable {
    let messages: [String]
  }

  private struct Fields: Decodable, Equatable {
    var scheme: String?
    let domain: String
    let address: String
    var statement: String?
    let uri: String
    let version: String
    let chainId: UInt64
    let nonce: String
    let issuedAt: String
    var expirationTime: String?
    var notBefore: String?
    var requestId: String?
    var resources: [String]?
  }

  private struct Parsed: Decodable {
    let message: String
    let fields: Fields
  }

  private struct Signed: Decodable {
    let domain: String
    let address: String
    let statement: String
    let uri: String
    let chainId: UInt64
    let nonce: String
    let issuedAt: String
    let signature: String
    var expirationTime: String?
    var notBefore: String?
    var time: String?
    var domainBinding: String?
    var matchNonce: String?

    /// Returns the message; nil if a field is not valid.
    func message() throws -> SignInMessage? {
      guard let issuedAt = DateTime(issuedAt) else { return nil }
      let times = [expirationTime, notBefore].compactMap { $0 }
      guard times.allSatisfy({ DateTime($0) != nil }) else { return nil }
      return try SignInMessage(
        domain: domain, address: Address(checksummed: address), statement: statement, uri: uri,
        chainID: ChainID(rawValue: chainId), nonce: nonce, issuedAt: issuedAt,
        expirationTime: expirationTime.flatMap { DateTime($0) },
        notBefore: notBefore.flatMap { DateTime($0) })
    }
  }

  @Test func theExamplesOfTheStandardAreReadAndWrittenAgain() throws {
    let messages = try TestVectors.json("eips/eip4361.json", as: Examples.self).messages
    #expect(messages.count == 3)
    for text in messages { #expect(try SignInMessage(parsing: text).text == text) }
    #expect(try messages.map { try SignInMessage(parsing: $0).scheme } == [nil, nil, "https"])
    #expect(
      try messages.map { try SignInMessage(parsing: $0).domain }
        == ["example.com", "example.com:3388", "example.com"])
  }

  @Test func validMessagesHaveTheirFields() throws {
    let vectors = try TestVectors.json("siwe/parsing_positive.json", as: [String: Parsed].self)
    #expect(vectors.count >= 19)
    for (name, vector) in vectors {
      let message = try SignInMessage(parsing: vector.message)
      let found = Fields(
        scheme: message.scheme, domain: message.domain, address: message.address.checksummed,
        statement: message.statement, uri: message.uri, version: "1",
        chainId: message.chainID.rawValue, nonce: message.nonce, issuedAt: message.issuedAt.text,
        expirationTime: message.expirationTime?.text, notBefore: message.notBefore?.text,
        requestId: message.requestID, resources: message.resources)
      #expect(found == vector.fields, "\(name)")
      #expect(message.text == vector.message, "\(name)")
    }
    TestVectors.report("EIP-4361 valid", vectors.count)
  }

  @Test func invalidMessagesAreRefused() throws {
    let vectors = try TestVectors.json("siwe/parsing_negative.json", as: [String: String].self)
    #expect(vectors.count >= 28)
    for (name, text) in vectors {
      #expect(throws: SignInMessageError.self, "\(name)") { try SignInMessage(parsing: text) }
    }
    TestVectors.report("EIP-4361 invalid", vectors.count)
  }

  @Test func signaturesOfOthersAreTheirs() throws {
    let vectors = try TestVectors.json(
      "siwe/verification_positive.json", as: [String: Signed].self)
    #expect(vectors.count == 4)
    for (name, vector) in vectors {
      let message = try #require(try vector.message(), "\(name)")
      #expect(try message.isSigned(PersonalSignature(hex: vector.signature)), "\(name)")
      let now = try #require(DateTime(vector.time ?? "2024-01-01T00:00:00Z"))
      #expect(message.validity(at: now) == .valid, "\(name)")
    }
    TestVectors.report("EIP-4361 signatures", vectors.count)
  }

  @Test func irrelevantDifferencesAreIgnored() throws {
    let vectors = try TestVectors.json(
      "siwe/verification_negative.json", as: [String: Signed].self)
    #expect(vectors.count == 10)
    for (name, vector) in vectors {
      guard let message = try vector.message() else {
        #expect(name.hasPrefix("invalid "))
        continue
      }
      #expect(!name.hasPrefix("invalid "))
      let now = try #require(DateTime(vector.time ?? "2024-01-01T00:00:00Z"))
      let isMeant =
        (vector.domainBinding ?? message.domain) == message.domain
        && (vector.matchNonce ?? message.nonce) == message.nonce
      let isSigned: Bool
      do {
        isSigned = try message.isSigned(PersonalSignature(hex: vector.signature))
      } catch {
        isSigned = false
      }
      #expect(!(isSigned && isMeant && message.validity(at: now) == .valid), "\(name)")
      #expect(isSigned == !name.hasSuffix("signature"), "\(name)")
    }
  }
}
