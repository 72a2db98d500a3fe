public import Testing

// Names that authors know from other libraries. The effects of a test store always run one at a
// time in the same order, so there is nothing to switch on.

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

/// Runs code.
///
/// It changes nothing: a test store always runs its effects one at a time.
///
/// - Parameter operation: The code.
/// - Returns: The result of `operation`.
public func withMainSerialExecutor<Result>(
  operation: () throws -> Result
) rethrows -> Result {
  try operation()
}

/// Runs asynchronous code.
///
/// It changes nothing: a test store always runs its effects one at a time.
///
/// - Parameter operation: The code.
/// - Returns: The result of `operation`.
nonisolated(nonsending)
  public func withMainSerialExecutor<Result>(
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await operation()
}

/// A trait without effect on a test or a suite; created by `.mainSerialExecutor`.
public struct MainSerialExecutorTrait: TestTrait, SuiteTrait {
  /// Always true, so that the tests of a suite have the trait, too.
  public var isRecursive: Bool { true }
}

extension Trait where Self == MainSerialExecutorTrait {
  /// Has no effect: a test store always runs its effects one at a time, on its own executor.
  public static var mainSerialExecutor: Self { Self() }
}
