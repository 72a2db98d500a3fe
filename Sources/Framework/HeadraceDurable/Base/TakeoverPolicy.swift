public import Headrace

/// What happens to an effect that was interrupted: its program has ended, or another worker has
/// taken its entity over, before the effect had ended.
public enum TakeoverPolicy: String, Hashable, Sendable {
  /// The effect starts again, with the same `effectKey`. It can do its work a second time; actions
  /// that it had sent already are not reduced again.
  case restart
  /// The effect waits until somebody decides: see ``DurableRuntime/decide(_:effect:_:)``.
  case ask
  /// The effect is not run again. Its `catch:` is called with ``EffectInterrupted``. As many of its
  /// actions as the effect had sent before are dropped, because it may have been over but for its
  /// end. So let such an effect send one action, its answer.
  case fail
}

/// The error that the `catch:` of an effect gets that was interrupted, if its ``TakeoverPolicy`` is
/// ``TakeoverPolicy/fail``.
public struct EffectInterrupted: Error, Hashable, Sendable {
  /// The key of the effect, which it had before too.
  public let key: String
}

extension Effect {
  /// Says what becomes of the effect when it was interrupted by the end of its program; without
  /// it, it restarts.
  ///
  /// ```swift
  /// case .payTapped:
  ///   return .run { [amount = state.amount] send in
  ///     await send(.paid(try await bank.pay(amount, key: effectKey)))
  ///   } catch: { error, send in
  ///     await send(.payFailed(error is EffectInterrupted))
  ///   }
  ///   .onTakeover(.fail)
  /// ```
  ///
  /// In a store that is not durable it changes nothing.
  public func onTakeover(_ policy: TakeoverPolicy) -> Self { marked(policy) }
}

// MARK: - Idempotency Keys

extension DependencyValues {
  /// The idempotency key of the running effect: a text that is the same each time when the effect
  /// is started again, and another one for each other effect. Give it to services that do a
  /// request with the same key once.
  ///
  /// In an effect that no ``DurableRuntime`` runs, it is the text `not durable`.
  public var effectKey: String {
    get { RunningEffect.current?.key ?? self[EffectKeyKey.self] }
    set { self[EffectKeyKey.self] = newValue }
  }

  /// The name of the entity that runs the feature; `nil` without a ``DurableRuntime``.
  public var entityID: EntityID? {
    get { self[EntityIDKey.self] }
    set { self[EntityIDKey.self] = newValue }
  }
}

private enum EffectKeyKey: DependencyKey {
  static let liveValue = "not durable"
  static let testValue = "not durable"
}

private enum EntityIDKey: DependencyKey {
  static let liveValue: EntityID? = nil
  static let testValue: EntityID? = nil
}

/// The effect of an entity that the current task does the work of.
final class RunningEffect: Sendable {
  @TaskLocal static var current: RunningEffect?

  let key: String
  private let timers = LockIsolated(0)
  /// Begins a timer, and returns when it is due, in seconds since 1970.
  private let begin: @Sendable (_ timer: Int, _ due: Double) async throws -> Double
  private let end: @Sendable (_ timer: Int) async -> Void

  init(
    key: String, begin: @escaping @Sendable (_ timer: Int, _ due: Double) async throws -> Double,
    end: @escaping @Sendable (_ timer: Int) async -> Void
  ) {
    (self.key, self.begin, self.end) = (key, begin, end)
  }

  /// Runs a sleep as a timer that survives the program.
  func withTimer(due: Double, sleep: (_ due: Double) async throws -> Void) async throws {
    let number = timers.withValue { timers in
      timers += 1
      return timers
    }
    let due = try await begin(number, due)
    do {
      try await sleep(due)
    } catch {
      await end(number)
      throw error
    }
    await end(number)
  }
}
