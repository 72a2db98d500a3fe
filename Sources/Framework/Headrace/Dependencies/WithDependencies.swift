/// Runs code with other dependency values.
///
/// Only this code, the functions that it calls and the tasks that it starts see the changed values.
/// Inside a reducer they take precedence over the store's, and the effects that are created there
/// run with them.
///
/// - Parameters:
///   - update: Changes a copy of the current values.
///   - operation: The code to run.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let outer = DependencyValues.current
  var values = outer
  try values.update(update)
  if DependencyValues.isInFrame, values.storage !== outer.storage {
    let storage = values.storage
    values.storage = DependencyStorage(
      overrides: storage.overrides, context: storage.context, isForPartOfRun: true,
      defaults: storage.defaults)
  }
  return try values.yield(operation)
}

/// Runs asynchronous code with other dependency values, on the caller's actor.
///
/// - Parameters:
///   - update: Changes a copy of the current values.
///   - operation: The code to run.
/// - Returns: The result of `operation`.
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  var values = DependencyValues.current
  try values.update(update)
  return try await values.yield(operation)
}

/// Passes the current dependency values to code that runs later, outside of tasks: callbacks,
/// delegates, queues.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async { dependencies.yield { model.refresh() } }
/// }
/// ```
///
/// - Parameter operation: Called immediately, with a continuation that can be kept.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.current)
}

/// Passes the current dependency values to code that runs later, from asynchronous code.
///
/// - Parameter operation: Called immediately, with a continuation that can be kept.
/// - Returns: The result of `operation`.
nonisolated(nonsending)
  public func withEscapedDependencies<Result>(
    _ operation: nonisolated(nonsending) (DependencyValues.Continuation) async throws -> Result
  ) async rethrows -> Result
{
  try await operation(DependencyValues.current)
}

extension DependencyValues {
  /// The dependency values for code that runs later, captured where it was created.
  public typealias Continuation = DependencyValues

  /// Runs synchronous code, and the tasks that it starts, with these values instead of the current
  /// ones.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let values = TaskValues(dependencies: storage, effect: TaskValues.current.effect)
    return try TaskValues.$current.withValue(values) {
      guard Self.isInFrame else { return try operation() }
      // A frame takes precedence over the task's values, so these values need a frame as well.
      return try Self.withFrame(self) { try operation() }
    }
  }

  /// Runs asynchronous code with these values, on the caller's actor.
  nonisolated(nonsending)
    public func yield<Result>(
      _ operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    // No frame is pushed: frames are for synchronous code. If there is a frame, the task began
    // inside it: a task that starts immediately runs inside the frame of the code that starts it,
    // until its first suspension. Then the frame's own code continues. These values take precedence
    // over that frame; on another thread there is nothing to undo.
    let task = ThreadLocalPointer.taskDependencies
    let outer = task.value
    if Self.isInFrame { task.set(storage) }
    defer { if task.leads(to: storage) { task.value = outer } }
    let values = TaskValues(dependencies: storage, effect: TaskValues.current.effect)
    return try await TaskValues.$current.withValue(values, operation: operation)
  }
}
