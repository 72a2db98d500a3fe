public import Testing

// Names that authors bring along. The effects of a test store run one at a time in the same order
// every time, so there is nothing to switch on.

extension TestStore {
  /// Has no effect: a test store always runs its effects one at a time, on its own executor.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {}
  }
}

/// Has no effect: a test store always runs its effects one at a time, on its own executor.
public var uncheckedUseMainSerialExecutor: Bool {
  get { true }
  set {}
}

/// Runs code. It changes nothing: a test store always runs its effects one at a time.
///
/// - Parameter operation: The code.
/// - Returns: What `operation` returns.
public func withMainSerialExecutor<Result>(
  operation: () throws -> Result
) rethrows -> Result {
  try operation()
}

/// Runs asynchronous code. It changes nothing: a test store always runs its effects one at a time.
///
/// - Parameter operation: The code.
/// - Returns: What `operation` returns.
nonisolated(nonsending)
  public func withMainSerialExecutor<Result>(
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await operation()
}

/// Has no effect on a test or a suite; made by `.mainSerialExecutor`.
public struct MainSerialExecutorTrait: TestTrait, SuiteTrait {
  /// Whether the tests of a suite have the trait, too.
  public var isRecursive: Bool { true }
}

extension Trait where Self == MainSerialExecutorTrait {
  /// Has no effect: a test store always runs its effects one at a time, on its own executor.
  public static var mainSerialExecutor: Self { Self() }
}
