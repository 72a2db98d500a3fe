import Foundation
import Headrace
import HeadraceTesting
import PasscodeFeature
import Testing

/// Changing the passcode, which requires the old one.
@Suite struct ChangePasscodeTests {
  private let passcodes = ScriptedPasscodes()
  private let leave = PasscodeLeave(id: 1)
  private let first = PasscodeHandle(id: 1)
  private let second = PasscodeHandle(id: 2)
  private let third = PasscodeHandle(id: 3)

  /// Returns a flow whose old passcode was right.
  private func allowed(_ rules: PasscodeRules = PasscodeRules()) async
    -> TestStoreOf<EnterPasscode>
  {
    let store = passcodes.asking(.change, rules: rules)
    await store.submit(8)
    await store.receive(\.inner.leaveGiven, leave) {
      $0.isWorking = false
      $0.step = .choosing(leave)
    }
    return store
  }

  private func choose(_ store: TestStoreOf<EnterPasscode>) async {
    await store.submit(9)
    await store.receive(\.inner.chosen, second) {
      $0.isWorking = false
      $0.step = .repeating(leave, second)
    }
  }

  @Test func theOldOneAllowsANewOneThatIsTypedTwice() async {
    let store = await allowed()
    await choose(store)
    await store.submit(9)
    await store.receive(\.inner.set) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.changed, .phrase)
    await store.finish()
    #expect(
      passcodes.questions == [
        .deposit, .authorizeChange(first), .deposit, .judge(.phrase, second), .deposit,
        .change(leave, .phrase, second, third),
      ])
  }

  @Test func aPassphraseBecomesSixDigits() async {
    let store = await allowed()
    await store.send(.view(.kindToggled)) { $0.kind = .pin }
    await store.send(.view(.typed(count: 6))) { $0.isWorking = true }
    await store.receive(\.inner.chosen, second) {
      $0.isWorking = false
      $0.step = .repeating(leave, second)
    }
    await store.send(.view(.typed(count: 6))) { $0.isWorking = true }
    await store.receive(\.inner.set) {
      $0.isWorking = false
      $0.step = .finished
    }
    await store.receive(\.delegate.changed, .pin)
    await store.finish()
  }

  @Test func aWrongOldOneAllowsNothing() async {
    passcodes.fail(.wrong(.tries(left: 4)))
    let store = passcodes.asking(.change, rules: PasscodeRules(wrongCountMax: 2))
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .wrong(.tries(left: 4))
      $0.standing = .tries(left: 4)
      $0.wrongCount = 1
      $0.isFlashing = true
    }
    #expect(store.state.step == .verifying)
    await store.endFlash(passcodes.clock)
    passcodes.fail(.wrong(.tries(left: 3)))
    await store.submit(8)
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .wrong(.tries(left: 3))
      $0.wrongCount = 2
      $0.step = .lockedOut
    }
    await store.receive(\.delegate.lockedOut)
    await store.finish()
  }

  @Test func twoThatDifferAreChosenAgainWithTheSamePermission() async {
    let store = await allowed()
    await choose(store)
    passcodes.fail(.mismatch)
    await store.submit(8)
    await store.receive(\.inner.failed, .mismatch) {
      $0.isWorking = false
      $0.failure = .mismatch
      $0.isFlashing = true
      $0.step = .choosing(leave)
    }
    await store.endFlash(passcodes.clock)
    await store.finish()
  }

  @Test(arguments: [
    PasscodeFailure.leaveGone, .interrupted, .trouble(PasscodeTrouble(Trouble.disk)),
  ])
  func withoutLeaveTheOldOneIsAskedAgain(failure: PasscodeFailure) async {
    let store = await allowed()
    await choose(store)
    passcodes.fail(failure)
    await store.submit(9)
    await store.receive(\.inner.failed, failure) {
      $0.isWorking = false
      $0.failure = failure
      $0.isFlashing = true
      $0.step = .verifying
    }
    await store.endFlash(passcodes.clock)
    await store.submit(8)
    await store.receive(\.inner.leaveGiven) {
      $0.isWorking = false
      $0.step = .choosing(PasscodeLeave(id: 2))
    }
    await store.finish()
  }

  @Test func aRecognisedUserChangesItToo() async {
    let store = passcodes.asking(.change, biometrics: passcodes.biometrics(.face))
    await store.send(.view(.appeared))
    await store.receive(unordered: [\.inner.standing, \.inner.biometrics]) {
      $0.biometrics = .face
    }
    await store.send(.view(.biometricsButtonTapped)) { $0.isWorking = true }
    await store.receive(\.inner.leaveGiven) {
      $0.isWorking = false
      $0.step = .choosing(leave)
    }
    // A new passcode can't come from biometrics.
    await store.send(.view(.biometricsButtonTapped))
    await store.finish()
    #expect(passcodes.questions.contains(.authorizeChange(ScriptedPasscodes.recognized)))
  }

  // MARK: - Values

  @Test func troublesAreComparedByWhatTheyWrap() {
    #expect(PasscodeTrouble(Trouble.disk) == PasscodeTrouble(Trouble.disk))
    #expect(PasscodeTrouble(Trouble.disk) != PasscodeTrouble(Trouble.memory))
    #expect(PasscodeTrouble(Trouble.disk) != PasscodeTrouble(PasscodeFailure.gone))
  }

  @Test func errorsAreClassified() {
    #expect(PasscodeFailure(PasscodeFailure.mismatch) == .mismatch)
    #expect(PasscodeFailure(BiometricsRefusal.notRecognized) == .biometrics(.notRecognized))
    #expect(PasscodeFailure(CancellationError()) == .interrupted)
  }

  @Test func aHandleSaysItsNumberAlone() {
    var text = ""
    dump(PasscodeHandle(id: 7, lease: "secret"), to: &text)
    #expect(text.contains("7"))
    #expect(!text.contains("secret"))
    #expect(PasscodeHandle(id: 7, lease: "secret") == PasscodeHandle(id: 7))
  }

  @Test func aKindThatTheRulesDoNotHaveIsNotProposed() {
    let rules = PasscodeRules(kinds: [.pin])
    #expect(EnterPasscode.State(.verify, rules: rules, kind: .phrase).kind == .pin)
    #expect(EnterPasscode.State(.verify, kind: .pin).kind == .pin)
    #expect(EnterPasscode.State(.verify).kind == .phrase)
  }
}
