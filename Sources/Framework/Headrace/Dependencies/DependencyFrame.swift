/// The dependency values that synchronous code finds on its thread.
///
/// A store pushes its values around a drain, and a `.dependency` node pushes its values around its
/// subtree. A frame is pushed only around synchronous code and popped before that code returns.
/// ``DependencyValues/withFrame(_:_:)`` does so, and so does the store's queue, which needs no
/// closure for it.
@usableFromInline
enum DependencyFrame {
  /// The innermost frame of the thread.
  @inlinable static var pointer: ThreadLocalPointer { .dependencies }

  /// The values that an asynchronous `withDependencies` has given to a task inside the innermost
  /// frame. Only compared, never dereferenced: the task may have continued on another thread.
  @inlinable static var taskPointer: ThreadLocalPointer { .taskDependencies }

  /// The storage of the innermost frame; `nil` if the running task has its own values within it.
  static var storage: DependencyStorage? {
    guard let pointer = pointer.value else { return nil }
    if let task = taskPointer.value, task == address(of: DependencyValues.taskStorage) {
      return nil
    }
    // Unmanaged: the code that pushed the values keeps them alive until it pops them.
    return Unmanaged<DependencyStorage>.fromOpaque(pointer).takeUnretainedValue()
  }

  static var isActive: Bool { pointer.value != nil }

  /// Gives the running task's values precedence over those of the frame in which it began.
  ///
  /// A task that starts immediately runs inside the frame of the code that starts it, until it is
  /// suspended for the first time. Then the frame's own code continues.
  ///
  /// - Returns: The previous value, to pass to ``endTask(_:_:)``.
  static func beginTask(_ storage: DependencyStorage) -> UnsafeMutableRawPointer? {
    guard isActive else { return nil }
    let slot = taskPointer.slot
    let outer = slot.pointee
    slot.pointee = address(of: storage)
    return outer
  }

  /// Undoes `beginTask`. On another thread there is nothing to undo.
  static func endTask(_ storage: DependencyStorage, _ outer: UnsafeMutableRawPointer?) {
    let slot = taskPointer.slot
    if slot.pointee == address(of: storage) { slot.pointee = outer }
  }

  private static func address(of storage: DependencyStorage?) -> UnsafeMutableRawPointer? {
    storage.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  /// The storage of the innermost frame, if it is for a part of a reducer's run alone.
  @usableFromInline
  static var storageForPartOfRun: DependencyStorage? {
    guard let storage, storage.isForPartOfRun else { return nil }
    return storage
  }

  /// The previous frame, and where to put it back.
  @usableFromInline
  struct Outer {
    @usableFromInline let slot: ThreadLocalPointer.Slot
    @usableFromInline let value: UnsafeMutableRawPointer?
    @usableFromInline let task: UnsafeMutableRawPointer?

    @inlinable
    init(
      slot: ThreadLocalPointer.Slot, value: UnsafeMutableRawPointer?,
      task: UnsafeMutableRawPointer?
    ) {
      self.slot = slot
      self.value = value
      self.task = task
    }
  }

  /// Makes values current on this thread. The caller keeps them alive, and pops them before it
  /// returns.
  @inlinable
  static func push(_ values: DependencyValues) -> Outer {
    let slot = pointer.slot
    let task = taskPointer.slot
    let outer = Outer(slot: slot, value: slot.pointee, task: task.pointee)
    slot.pointee = Unmanaged.passUnretained(values.storage).toOpaque()
    task.pointee = nil
    return outer
  }

  @inlinable
  static func pop(_ outer: Outer) {
    outer.slot.pointee = outer.value
    taskPointer.value = outer.task
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
    let outer = DependencyFrame.push(values)
    defer {
      DependencyFrame.pop(outer)
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
    let slot = DependencyFrame.pointer.slot
    let previous = slot.pointee
    slot.pointee = nil
    defer { slot.pointee = previous }
    return try body()
  }
}
