/// The effect that a task works for.
///
/// It is a task-local value, so the tasks that an effect starts have it, too.
@usableFromInline
enum EffectTask {
  /// The number of the effect that the current task works for: that of the effect itself, or a task
  /// that it has started. Such a task must not wait for the end of the effect.
  @TaskLocal static var current: UInt64?

  /// Runs code that is not part of the effect, such as observers, in the effect's task. Tasks that
  /// are started there may wait for the effect.
  @usableFromInline
  static func leave(_ body: () -> Void) {
    if current == nil { body() } else { $current.withValue(nil, operation: body) }
  }
}
