/// The dependency values that synchronous code finds on its thread.
///
/// A store pushes its values around a drain, and a `.dependency` node pushes its values around its
/// subtree. A frame is pushed only around synchronous code and popped before that code returns;
/// ``DependencyValues/withFrame(_:_:)`` does so.
@usableFromInline
enum DependencyFrame {
  /// The innermost frame of the thread.
  @inlinable static var pointer: ThreadLocalPointer { .dependencies }

  /// The values that an asynchronous `withDependencies` has given to a task inside the innermost
  /// frame. Only compared, never dereferenced: the task may have continued on another thread.
  @inlinable static var taskPointer: ThreadLocalPointer { .taskDependencies }

  /// The storage of the innermost frame; `nil` if the running task has its own values within it.
  static var storage: DependencyStorage? {
    if taskPointer.value != nil, taskPointer.leads(to: DependencyValues.taskStorage) { return nil }
    return pointer.object(as: DependencyStorage.self)
  }

  static var isActive: Bool { pointer.value != nil }

  /// The storage of the innermost frame, if it is for a part of a reducer's run alone.
  @usableFromInline
  static var storageForPartOfRun: DependencyStorage? {
    guard let storage, storage.isForPartOfRun else { return nil }
    return storage
  }
}

extension DependencyValues {
  /// Runs synchronous code that finds these values.
  ///
  /// The code sees them before those of the task that runs it; other threads, and code that runs
  /// later, do not. Tasks started inside do not see them either; pass them the values with
  /// ``givenToTasks(_:)``.
  ///
  /// - Parameters:
  ///   - values: The values; this call keeps them alive.
  ///   - body: The code to run.
  @inlinable
  package static func withFrame<Result: ~Copyable, Failure: Error>(
    _ values: DependencyValues, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (frame, task) = (DependencyFrame.pointer, DependencyFrame.taskPointer)
    let outer = (frame.value, task.value)
    frame.set(values.storage)
    task.value = nil
    defer {
      (frame.value, task.value) = outer
      // Without this the last reference could be released before the body ends.
      withExtendedLifetime(values.storage) {}
    }
    return try body()
  }

  /// Runs code that must not see the frame of the code around it, such as another task's job run on
  /// this thread.
  package static func withoutFrame<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = DependencyFrame.pointer.value
    DependencyFrame.pointer.value = nil
    defer { DependencyFrame.pointer.value = previous }
    return try body()
  }
}
