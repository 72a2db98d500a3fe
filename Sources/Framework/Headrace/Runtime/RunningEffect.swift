/// The effect that a task works for, and the executor that a test store runs it on.
///
/// Only effects that run on a test store's task executor have one.
package struct RunningEffect: Sendable {
  package let id: EffectID
  package let executor: any TaskExecutor

  package init(id: EffectID, executor: any TaskExecutor) {
    self.id = id
    self.executor = executor
  }
}

extension DependencyValues {
  /// The effect that the current task works for, in a test store.
  package var runningEffect: RunningEffect? {
    get { self[RunningEffectKey.self] }
    set { self[RunningEffectKey.self] = newValue }
  }
}

private enum RunningEffectKey: DependencyKey {
  static var liveValue: RunningEffect? { nil }
  static var testValue: RunningEffect? { nil }
}
