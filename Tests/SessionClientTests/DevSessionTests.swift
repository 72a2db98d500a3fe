import DevSession
import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import HeadraceTesting
import JSONRPC
import Synchronization
import TestVectors
import Testing

/// The development endpoint follows the rules that it tests.
@Suite struct DevSessionTests {
  private static let start: Int64 = 1_800_000_000
  private static let origin = "http://127.0.0.1:4361"
  private final class Clock: Sendable {
    let now = Mutex(DevSessionTests.start)
    let generator = Mutex(SeededGenerator(seed: 1))
  }

  private let clock = Clock()

  private func endpoint(
    _ configuration: DevSessionConfiguration = DevSessionConfiguration()
  ) -> DevSession {
    let session = DevSession(
      configuration, now: { [clock] in clock.now.withLock { $0 } },
      random: { [clock] in clock.generator.withLock { $0.next() } })
    session.listen(at: Self.origin)
    return session
  }

  private func advance(_ seconds: Int64) { clock.now.withLock { $0 += seconds } }

  private func post(
    _ endpoint: DevSession, _ path: String, _ fields: JSONObject = [:], bearer: String? = nil
  ) async -> DevSessionAnswer {
    await endpoint.answer(
      path, JSONValue.object(fields).encoded, authorization: bearer.map { "Bearer " + $0 })
  }

