import Foundation
import Headrace
import HeadraceTesting
import PasscodeFeature
import Synchronization

/// An app's passcode that records its questions, and gives scripted answers.
final class ScriptedPasscodes: Sendable {
  /// A question, with every handle.
  enum Question: Equatable, Sendable {
    case deposit
    case clear
    case discard(PasscodeHandle)
    case standing
    case check(PasscodeHandle)
    case authorizeChange(PasscodeHandle)
    case judge(PasscodeKind, PasscodeHandle)
    case set(PasscodeKind, PasscodeHandle, PasscodeHandle)
    case change(PasscodeLeave, PasscodeKind, PasscodeHandle, PasscodeHandle)
    case recognize
  }

  private struct Script {
    var questions: [Question] = []
    var failures: [PasscodeFailure] = []
    var standings: [PasscodeStanding] = []
    var depositCount: UInt64 = 0
    var leaveCount: UInt64 = 0
    var delay: Duration?
  }

  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  /// The handle of the passcode that a machine deposits when it recognises the person.
  static let recognized = PasscodeHandle(id: 100)

  let clock = TestClock()
  private let script = Mutex(Script())

  /// All questions, oldest first.
  var questions: [Question] { script.withLock(\.questions) }

  /// Makes the next questions that can fail do so, one after the other.
  func fail(_ failures: PasscodeFailure...) {
    script.withLock { $0.failures += failures }
  }

  /// Sets the next answers about the standing, in order; unlimited when they are used up.
  func stand(_ standings: PasscodeStanding...) {
    script.withLock { $0.standings += standings }
  }

  /// Delays every question that can fail by a second from now on.
  func answerSlowly() {
    script.withLock { $0.delay = .seconds(1) }
  }

  private func note(_ question: Question) {
    script.withLock { $0.questions.append(question) }
  }

  private func answer(_ question: Question) async throws(PasscodeFailure) {
    note(question)
    let (failure, delay) = script.withLock { script -> (PasscodeFailure?, Duration?) in
      (script.failures.isEmpty ? nil : script.failures.removeFirst(), script.delay)
    }
    if let delay { try? await clock.sleep(for: delay) }
    if let failure { throw failure }
  }

  /// A client with everything that the feature may ask.
  var client: PasscodeClient {
    PasscodeClient(
      deposit: {
        self.note(.deposit)
        return PasscodeHandle(
          id: self.script.withLock {
            $0.depositCount += 1
            return $0.depositCount
          })
      },
      clear: { self.note(.clear) },
      discard: { self.note(.discard($0)) },
      standing: {
        self.note(.standing)
        return self.script.withLock {
          $0.standings.isEmpty ? .unlimited : $0.standings.removeFirst()
        }
      },
      check: { passcode throws(PasscodeFailure) in try await self.answer(.check(passcode)) },
      authorizeChange: { passcode throws(PasscodeFailure) in
        try await self.answer(.authorizeChange(passcode))
        return PasscodeLeave(
          id: self.script.withLock {
            $0.leaveCount += 1
            return $0.leaveCount
          })
      },
      judge: { kind, passcode throws(PasscodeFailure) in
        try await self.answer(.judge(kind, passcode))
      },
      set: { kind, new, confirmation throws(PasscodeFailure) in
        try await self.answer(.set(kind, new, confirmation))
      },
      change: { leave, kind, new, confirmation throws(PasscodeFailure) in
        try await self.answer(.change(leave, kind, new, confirmation))
      })
  }

  /// Returns a machine that recognises the person, or refuses to.
  func biometrics(_ kind: Biometrics, refusal: BiometricsRefusal? = nil) -> BiometricsClient {
    BiometricsClient(
      availability: { kind },
      recognize: { () throws(BiometricsRefusal) in
        self.note(.recognize)
        if let refusal { throw refusal }
        return Self.recognized
      })
  }

  /// Returns a store of the feature.
  func asking(
    _ mode: EnterPasscode.Mode, rules: PasscodeRules = PasscodeRules(), kind: PasscodeKind? = nil,
    biometrics: BiometricsClient = .unavailable
  ) -> TestStoreOf<EnterPasscode> {
    TestStore(initialState: EnterPasscode.State(mode, rules: rules, kind: kind)) {
      EnterPasscode()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Self.now)
      $0.passcodes = client
      $0.biometrics = biometrics
    }
  }
}

extension PasscodeKind {
  static let phrase = PasscodeKind.passphrase(minimumCount: 8)
  static let pin = PasscodeKind.digits(count: 6)
}

extension TestStoreOf<EnterPasscode> {
  /// Types `count` characters into an entry that takes any number of them.
  func type(_ count: Int) async {
    await send(.view(.typed(count: count))) { $0.count = count }
  }

  /// Types something and submits it, until the client's question.
  func submit(_ count: Int) async {
    await type(count)
    await send(.view(.submitted)) {
      $0.count = 0
      $0.isWorking = true
      $0.failure = nil
    }
  }

  /// Lets the flash of a refusal end.
  func endFlash(_ clock: TestClock<Duration>) async {
    await clock.advance(by: EnterPasscode.flashInterval)
    await receive(\.inner.flashEnded) { $0.isFlashing = false }
  }
}
