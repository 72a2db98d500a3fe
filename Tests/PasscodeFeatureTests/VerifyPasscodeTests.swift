import Foundation
import Headrace
import HeadraceTesting
import PasscodeFeature
import Testing

/// The current passcode: tries, waits, and no tries left.
@Suite struct VerifyPasscodeTests {
  private let passcodes = ScriptedPasscodes()
  private let first = PasscodeHandle(id: 1)

  private func date(in seconds: Double) -> Date {
    ScriptedPasscodes.now.addingTimeInterval(seconds)
  }

  @Test func theRightOneTellsTheParent() async {
    passcodes.stand(.tries(left: 5))
    let store = passcodes.asking(.verify)
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics]) {
      $0.standing = .tries(left: 5)
    }
    #expect(store.state.triesLeft == 5)
    // A passphrase of any length may be the right one: it was chosen by the rules of its time.
    await store.submit(1)
    await store.receive(\.inner.verified) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.verified)
    await store.finish()
    #expect(passcodes.questions == [.standing, .deposit, .check(first)])
  }

  @Test func digitsThatAreMissingCostNoTry() async {
    let store = passcodes.asking(.verify, kind: .pin)
    await store.type(5)
    await store.send(.view(.submitted)) {
      $0.failure = .notDigits(count: 6)
      $0.isFlashing = true
    }
    await store.send(.view(.typed(count: 6))) {
      $0.count = 0
      $0.isWorking = true
      $0.failure = nil
      $0.isFlashing = false
    }
    await store.receive(\.inner.verified) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.verified)
    await store.finish()
    #expect(passcodes.questions == [.deposit, .check(first)])
  }

  @Test func aWrongOneFlashesAndSaysHowManyTriesAreLeft() async {
    passcodes.fail(.wrong(.tries(left: 1)))
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .wrong(.tries(left: 1))
      $0.standing = .tries(left: 1)
      $0.wrongCount = 1
      $0.isFlashing = true
    }
    #expect(store.state.triesLeft == 1)
    #expect(store.state.backedOffUntil == nil)
    await store.endFlash(passcodes.clock)
    await store.finish()
  }

  /// Clearing the entry now might remove the text that is being deposited.
  @Test func digitsTypedDuringVerificationAreKept() async {
    passcodes.answerSlowly()
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.send(.view(.typed(count: 1)))
    await store.send(.view(.submitted))
    await store.send(.view(.kindToggled))
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.verified) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.verified)
    await store.finish()
    #expect(passcodes.questions == [.deposit, .check(first)])
  }

  @Test func oneThatIsTriedCanBeGivenUp() async {
    passcodes.answerSlowly()
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.send(.view(.cancelButtonTapped)) {
      $0.step = .finished
      $0.isWorking = false
    }
    await store.receive(\.delegate.cancelled)
    await store.finish()
  }

  // MARK: - Waiting

  @Test func theWaitIsCountedDownToItsEnd() async {
    let end = date(in: 2.5)
    passcodes.fail(.wrong(.backedOff(until: end)))
    passcodes.stand(.tries(left: 1))
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .wrong(.backedOff(until: end))
      $0.standing = .backedOff(until: end)
      $0.remainingSeconds = 3
      $0.wrongCount = 1
      $0.isFlashing = true
    }
    #expect(store.state.backedOffUntil == end)
    await store.endFlash(passcodes.clock)
    // Nothing is tried in the meantime, whatever is typed.
    await store.send(.view(.typed(count: 1)))
    await store.send(.view(.submitted))
    await store.send(.view(.biometricsButtonTapped))
    await passcodes.clock.advance(by: .milliseconds(399))
    #expect(store.state.remainingSeconds == 3)
    await passcodes.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.secondPassed) { $0.remainingSeconds = 2 }
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.secondPassed) { $0.remainingSeconds = 1 }
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.secondPassed) {
      $0.remainingSeconds = 0
      $0.failure = nil
    }
    await store.receive(\.inner.standing) { $0.standing = .tries(left: 1) }
    // The countdown is over.
    await passcodes.clock.advance(by: .seconds(2))
    await store.submit(8)
    await store.receive(\.inner.verified) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.verified)
    await store.finish()
  }

  /// A restart in the middle of a wait does not shorten it, and the person sees it immediately.
  @Test func aWaitThatBeganEarlierIsSeenFromTheStart() async {
    let end = date(in: 60)
    passcodes.stand(.backedOff(until: end))
    let store = passcodes.asking(.verify)
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics]) {
      $0.standing = .backedOff(until: end)
      $0.remainingSeconds = 60
    }
    #expect(!store.state.isTypable)
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.secondPassed) { $0.remainingSeconds = 59 }
    await store.send(.view(.cancelButtonTapped)) { $0.step = .finished }
    await store.receive(\.delegate.cancelled)
    await store.finish()
  }

  /// The client may use another clock: only it knows when the wait is over.
  @Test func aWaitThatIsNotOverByTheClientsClockStartsOver() async {
    let end = date(in: 1)
    let later = date(in: -5)
    passcodes.fail(.backedOff(until: end))
    passcodes.stand(.backedOff(until: later), .unlimited)
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .backedOff(until: end)
      $0.standing = .backedOff(until: end)
      $0.remainingSeconds = 1
      $0.isFlashing = true
    }
    // It was not checked, so it was not wrong.
    #expect(store.state.wrongCount == 0)
    await store.endFlash(passcodes.clock)
    await passcodes.clock.advance(by: .milliseconds(400))
    await store.receive(\.inner.secondPassed) {
      $0.remainingSeconds = 0
      $0.failure = nil
    }
    // At least a second passes between two questions, even if the moment has passed here.
    await store.receive(\.inner.standing) {
      $0.standing = .backedOff(until: later)
      $0.remainingSeconds = 1
    }
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.secondPassed) { $0.remainingSeconds = 0 }
    await store.receive(\.inner.standing) { $0.standing = .unlimited }
    await store.finish()
  }

  @Test func theSleepOfAMachineCountsAsWaiting() async {
    let end = date(in: 60)
    passcodes.fail(.backedOff(until: end))
    let store = passcodes.asking(.verify)
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .backedOff(until: end)
      $0.standing = .backedOff(until: end)
      $0.remainingSeconds = 60
      $0.isFlashing = true
    }
    await store.endFlash(passcodes.clock)
    store.dependencies.date = .constant(date(in: 50.5))
    await passcodes.clock.advance(by: .milliseconds(400))
    await store.receive(\.inner.secondPassed) { $0.remainingSeconds = 10 }
    store.dependencies.date = .constant(date(in: 61))
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.secondPassed) {
      $0.remainingSeconds = 0
      $0.failure = nil
    }
    await store.receive(\.inner.standing) { $0.standing = .unlimited }
    await store.finish()
  }

  // MARK: - Out of Tries

  @Test(arguments: [1, 3])
  func afterSoManyWrongOnesNoneIsTaken(limit: Int) async {
    let store = passcodes.asking(.verify, rules: PasscodeRules(wrongCountMax: limit))
    for count in 1..<limit {
      passcodes.fail(.wrong(.unlimited))
      await store.submit(8)
      await store.receive(\.inner.failed) {
        $0.isWorking = false
        $0.failure = .wrong(.unlimited)
        $0.wrongCount = count
        $0.isFlashing = true
      }
      await store.endFlash(passcodes.clock)
      #expect(store.state.isTypable)
    }
    passcodes.fail(.wrong(.unlimited))
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .wrong(.unlimited)
      $0.wrongCount = limit
      $0.step = .lockedOut
    }
    await store.receive(\.delegate.lockedOut)
    await store.send(.view(.typed(count: 1)))
    await store.send(.view(.submitted))
    await store.finish()
    #expect(passcodes.questions.filter { $0 == .deposit }.count == limit)
  }

  // MARK: - Biometrics

  @Test func withoutARecognisedUserTheButtonDoesNothing() async {
    let store = passcodes.asking(.verify)
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics])
    await store.send(.view(.biometricsButtonTapped))
    await store.finish()
    #expect(passcodes.questions == [.standing])
  }

  @Test func noUserIsRecognisedUnlessTheAppBringsSomethingThatDoes() async {
    let live = BiometricsClient.liveValue
    #expect(await live.availability() == .unavailable)
    await #expect(throws: BiometricsRefusal.unavailable) { try await live.recognize() }
  }

  @Test(arguments: [Biometrics.fingerprint, .face])
  func aRecognisedUserTypesNothing(kind: Biometrics) async {
    let store = passcodes.asking(.verify, biometrics: passcodes.biometrics(kind))
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics]) {
      $0.biometrics = kind
    }
    await store.type(3)
    await store.send(.view(.biometricsButtonTapped)) {
      $0.count = 0
      $0.isWorking = true
    }
    await store.receive(\.inner.verified) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.verified)
    await store.finish()
    #expect(
      passcodes.questions.sorted(
        like: [.standing, .clear, .recognize, .check(ScriptedPasscodes.recognized)]))
  }

  @Test(arguments: [
    (BiometricsRefusal.cancelled, PasscodeFailure?.none, Biometrics.face),
    (.notRecognized, .biometrics(.notRecognized), .face),
    (.unavailable, .biometrics(.unavailable), .unavailable),
  ])
  func aUserWhoIsNotRecognisedTypesAndLosesNoTry(
    refusal: BiometricsRefusal, failure: PasscodeFailure?, left: Biometrics
  ) async {
    let store = passcodes.asking(
      .verify, biometrics: passcodes.biometrics(.face, refusal: refusal))
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics]) {
      $0.biometrics = .face
    }
    await store.send(.view(.biometricsButtonTapped)) { $0.isWorking = true }
    await store.receive(\.inner.failed, .biometrics(refusal)) {
      $0.isWorking = false
      $0.failure = failure
      $0.isFlashing = failure != nil
      $0.biometrics = left
    }
    #expect(store.state.wrongCount == 0)
    if failure != nil { await store.endFlash(passcodes.clock) }
    await store.finish()
  }
}

extension [ScriptedPasscodes.Question] {
  /// Returns true if these are the others in any order: concurrent effects ask in no order.
  fileprivate func sorted(like others: [ScriptedPasscodes.Question]) -> Bool {
    count == others.count && allSatisfy(others.contains) && others.allSatisfy(contains)
  }
}
