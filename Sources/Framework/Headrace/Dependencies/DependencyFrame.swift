/// The dependency values that synchronous code finds on its thread.
///
/// A store pushes its values around a drain, a `.dependency` node around its subtree. A frame is
/// only pushed around synchronous code, by ``DependencyValues/withFrame(_:_:)``, which pops it
/// before it returns.
@usableFromInline
enum DependencyFrame {
  /// The innermost frame of the thread. Every storage keeps a copy: reading a global costs more
  /// than all the rest.
  static let pointer = ThreadLocalPointer()

  /// The storage of the innermost frame.
  static var storage: DependencyStorage? {
    guard let pointer = pointer.value else { return nil }
    return Unmanaged<DependencyStorage>.fromOpaque(pointer).takeUnretainedValue()
  }

  static var isActive: Bool { pointer.value != nil }
}

extension DependencyValues {
  /// Runs synchronous code that finds these values.
  ///
  /// The code sees them before those of the task that runs it; other threads, and code that runs
  /// later, do not. Tasks started inside do not see them either: give them the values with
  /// `$taskLocal.withValue`.
  ///
  /// - Parameters:
  ///   - values: The values; this call keeps them alive.
  ///   - body: The code to run.
  @inlinable
  package static func withFrame<Result: ~Copyable, Failure: Error>(
    _ values: DependencyValues, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let storage = values.storage
    let slot = storage.frame.slot
    let previous = slot.pointee
    slot.pointee = Unmanaged.passUnretained(storage).toOpaque()
    defer {
      slot.pointee = previous
      // Without this the last reference could go before the body ends.
      withExtendedLifetime(storage) {}
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
