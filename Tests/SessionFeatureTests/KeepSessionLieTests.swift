import EthereumMessages
import EthereumPrimitives
import Headrace
import HeadraceTesting
import SessionClient
import SessionFeature
import Testing

/// A service's statements are compared with known facts before anything is signed.
@Suite struct KeepSessionLieTests {
  private let bench = KeepSessionBench()

  private static let lies: [(@Sendable (inout SessionChallenge) -> Void, ChallengeRefusal)] = [
    (
      { $0.domain = "bank.example" },
      .otherDomain(expected: "example.com", found: "bank.example")
    ),
    (
      { $0.domain = "example.com@bank.example" },
      .otherDomain(expected: "example.com", found: "example.com@bank.example")
    ),
    (
      { $0.domain = "example.com:8443" },
      .otherDomain(expected: "example.com", found: "example.com:8443")
    ),
    ({ $0.domain = "" }, .otherDomain(expected: "example.com", found: "")),
    (
      { $0.uri = "https://bank.example/login" },
      .otherURI(expected: "https://example.com", found: "https://bank.example/login")
    ),
    (
      { $0.uri = "http://example.com/auth" },
      .otherURI(expected: "https://example.com", found: "http://example.com/auth")
    ),
    ({ $0.chainID = 1 }, .otherChain(expected: 31_337, found: 1)),
    ({ $0.nonce = "1234567" }, .message(.invalid(.nonce))),
    ({ $0.nonce = "1234567\n8" }, .message(.invalid(.nonce))),
    ({ $0.statement = "one\nURI: two" }, .message(.invalid(.statement))),
    ({ $0.resources = ["https://a", "b"] }, .message(.invalid(.resources))),
    ({ $0.requestID = "a b" }, .message(.invalid(.requestID))),
    ({ $0.expirationTime = "tomorrow" }, .message(.invalid(.expirationTime))),
    ({ $0.notBefore = "now" }, .message(.invalid(.notBefore))),
    (
      { $0.expirationTime = "2027-01-15T08:00:00Z" },
      .expired(at: DateTime("2027-01-15T08:00:00Z")!)
    ),
    (
      { $0.notBefore = "2027-01-15T08:00:01Z" },
      .notYetValid(from: DateTime("2027-01-15T08:00:01Z")!)
    ),
    (
      { $0.expirationTime = "2027-01-15T09:00:01Z" },
      .validForTooLong(until: DateTime("2027-01-15T09:00:01Z")!)
    ),
  ]

  @Test(arguments: lies.indices)
  func aServiceThatLiesIsRefusedBeforeAnythingIsSigned(index: Int) async {
    let (lie, refusal) = Self.lies[index]
    bench.change(lie)
    let store = bench.store()
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.receive(\.inner.signInFailed) {
      $0.phase = .signedOut
      $0.failure = .challenge(refusal)
    }
    await store.finish()
    #expect(bench.questions == [.challenge])
  }

  private static let truths: [@Sendable (inout SessionChallenge) -> Void] = [
    { $0.expirationTime = "2027-01-15T08:00:01Z" }, { $0.expirationTime = "2027-01-15T09:00:00Z" },
    { $0.notBefore = "2027-01-15T08:00:00Z" }, { $0.domain = "EXAMPLE.com:443" },
    { $0.uri = "https://example.com:443/other" }, { $0.statement = nil }, { $0.resources = [] },
  ]

  @Test(arguments: truths.indices)
  func theLastThatIsStillTrueIsShown(index: Int) async throws {
    bench.change(Self.truths[index])
    let store = bench.store()
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.skipReceivedActions()
    #expect(store.state.phase.is(\.reviewing))
    await store.finish()
  }

  /// A service that gives one nonce twice can use the first signature again.
  @Test func aNonceIsNotSignedTwice() async {
    let store = bench.store { $0.usedNonce = "32891756" }
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.receive(\.inner.signInFailed) {
      $0.phase = .signedOut
      $0.failure = .challenge(.usedNonce)
    }
    await store.finish()
  }
}
