import SessionClient
import Testing
import VaultClient

@Suite struct SessionErrorTests {
  private struct Surprise: Error {}

  @Test func everyErrorIsOne() {
    #expect(SessionError.from(SessionError.signedOut) == .signedOut)
    #expect(SessionError.from(SessionKeepingRefusal.locked) == .keeping(.locked))
    #expect(SessionError.from(CancellationError()) == .cancelled)
    guard case .unexpected(let type) = SessionError.from(Surprise()) else {
      Issue.record("another error")
      return
    }
    #expect(type.hasSuffix("Surprise"))
  }

  @Test(arguments: [
    (SessionError.unreachable(endpoint: "", reason: ""), true),
    (.connectionLost(endpoint: "", reason: ""), true),
    (.timedOut(endpoint: "", after: .seconds(1)), true), (.busy, true), (.httpStatus(408), true),
    (.httpStatus(429), true), (.httpStatus(500), true), (.httpStatus(599), true),
    (.httpStatus(404), false), (.httpStatus(600), false), (.keeping(.storage(.busy)), true),
    (.keeping(.locked), false), (.unauthorized, false), (.sessionEnded, false),
    (.signedOut, false), (.otherSession, false), (.refused(reason: ""), false),
    (.answerTooLarge(bytesMax: 1), false), (.malformedAnswer(expected: ""), false),
    (.cancelled, false), (.unexpected(errorType: ""), false),
  ])
  func temporaryErrorsAreRetryable(error: SessionError, isRetryable: Bool) {
    #expect(error.isRetryable == isRetryable)
  }
}