  /// Posts the fields of a sign-in, some of them changed.
  private func signIn(
    _ endpoint: DevSession, domain: String = "127.0.0.1:4361", uri: String = origin,
    chainID: ChainID = 31_337, nonce: String? = nil, expiration: String? = nil,
    signer: UInt8 = 7, change: (inout JSONObject) -> Void = { _ in }
  ) async throws -> DevSessionAnswer {
    let challenge = await post(endpoint, "/nonce").body
    let key = try PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32)))
    let other = try PrivateKey(SecretBytes([UInt8](repeating: signer, count: 32)))
    let message = try SignInMessage(
      domain: domain, address: key.address(), uri: uri, chainID: chainID,
      nonce: nonce ?? #require(challenge["nonce"]?.string),
      issuedAt: DateTime(secondsSince1970: Self.start),
      expirationTime: DateTime(
        expiration ?? #require(challenge["expirationTime"]?.string)))
    var fields: JSONObject = [
      "message": .string(message.text), "signature": .string(message.signed(by: other).hex),
    ]
    change(&fields)
    return await post(endpoint, "/sign-in", fields)
  }

  private func tokens(_ answer: DevSessionAnswer) throws -> (access: String, refresh: String) {
    try #require(answer.status == 200)
    return (
      try #require(answer.body["accessToken"]?.string),
      try #require(answer.body["refreshToken"]?.string)
    )
  }

  @Test func aChallengeNamesTheEndpointAsItIs() async throws {
    let body = await post(endpoint(), "/nonce").body
    #expect(body["domain"] == "127.0.0.1:4361")
    #expect(body["uri"] == "http://127.0.0.1:4361")
    #expect(body["chainId"] == 31_337)
    #expect(body["expirationTime"] == "2027-01-15T08:05:00Z")
    #expect(body["nonce"]?.string?.count == 64)
  }

  @Test func answersThatDoNotMatchTheRequestAreRejected() async throws {
    let endpoint = endpoint()
    let refusals = [
      try await signIn(endpoint, domain: "bank.example"),
      try await signIn(endpoint, uri: "https://bank.example"),
      try await signIn(endpoint, chainID: 1), try await signIn(endpoint, nonce: "1234567890"),
      try await signIn(endpoint, expiration: "2030-01-15T08:05:00Z"),
      try await signIn(endpoint, signer: 8),
      try await signIn(endpoint) { $0["signature"] = "0x00" },
      try await signIn(endpoint) { $0["message"] = "sign in" },
    ]
    #expect(
      refusals.map(\.body["error"]) == [
        "the message is for another domain", "the message is for another URI",
        "the message is for another chain", "the nonce was never given, or was used",
        "the message expires at another time than was asked",
        "the message's account did not sign it", "the message's account did not sign it",
        """
        the message is none of EIP-4361: expected a domain and "wants you to sign in with your \
        Ethereum account:" in line 1
        """,
      ])
    #expect(refusals.map(\.status) == [403, 403, 403, 403, 403, 403, 403, 400])
    #expect(try await signIn(endpoint).status == 200)
  }

  @Test func aMessageCountsForFiveMinutesAndOnce() async throws {
    let endpoint = endpoint()
    var fields: JSONObject = [:]
    _ = try await signIn(endpoint) {
      fields = $0
      $0["signature"] = "0x"
    }
    #expect(await post(endpoint, "/sign-in", fields).status == 403, "the nonce was spent")
    _ = try await signIn(endpoint) {
      fields = $0
      $0["message"] = "none"
    }
    advance(299)
    #expect(await post(endpoint, "/sign-in", fields).status == 200)
    _ = try await signIn(endpoint) {
      fields = $0
      $0["message"] = "none"
    }
    advance(300)
    #expect(
      await post(endpoint, "/sign-in", fields).body["error"] == "the message is void at this time")
  }

  @Test func anAccessTokenCountsForAMinute() async throws {
    let endpoint = endpoint()
    let tokens = try tokens(await signIn(endpoint))
    advance(59)
    let answer = await post(endpoint, "/profile", bearer: tokens.access)
    #expect(answer.status == 200)
    #expect(answer.body["chainId"] == 31_337)
    advance(1)
    #expect(await post(endpoint, "/profile", bearer: tokens.access).status == 401)
    #expect(await post(endpoint, "/profile").status == 401)
    #expect(await post(endpoint, "/profile", bearer: tokens.refresh).status == 401)
  }

  @Test func aRefreshTokenThatComesTwiceEndsTheSession() async throws {
    let endpoint = endpoint()
    let first = try tokens(await signIn(endpoint))
    let second = try tokens(
      await post(endpoint, "/refresh", ["refreshToken": .string(first.refresh)]))
    #expect(await post(endpoint, "/profile", bearer: first.access).status == 401)
    #expect(await post(endpoint, "/profile", bearer: second.access).status == 200)
    let other = try tokens(await signIn(endpoint))
    let again = await post(endpoint, "/refresh", ["refreshToken": .string(first.refresh)])
    #expect(again.body["error"] == "the token was used before; the session is revoked")
    #expect(await post(endpoint, "/profile", bearer: second.access).status == 401)
    #expect(
      await post(endpoint, "/refresh", ["refreshToken": .string(second.refresh)]).status == 401)
    #expect(await post(endpoint, "/profile", bearer: other.access).status == 200)
  }

  @Test func aSessionIsOverAfterADay() async throws {
    let endpoint = endpoint()
    let first = try tokens(await signIn(endpoint))
    advance(86_399)
    let second = try tokens(
      await post(endpoint, "/refresh", ["refreshToken": .string(first.refresh)]))
    advance(1)
    let last = await post(endpoint, "/refresh", ["refreshToken": .string(second.refresh)])
    #expect(last.body["error"] == "the session is over")
  }

  @Test func revokingEndsTheSession() async throws {
    let endpoint = endpoint()
    let tokens = try tokens(await signIn(endpoint))
    let refresh: JSONObject = ["refreshToken": .string(tokens.refresh)]
    #expect(await post(endpoint, "/revoke", refresh).status == 200)
    #expect(await post(endpoint, "/revoke", refresh).status == 401)
    #expect(await post(endpoint, "/profile", bearer: tokens.access).status == 401)
  }

  /// Nothing grows without a limit: the oldest of a thousand and one nonces is dropped.
  @Test func aThousandNoncesAreRemembered() async throws {
    let endpoint = endpoint()
    var first: JSONObject = [:]
    var second: JSONObject = [:]
    _ = try await signIn(endpoint) {
      first = $0
      $0["message"] = "none"
    }
    _ = try await signIn(endpoint) {
      second = $0
      $0["message"] = "none"
    }
    for _ in 0..<999 { _ = await post(endpoint, "/nonce") }
    #expect(
      await post(endpoint, "/sign-in", first).body["error"]
        == "the nonce was never given, or was used")
    #expect(await post(endpoint, "/sign-in", second).status == 200)
  }

  // MARK: - Faults

  private static let lies: [(DevSessionFault, String, JSONValue)] = [
    (.domain, "domain", "bank.example"),
    (.uri, "uri", "https://bank.example/login"), (.chain, "chainId", 1), (.nonce, "nonce", "short"),
    (.repeatedNonce, "nonce", "12345678abcdefgh"),
    (.expired, "expirationTime", "2027-01-15T07:59:59Z"),
    (.endless, "expirationTime", "2037-01-12T08:00:00Z"),
  ]

  @Test(arguments: lies)
  func aFaultIsALie(fault: DevSessionFault, name: String, value: JSONValue) async {
    let endpoint = endpoint(DevSessionConfiguration(fault: fault))
    for _ in 1...2 { #expect(await post(endpoint, "/nonce").body[name] == value) }
  }

  @Test func theFirstCallIsRefusedOnPurposeAndTheSecondIsNot() async throws {
    let endpoint = endpoint(DevSessionConfiguration(fault: .unauthorizedOnce))
    let tokens = try tokens(await signIn(endpoint))
    #expect(await post(endpoint, "/profile", bearer: tokens.access).status == 401)
    #expect(await post(endpoint, "/profile", bearer: tokens.access).status == 200)
  }

  @Test func aSlowEndpointAnswersTwoSecondsLate() async {
    let clock = ImmediateClock<Duration>()
    let endpoint = DevSession(
      DevSessionConfiguration(fault: .slow), clock: clock, now: { Self.start })
    endpoint.listen(at: Self.origin)
    #expect(await post(endpoint, "/nonce").status == 200)
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func otherPathsAndBodiesAreRefused() async {
    let endpoint = endpoint()
    #expect(await post(endpoint, "/admin").status == 404)
    #expect(await endpoint.answer("/nonce", [1], authorization: nil).status == 400)
  }
}
