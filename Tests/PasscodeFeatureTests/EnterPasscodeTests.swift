import Headrace
import HeadraceTesting
import PasscodeFeature
import Testing

/// A new passcode, and the input of any passcode.
@Suite("EnterPasscode")
struct EnterPasscodeTests {
  private let passcodes = ScriptedPasscodes()
  private let first = PasscodeHandle(id: 1)
  private let second = PasscodeHandle(id: 2)

  @Test func aNewPasscodeIsTypedTwiceAndSet() async {
    let store = passcodes.asking(.create)
    // There is no passcode yet, so neither tries nor biometrics are requested.
    await store.send(.view(.appeared))
    await store.submit(8)
    await store.receive(\.inner.chosen, first) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    await store.submit(8)
    await store.receive(\.inner.set) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.created, .phrase)
    await store.finish()
    #expect(
      passcodes.questions == [
        .deposit, .judge(.phrase, first), .deposit, .set(.phrase, first, second),
      ])
  }

  @Test func theLastOfSixDigitsSubmitsThem() async {
    let store = passcodes.asking(.create, kind: .pin)
    for count in 1...5 { await store.type(count) }
    await store.send(.view(.typed(count: 6))) {
      $0.isWorking = true; $0.count = 0
    }
    await store.receive(\.inner.chosen, first) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    await store.send(.view(.typed(count: 6))) {
      $0.isWorking = true; $0.count = 0
    }
    await store.receive(\.inner.set) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.created, .pin)
    await store.finish()
  }

  @Test func aDigitIsDeletedAndTypedAgain() async {
    let store = passcodes.asking(.create, kind: .pin)
    await store.type(5)
    await store.type(4)
    await store.type(0)
    await store.type(5)
    await store.finish()
    #expect(passcodes.questions == [])
  }

  @Test(arguments: [
    (PasscodeKind.phrase, 7, PasscodeFailure.tooShort(minimum: 8)),
    (.phrase, 1, .tooShort(minimum: 8)), (.pin, 5, .notDigits(count: 6)),
    (.pin, 7, .notDigits(count: 6)), (.digits(count: 4), 3, .notDigits(count: 4)),
    (.passphrase(minimumCount: 12), 11, .tooShort(minimum: 12)),
  ])
  func onTheWrongSideOfTheLengthNothingIsDeposited(
    kind: PasscodeKind, count: Int, failure: PasscodeFailure
  ) async {
    let rules = PasscodeRules(kinds: [kind])
    let store = passcodes.asking(.create, rules: rules)
    await store.type(count)
    await store.send(.view(.submitted)) {
      $0.failure = failure
      $0.isFlashing = true
    }
    // The input stays, so that the rest can be typed.
    #expect(store.state.count == count)
    await store.endFlash(passcodes.clock)
    await store.finish()
    #expect(passcodes.questions == [])
  }

  @Test(arguments: [
    PasscodeKind.phrase, .passphrase(minimumCount: 12), .pin, .digits(count: 4),
  ])
  func onTheRightSideOfTheLengthItIsJudged(kind: PasscodeKind) async {
    let store = passcodes.asking(.create, rules: PasscodeRules(kinds: [kind]))
    switch kind {
    case .passphrase(let minimum): await store.submit(minimum)
    case .digits(let count):
      await store.send(.view(.typed(count: count))) { $0.isWorking = true }
    }
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    await store.finish()
    #expect(passcodes.questions == [.deposit, .judge(kind, first)])
  }

  @Test func twoThatDifferFlashAndStartOver() async {
    let store = passcodes.asking(.create)
    await store.submit(8)
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    passcodes.fail(.mismatch)
    await store.submit(9)
    await store.receive(\.inner.failed, .mismatch) {
      $0.isWorking = false
      $0.step = .choosing(nil)
      $0.failure = .mismatch
      $0.isFlashing = true
    }
    await passcodes.clock.advance(by: EnterPasscode.flashInterval - .milliseconds(1))
    #expect(store.state.isFlashing)
    await passcodes.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.flashEnded) { $0.isFlashing = false }
    await store.submit(8)
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, PasscodeHandle(id: 3))
    }
    await store.finish()
  }

  @Test func typingEndsTheFlash() async {
    let store = passcodes.asking(.create)
    await store.type(1)
    await store.send(.view(.submitted)) {
      $0.failure = .tooShort(minimum: 8)
      $0.isFlashing = true
    }
    await store.send(.view(.typed(count: 2))) {
      $0.count = 2
      $0.isFlashing = false
    }
    // Nothing of the flash is in flight.
    await passcodes.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test(arguments: [
    PasscodeFailure.notText, .tooLong(maximumByteCount: 1_024), .gone, .interrupted,
    .trouble(PasscodeTrouble(Trouble.disk)),
  ])
  func aChosenOneThatTheClientRefusesIsForgotten(failure: PasscodeFailure) async {
    passcodes.fail(failure)
    let store = passcodes.asking(.create)
    await store.submit(8)
    await store.receive(\.inner.failed, failure) {
      $0.isWorking = false
      $0.failure = failure
      $0.isFlashing = true
    }
    await store.endFlash(passcodes.clock)
    await store.finish()
    #expect(passcodes.questions == [.deposit, .judge(.phrase, first), .discard(first)])
  }

  @Test func anotherKindStartsOverAndForgetsTheFirst() async {
    let store = passcodes.asking(.create)
    await store.submit(8)
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    await store.type(3)
    await store.send(.view(.kindToggled)) {
      $0.kind = .pin
      $0.count = 0
      $0.step = .choosing(nil)
    }
    await store.send(.view(.kindToggled)) { $0.kind = .phrase }
    await store.finish()
    #expect(passcodes.questions.suffix(3).contains(.discard(first)))
    #expect(passcodes.questions.filter { $0 == .clear }.count == 2)
  }

  @Test func whereThereIsOneKindThereIsNoOther() async {
    let store = passcodes.asking(.create, rules: PasscodeRules(kinds: [.pin]))
    await store.type(3)
    await store.send(.view(.kindToggled))
    await store.finish()
  }

  /// Return on an empty entry got no answer.
  @Test func anEmptyEntryIsRefusedAndNotSubmitted() async {
    let expected: [(EnterPasscode.Mode, PasscodeFailure)] = [
      (.create, .tooShort(minimum: 8)), (.verify, .empty), (.change, .empty),
    ]
    for (mode, failure) in expected {
      let store = passcodes.asking(mode)
      await store.send(.view(.submitted)) {
        $0.failure = failure
        $0.isFlashing = true
      }
      #expect(store.state.wrongCount == 0)
      await store.endFlash(passcodes.clock)
      await store.finish()
    }
    #expect(passcodes.questions == [])
  }

  @Test func givingUpForgetsWhatWasTyped() async {
    let store = passcodes.asking(.create)
    await store.submit(8)
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    await store.type(3)
    await store.send(.view(.cancelButtonTapped)) {
      $0.step = .finished
      $0.count = 0
    }
    await store.receive(\.delegate.cancelled)
    // Once is enough; later input has no effect.
    await store.send(.view(.cancelButtonTapped))
    await store.send(.view(.typed(count: 1)))
    await store.send(.view(.submitted))
    await store.finish()
    #expect(
      passcodes.questions == [
        .deposit, .judge(.phrase, first), .clear, .discard(first), .clear,
      ])
  }

  @Test func settingAPasscodeCannotBeAbandoned() async {
    let store = passcodes.asking(.create)
    await store.submit(8)
    await store.receive(\.inner.chosen) {
      $0.isWorking = false
      $0.step = .repeating(nil, first)
    }
    passcodes.answerSlowly()
    await store.submit(8)
    await store.send(.view(.cancelButtonTapped))
    await passcodes.clock.advance(by: .seconds(1))
    await store.receive(\.inner.set) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.created)
    await store.finish()
  }
}

/// An error of an app's client.
enum Trouble: Error, Equatable {
  case disk
  case memory
}
