#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One pointer per thread.
///
/// A task-local push costs an order of magnitude more than two calls of pthread, and a store pushes
/// its values for every action.
package struct ThreadLocalPointer: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "No thread-local key is left (pthread_key_create: \(failure)).")
    self.key = key
  }

  package var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

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

  static func push(_ frame: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let previous = pointer.value
    pointer.value = frame
    return previous
  }
}

extension DependencyStorage {
  /// Makes this the innermost frame, and returns the one before.
  @usableFromInline
  final func pushFrame() -> UnsafeMutableRawPointer? {
    let previous = frame.value
    frame.value = Unmanaged.passUnretained(self).toOpaque()
    return previous
  }

  @usableFromInline
  final func popFrame(to previous: UnsafeMutableRawPointer?) {
    frame.value = previous
  }
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
    let previous = storage.pushFrame()
    defer { storage.popFrame(to: previous) }
    return try body()
  }

  /// Runs code that must not see the frame of the code around it, such as another task's job run on
  /// this thread.
  package static func withoutFrame<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let previous = DependencyFrame.push(nil)
    defer { _ = DependencyFrame.push(previous) }
    return try body()
  }
}
