/// The values that a task inherits from the code that started it, in a single task-local value.
///
/// Each task-local value is copied for each task.
@usableFromInline
struct TaskValues: Sendable {
  @TaskLocal static var current = TaskValues()

  var dependencies: DependencyStorage?
  /// The effect that the task works for, an ``EffectTask``.
  var effect: (any Actor)?

  /// Runs code that is not part of the effect, such as observers, in the effect's task.
  ///
  /// Tasks that are started there may wait for the effect.
  @usableFromInline
  static func leavingEffect(_ body: () -> Void) {
    guard current.effect != nil else { return body() }
    $current.withValue(Self(dependencies: current.dependencies), operation: body)
  }
}
