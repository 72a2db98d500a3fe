import Dispatch
import Synchronization
import VaultClient

/// Makes a vault's key from a passcode and a device key, on a thread of its own.
///
/// It takes most of a second of one core: neither the vault's actor nor the cooperative threads
/// must stand still for that. A caller that cancels is answered at once; what is being computed is
/// wiped when it is done.
enum VaultKeyDerivation {
  /// Why there is no key.
  enum Failure: Error {
    case cancelled
    case outOfMemory
  }

  /// Derivations cheaper than this say nothing on the way.
  private static let reportedCostMin = 1 << 14

  /// How much cheaper the derivation is whose time foretells that of the whole.
  private static let rehearsalFactor = 64

  /// Derives the key from a passcode in its normal form, NFKD, because keyboards and systems encode
  /// the same passcode in different bytes.
  ///
  /// - Parameter isAsTyped: Whether to use the bytes as they were typed, as earlier releases did.
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

  /// Opens something that was sealed with a passcode: with the key of its normal form, and then
  /// with that of the bytes as typed, which earlier releases used.
  ///
  /// - Returns: The key, and what it opened; nil if the passcode is wrong.
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

  /// Reports how far a derivation should have come, by the time that a cheaper one took.
  ///
  /// The derivation itself is one call that says nothing on the way, so this is an estimate; it
  /// stops short of 1.
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

/// The one answer of a derivation: from the thread that derives, or from the caller that cancels.
private final class DerivationAnswer: Sendable {
  typealias Answer = Result<SecretBox, VaultKeyDerivation.Failure>

  private enum State {
    /// The caller does not wait yet, and there is no answer.
    case initial

    /// The caller waits.
    case waiting(CheckedContinuation<Answer, Never>)

    /// Cancelled before the caller waited.
    case answeredEarly(Answer)

    /// Answered; what comes later is wiped.
    case answered
  }

  private let state = Mutex(State.initial)

  /// Keeps the caller waiting; answers whether there is anything to wait for.
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
