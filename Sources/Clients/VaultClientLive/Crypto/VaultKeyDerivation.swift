import Dispatch
import Synchronization
import VaultClient

/// Derives a vault's key from a passcode and a device key, on a separate thread.
///
/// It takes most of a second of one core, which must block neither the vault's actor nor the
/// cooperative threads. A caller that cancels gets its answer immediately; the key being computed
/// is wiped when it is done.
enum VaultKeyDerivation {
  /// The reason no key was derived.
  enum Failure: Error {
    case cancelled
    case outOfMemory
  }

  /// Derivations cheaper than this report no progress.
  private static let reportedCostMin = 1 << 14

  /// The factor by which the derivation that predicts the time is cheaper.
  private static let rehearsalFactor = 64

  /// Derives the key from a passcode in its normal form, NFKD, because keyboards and systems encode
  /// the same passcode in different bytes.
  ///
  /// - Parameter isAsTyped: True to use the typed bytes, as earlier releases did.
  static func vaultKey(
    passcode: SecretBox, isAsTyped: Bool = false, deviceKey: SecretBox, cost: ScryptCost,
    salt: [UInt8], progress: ProgressBoard, environment: VaultEnvironment
  ) async throws(Failure) -> SecretBox {
    let passcode = isAsTyped ? passcode : VaultCrypto.normalized(passcode)
    let answer = DerivationAnswer()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard answer.wait(continuation) else { return }
        environment.background {
          let ticker = startTicker(cost: cost, progress: progress)
          let key = VaultCrypto.vaultKey(
            passcode: passcode, deviceKey: deviceKey, cost: cost, salt: salt)
          ticker?.cancel()
          answer.resume(key.map(Result.success) ?? .failure(.outOfMemory))
        }
      }
    } onCancel: {
      answer.resume(.failure(.cancelled))
    }
    return try result.get()
  }

  /// Opens something sealed with a passcode: with the key of its normal form, and then with the key
  /// of the typed bytes, which earlier releases used.
  ///
  /// - Returns: The key, and the opened content; nil if the passcode is wrong.
  static func opening<Opened>(
    passcode: SecretBox, deviceKey: SecretBox, cost: ScryptCost, salt: [UInt8],
    progress: ProgressBoard, environment: VaultEnvironment,
    isolation: isolated (any Actor)? = #isolation, open: (SecretBox) -> Opened?
  ) async throws(Failure) -> (key: SecretBox, opened: Opened)? {
    let isNormal = VaultCrypto.areEqual(passcode, VaultCrypto.normalized(passcode))
    for isAsTyped in isNormal ? [true] : [false, true] {
      let key = try await vaultKey(
        passcode: passcode, isAsTyped: isAsTyped, deviceKey: deviceKey, cost: cost, salt: salt,
        progress: progress, environment: environment)
      if let opened = open(key) { return (key, opened) }
    }
    return nil
  }

  /// Reports the estimated progress of a derivation, from the time that a cheaper one took.
  ///
  /// The derivation is a single call that reports nothing until it returns, so this is an estimate;
  /// it stops short of 1.
  private static func startTicker(
    cost: ScryptCost, progress: ProgressBoard
  ) -> (any DispatchSourceTimer)? {
    progress.post(.derivingKey(fraction: 0))
    guard cost.n >= reportedCostMin,
      let rehearsal = ScryptCost(n: cost.n / rehearsalFactor, r: cost.r, p: cost.p)
    else { return nil }
    let clock = ContinuousClock()
    let start = clock.now
    VaultCrypto.spendTime(cost: rehearsal)
    let expected = (clock.now - start) * rehearsalFactor
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now(), repeating: .milliseconds(50))
    timer.setEventHandler {
      progress.post(.derivingKey(fraction: min(0.99, (clock.now - start) / expected)))
    }
    timer.activate()
    return timer
  }
}

/// The only answer of a derivation: from the thread that derives, or from the caller that cancels.
private final class DerivationAnswer: Sendable {
  typealias Answer = Result<SecretBox, VaultKeyDerivation.Failure>

  private enum State {
    /// The caller is not waiting yet, and there is no answer.
    case initial

    /// The caller is waiting.
    case waiting(CheckedContinuation<Answer, Never>)

    /// The call was cancelled before the caller waited.
    case answeredEarly(Answer)

    /// The answer was given; a later one is wiped.
    case answered
  }

  private let state = Mutex(State.initial)

  /// Stores the waiting caller's continuation; returns true if there is anything to wait for.
  func wait(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let early: Answer? = state.withLock { state in
      if case .answeredEarly(let answer) = state {
        state = .answered
        return answer
      }
      state = .waiting(continuation)
      return nil
    }
    guard let early else { return true }
    continuation.resume(returning: early)
    return false
  }

  func resume(_ answer: Answer) {
    let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .initial:
        state = .answeredEarly(answer)
        return nil
      case .waiting(let continuation):
        state = .answered
        return continuation
      case .answeredEarly, .answered:
        return nil
      }
    }
    continuation?.resume(returning: answer)
  }
}
