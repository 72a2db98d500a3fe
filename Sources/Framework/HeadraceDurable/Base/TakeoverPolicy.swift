public import Headrace

/// The treatment of an effect that was interrupted before its end.
///
/// An effect is interrupted if its program ends, or another worker takes its entity over.
public enum TakeoverPolicy: String, Hashable, Sendable {
  /// The effect starts again, with the same `effectKey`.
  ///
  /// It may do its work a second time; actions that it has already sent are not reduced again.
  case restart
  /// The effect waits for a decision: see ``DurableRuntime/decide(_:effect:_:)``.
  case ask
  /// The effect is not run again. Its `catch:` is called with ``EffectInterrupted``.
  ///
  /// As many actions of the `catch:` as the effect had already sent are dropped, because the effect
  /// may have done everything but end. So let such an effect send one action, its result.
  case fail
}

/// The error that an interrupted effect's `catch:` receives with ``TakeoverPolicy/fail``.
public struct EffectInterrupted: Error, Hashable, Sendable {
  /// The key of the effect, which is the same as before the interruption.
  public let key: String
}

extension Effect {
  /// Sets the treatment of the effect after an interruption by the end of its program.
  ///
  /// Without it, the effect restarts.
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
  /// In a store that is not durable, this has no effect.
  public func onTakeover(_ policy: TakeoverPolicy) -> Self { marked(policy) }
}

// MARK: - Idempotency Keys

extension DependencyValues {
  /// The idempotency key of the running effect.
  ///
  /// The key is the same each time that the effect is started again, and differs from those of all
  /// other effects. Give it to services that process requests with the same key once.
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

/// The effect of an entity whose work the current task does.
final class RunningEffect: Sendable {
  @TaskLocal static var current: RunningEffect?

  let key: String
  /// Begins a sleep of a length until a time in seconds since 1970.
  let beginSleep: @Sendable (_ length: Duration, _ end: Double) async throws -> EffectSleep
  let endSleep: @Sendable (EffectSleep) async -> Void

  init(
    key: String,
    beginSleep: @escaping @Sendable (_ length: Duration, _ end: Double) async throws -> EffectSleep,
    endSleep: @escaping @Sendable (EffectSleep) async -> Void
  ) {
    (self.key, self.beginSleep, self.endSleep) = (key, beginSleep, endSleep)
  }
}
