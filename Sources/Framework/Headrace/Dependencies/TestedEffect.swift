/// The effect that a task works for, and the executor that a test store runs it on.
///
/// Only effects that run on a test store's task executor have one.
package struct TestedEffect: Sendable {
  package let id: EffectID
  /// The author's name for the effect.
  package let name: String?
  package let executor: any TaskExecutor
  /// The author's line that created the effect.
  package let site: CallSite
}

extension DependencyValues {
  /// The effect that the current task works for, in a test store.
  package var testedEffect: TestedEffect? {
    get { self[TestedEffectKey.self] }
    set { self[TestedEffectKey.self] = newValue }
  }
}

private enum TestedEffectKey: DependencyKey {
  static var liveValue: TestedEffect? { nil }
  static var testValue: TestedEffect? { nil }
}
