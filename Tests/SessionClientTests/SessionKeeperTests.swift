import DevSession
import EthereumMessages
import EthereumPrimitives
import Foundation
import SessionClient
import SessionClientLive
import Testing
import VaultClient

/// Access and refresh tokens: one refresh at a time, one repetition, and an end by revocation.
@Suite struct SessionKeeperTests {
  private static let lost = SessionError.connectionLost(endpoint: "x", reason: "y")

  // MARK: - Signing in and out

  @Test func signingInKeepsASessionThatTheServiceKnows() async throws {
    let bench = try SessionBench()
    let client = bench.client()
    #expect(try await client.session(bench.endpoint) == nil)
    let message = try await bench.message(client)
    let session = try await client.signIn(
      bench.endpoint, message, bench.signature(of: message))
    #expect(
      session
        == Session(
          address: bench.address, chainID: 31_337, accessExpiresAt: SessionBench.start + 60,
          expiresAt: SessionBench.start + 86_400))
    #expect(try await bench.client().session(bench.endpoint) == session)
    #expect(
      try await client.profile(bench.endpoint)
        == SessionProfile(address: bench.address, chainID: 31_337))
    #expect(bench.paths == ["nonce", "sign-in", "profile"])
  }

  @Test func aMessageIsGoodForOneSignIn() async throws {
    let bench = try SessionBench()
    let client = bench.client()
    let message = try await bench.message(client)
    let signature = bench.signature(of: message)
    _ = try await client.signIn(bench.endpoint, message, signature)
    let kept = bench.kept
    await #expect(
      throws: SessionError.refused(reason: "the nonce was never given, or was used")
    ) {
      try await client.signIn(bench.endpoint, message, signature)
    }
    #expect(bench.kept == kept)
  }

  @Test func signingOutRevokesTheTokensAndDropsThem() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let tokens = try #require(bench.kept)
    try await client.signOut(bench.endpoint)
    #expect(bench.kept == nil)
    #expect(try await client.session(bench.endpoint) == nil)
    let answer = await bench.service.answer(
      "/profile", Array("{}".utf8), authorization: "Bearer " + tokens[0])
    #expect(answer.status == 401)
    await #expect(throws: SessionError.signedOut) { try await client.signOut(bench.endpoint) }
    await #expect(throws: SessionError.signedOut) { try await client.profile(bench.endpoint) }
    await #expect(throws: SessionError.signedOut) { try await client.refresh(bench.endpoint) }
  }

  @Test func tokensThatCouldNotBeRevokedAreKeptSoThatTheyCan() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let tokens = bench.kept
    bench.script(
      "revoke", .failure(Self.lost), .answer(SessionAnswer(status: 500, body: [])))
    await #expect(throws: Self.lost) { try await client.signOut(bench.endpoint) }
    #expect(bench.kept == tokens)
    // The service has revoked them, and could not report it.
    await #expect(throws: SessionError.httpStatus(500)) {
      try await client.signOut(bench.endpoint)
    }
    #expect(bench.kept == tokens)
    // Now the service no longer knows them, which is as good.
    try await client.signOut(bench.endpoint)
    #expect(bench.kept == nil)
  }

  // MARK: - Refreshing

  @Test func anAccessTokenThatIsOverIsRefreshedAndTheCallRepeatedOnce() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let before = try #require(bench.kept)
    bench.advance(seconds: 60)
    #expect(try await client.profile(bench.endpoint).address == bench.address)
    #expect(bench.paths == ["nonce", "sign-in", "profile", "refresh", "profile"])
    let after = try #require(bench.kept)
    #expect(Set(before).isDisjoint(with: after))
    #expect(
      try await client.session(bench.endpoint)?.accessExpiresAt == SessionBench.start + 120)
  }

  @Test func aCallThatIsRefusedAgainFails() async throws {
    let bench = try SessionBench(DevSessionConfiguration(fault: .unauthorizedAlways))
    let client = try await bench.signedIn()
    await #expect(throws: SessionError.unauthorized) { try await client.profile(bench.endpoint) }
    #expect(bench.paths == ["nonce", "sign-in", "profile", "refresh", "profile"])
    #expect(bench.kept != nil)
  }

  /// They join the running refresh. None waits for the lease, which is for other processes.
  @Test(arguments: [2, 7, 40])
  func manyCallsRejectedConcurrentlyShareOneRefresh(count: Int) async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn(leaseTimeLimit: .zero)
    bench.advance(seconds: 60)
    let barrier = Barrier(count: count)
    for _ in 0..<count { bench.script("profile", .together(barrier)) }
    let addresses = try await withThrowingTaskGroup(of: SessionProfile.self) { group in
      for _ in 0..<count { group.addTask { try await client.profile(bench.endpoint) } }
      return try await group.reduce(into: []) { $0.append($1.address) }
    }
    #expect(addresses == Array(repeating: bench.address, count: count))
    #expect(bench.count("refresh") == 1)
    #expect(bench.count("profile") == 2 * count)
  }

  @Test func manyCallsThatAreRefusedForGoodFailOnceEach() async throws {
    let bench = try SessionBench(DevSessionConfiguration(fault: .unauthorizedAlways))
    let client = try await bench.signedIn()
    let barrier = Barrier(count: 9)
    for _ in 0..<9 { bench.script("profile", .together(barrier)) }
    let errors = await withTaskGroup(of: SessionError?.self) { group in
      for _ in 0..<9 {
        group.addTask {
          do {
            _ = try await client.profile(bench.endpoint)
            return nil
          } catch {
            return SessionError.from(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors == Array(repeating: .unauthorized, count: 9))
    #expect(bench.count("refresh") == 1)
    #expect(bench.count("profile") == 18)
  }

  /// Each time, the other process has replaced the token before the service sees it.
  @Test(arguments: [(10, true), (11, false)])
  func aCallIsRepeatedTenTimesWhileAnotherProcessRefreshes(
    count: Int, isAnswered: Bool
  ) async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let other = bench.client()
    let gates = (0..<count).map { _ in Gate() }
    for gate in gates { bench.script("profile", .gate(gate)) }
    let call = Task { try await client.profile(bench.endpoint) }
    for gate in gates {
      await gate.arrived()
      _ = try await other.refresh(bench.endpoint)
      gate.open()
    }
    if isAnswered {
      #expect(try await call.value.address == bench.address)
    } else {
      await #expect(throws: SessionError.unauthorized) { try await call.value }
    }
  }

  /// A refusal after the refresh says nothing about the new tokens.
  @Test func aLateRefusalTakesTheTokensThatCameInTheMeantime() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    bench.advance(seconds: 60)
    let gate = Gate()
    bench.script("profile", .gate(gate))
    let late = Task { try await client.profile(bench.endpoint) }
    await gate.arrived()
    _ = try await client.profile(bench.endpoint)
    gate.open()
    #expect(try await late.value.address == bench.address)
    #expect(bench.count("refresh") == 1)
  }

  /// Two processes share the vault, and no actor.
  @Test(.timeLimit(.minutes(30)))
  func anotherProcessThatIsRefusedAtTheSameMomentDoesNotRefreshEither() async throws {
    let bench = try SessionBench()
    let clients = [try await bench.signedIn(), bench.client()]
    bench.advance(seconds: 60)
    let (barrier, gate) = (Barrier(count: 2), Gate())
    bench.script("profile", .together(barrier), .together(barrier))
    bench.script("refresh", .gate(gate))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { _ = try await client.profile(bench.endpoint) } }
      await gate.arrived()
      await bench.leaseWasRefused()
      gate.open()
      try await group.waitForAll()
    }
    #expect(bench.count("refresh") == 1)
  }

  @Test func aRefreshWaitsForAnotherProcessAndNotForEver() async throws {
    let bench = try SessionBench()
    _ = try await bench.signedIn()
    let client = bench.client(leaseTimeLimit: .milliseconds(3))
    bench.setLeased(true)
    await #expect(throws: SessionError.busy) { try await client.refresh(bench.endpoint) }
    await #expect(throws: SessionError.busy) { try await client.signOut(bench.endpoint) }
    #expect(bench.paths == ["nonce", "sign-in"])
    bench.setLeased(false)
    _ = try await client.refresh(bench.endpoint)
  }

  @Test func aServiceThatEndedTheSessionIsBelieved() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let old = try #require(bench.kept)
    _ = try await client.refresh(bench.endpoint)
    // A thief has the old token, and uses it: the service ends the session.
    let theft = await bench.service.answer(
      "/refresh", Array(#"{"refreshToken":"\#(old[1])"}"#.utf8), authorization: nil)
    #expect(theft.status == 401)
    await #expect(throws: SessionError.sessionEnded) {
      try await client.profile(bench.endpoint)
    }
    #expect(bench.kept == nil)
    await #expect(throws: SessionError.signedOut) { try await client.profile(bench.endpoint) }
  }

  @Test func aRefreshThatFailsOnTheWayLosesNothing() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let tokens = bench.kept
    bench.advance(seconds: 60)
    bench.script("refresh", .failure(Self.lost))
    await #expect(throws: Self.lost) { try await client.profile(bench.endpoint) }
    #expect(bench.kept == tokens)
    #expect(try await client.profile(bench.endpoint).address == bench.address)
  }

  /// Tokens that the vault did not store would have no owner, and be valid for a day.
  @Test func tokensThatAreNotKeptAreRevoked() async throws {
    let bench = try SessionBench()
    let client = bench.client()
    let message = try await bench.message(client)
    bench.refuseKeeping(SessionKeepingRefusal.locked)
    await #expect(throws: SessionKeepingRefusal.locked) {
      try await client.signIn(bench.endpoint, message, bench.signature(of: message))
    }
    #expect(bench.paths == ["nonce", "sign-in", "revoke"])
    #expect(bench.kept == nil)
    bench.refuseKeeping(nil)
    let next = try await bench.message(client)
    _ = try await client.signIn(bench.endpoint, next, bench.signature(of: next))
    bench.refuseKeeping(SessionKeepingRefusal.locked)
    await #expect(throws: SessionKeepingRefusal.locked) { try await client.refresh(bench.endpoint) }
    bench.refuseKeeping(nil)
    await #expect(throws: SessionError.sessionEnded) { try await client.refresh(bench.endpoint) }
  }

  @Test func aRefreshGoesToItsEndThoughItsCallerIsCancelled() async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let before = bench.kept
    let gate = Gate()
    bench.script("refresh", .gate(gate))
    let refresh = Task { try await client.refresh(bench.endpoint) }
    await gate.arrived()
    refresh.cancel()
    gate.open()
    _ = await refresh.result
    #expect(bench.kept != before)
    #expect(try await client.profile(bench.endpoint).address == bench.address)
    #expect(bench.count("refresh") == 1)
  }

  // MARK: - What services get wrong

  @Test func aServiceThatTakesUsForAnotherUserIsNotBelieved() async throws {
    let bench = try SessionBench(DevSessionConfiguration(fault: .profile))
    let client = try await bench.signedIn()
    await #expect(throws: SessionError.otherSession) { try await client.profile(bench.endpoint) }
  }

  @Test func aSilentServiceIsNotWaitedForForEver() async throws {
    let bench = try SessionBench()
    bench.script("nonce", .silence)
    await #expect(
      throws: SessionError.timedOut(endpoint: SessionBench.origin, after: .milliseconds(5))
    ) { try await bench.client(timeLimit: .milliseconds(5)).challenge(bench.endpoint) }
  }

  private static let grant =
    #""refreshToken":"r","expiresIn":60,"refreshExpiresIn":60}"#

  @Test(arguments: [
    ("nonce", "", SessionError.malformedAnswer(expected: "a JSON object")),
    ("nonce", "[]", .malformedAnswer(expected: "a JSON object")),
    ("nonce", "{}", .malformedAnswer(expected: #"a string as "domain""#)),
    (
      "nonce", #"{"domain":"a","uri":"a:","chainId":0}"#,
      .malformedAnswer(expected: #"a whole number from 1 as "chainId""#)
    ),
    (
      "nonce",
      #"{"domain":"a","uri":"a:","chainId":1,"nonce":"n","expirationTime":"t","resources":[1]}"#,
      .malformedAnswer(expected: #"strings as "resources""#)
    ),
    ("sign-in", "{}", .malformedAnswer(expected: #"a string as "accessToken""#)),
    // A line end would begin a header of the service's choice.
    (
      "sign-in", #"{"accessToken":"a\r\nHost: b",\#(grant)"#,
      .malformedAnswer(expected: #"a token of RFC 6750 as "accessToken""#)
    ),
    (
      "sign-in", #"{"accessToken":"",\#(grant)"#,
      .malformedAnswer(expected: #"a token of RFC 6750 as "accessToken""#)
    ),
    (
      "sign-in", #"{"accessToken":"\#(String(repeating: "a", count: 4_097))",\#(grant)"#,
      .malformedAnswer(expected: #"a token of RFC 6750 as "accessToken""#)
    ),
    (
      "sign-in", #"{"accessToken":"a","refreshToken":"r","expiresIn":0,"refreshExpiresIn":1}"#,
      .malformedAnswer(expected: #"from 1 to 316224000 seconds as "expiresIn""#)
    ),
    (
      "profile", #"{"address":"0xabc","chainId":1}"#,
      .malformedAnswer(expected: #"an address with its checksum as "address""#)
    ),
  ])
  func anInvalidAnswerIsRejectedWithASentence(
    path: String, body: String, error: SessionError
  ) async throws {
    let bench = try SessionBench()
    let client = try await bench.signedIn()
    let message = try await bench.message(client)
    bench.script(path, .answer(SessionAnswer(body: Array(body.utf8))))
    let kept = bench.kept
    await #expect(throws: error) {
      switch path {
      case "nonce": _ = try await client.challenge(bench.endpoint)
      case "sign-in":
        _ = try await client.signIn(bench.endpoint, message, bench.signature(of: message))
      case _: _ = try await client.profile(bench.endpoint)
      }
    }
    #expect(bench.kept == kept)
  }

  @Test func anAnswerThatIsTooLongIsNotRead() async throws {
    let bench = try SessionBench()
    let body = [UInt8](repeating: UInt8(ascii: " "), count: (64 << 10) + 1)
    bench.script("nonce", .answer(SessionAnswer(body: body)))
    await #expect(throws: SessionError.answerTooLarge(bytesMax: 65_536)) {
      try await bench.client().challenge(bench.endpoint)
    }
  }
}
