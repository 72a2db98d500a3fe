import CThreadSlots
import IssueReporting
import Synchronization

extension DependencyValues {
  /// The values of the current task, unless a frame is pushed on its thread.
  private static var taskStorage: DependencyStorage? { TaskValues.current.dependencies }

  /// The values of the current task, whatever frame is pushed on its thread.
  package static var taskLocal: Self? { taskStorage.map { Self(storage: $0) } }

  /// The current values: the thread's frame, otherwise the task's, otherwise the process's.
  @usableFromInline
  package static var current: DependencyValues { currentIfAny ?? DependencyValues() }

  /// The current values, if a frame or the task has any; `nil` if only the process has some.
  static var currentIfAny: Self? { (frameStorage ?? taskStorage).map { Self(storage: $0) } }
}

// MARK: - Frames

// A frame has the values that synchronous code finds on its thread.
//
// A store pushes its values around a drain, and a `.dependency` node pushes its values around its
// subtree. A frame is popped before the code returns.
//
// The thread also remembers the values that an asynchronous `withDependencies` has given to a task
// inside the innermost frame. These are only compared, never dereferenced: the task may have
// continued on another thread.

extension DependencyValues {
  static var isInFrame: Bool { ThreadLocalPointer.dependencies.value != nil }

  /// The storage of the innermost frame; `nil` if the running task has its own values within it.
  private static var frameStorage: DependencyStorage? {
    let task = ThreadLocalPointer.taskDependencies
    if task.value != nil, task.leads(to: taskStorage) { return nil }
    return ThreadLocalPointer.dependencies.object(as: DependencyStorage.self)
  }

  /// The storage of the innermost frame, if it is for a part of a reducer's run alone.
  @usableFromInline
  static var storageForPartOfRun: DependencyStorage? {
    guard let storage = frameStorage, storage.isForPartOfRun else { return nil }
    return storage
  }

  /// Runs synchronous code that finds these values.
  ///
  /// The code sees them before those of the task that runs it; other threads, and code that runs
  /// later, do not. Tasks started inside do not see them either; pass them the values with
  /// ``yield(_:)``.
  ///
  /// - Parameters:
  ///   - values: The values; this call keeps them alive. `nil` for code that must not see the frame
  ///     of the code around it, such as another task's job run on this thread.
  ///   - body: The code to run.
  @inlinable
  package static func withFrame<Result: ~Copyable, Failure: Error>(
    _ values: DependencyValues?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let storage = values?.storage
    let (frame, task) = (ThreadLocalPointer.dependencies, ThreadLocalPointer.taskDependencies)
    let outer = (frame.value, task.value)
    frame.set(storage)
    task.value = nil
    defer {
      (frame.value, task.value) = outer
      // Without this the last reference could be released before the body ends.
      withExtendedLifetime(storage) {}
    }
    return try body()
  }
}

// MARK: - The Values of a Process or a Test

extension DependencyValues {
  private static let processRoot = makeRoot()

  /// The roots of tests, and of their arguments. Under XCTest, where one test case runs at a time,
  /// its number is that of an argument of no test.
  private static let testRoots =
    Mutex<[TestContext.Testing.Test.ID?: [Int: LockIsolated<DependencyValues>]]>([:])

  /// The separate root of the current task, if it has one.
  @TaskLocal private static var rootOfTask: LockIsolated<DependencyValues>?

  /// The values used if no store, effect or `withDependencies` gives others, and what
  /// `prepareDependencies` changes. The process has one root, and each test, or each argument of a
  /// test, so that parallel tests share nothing.
  static var root: LockIsolated<DependencyValues> {
    if let rootOfTask { return rootOfTask }
    guard isTesting else { return processRoot }
    let (test, number): (TestContext.Testing.Test.ID?, Int) =
      if case .swiftTesting(let testing?) = TestContext.current {
        (testing.test.id, ctestargument_number())
      } else {
        (nil, ctestcase_number())
      }
    // XCTest runs no test case, or its cases are not counted.
    if test == nil, number == 0 { return processRoot }
    return testRoots.withLock { roots in
      let root = roots[test]?[number] ?? makeRoot()
      roots[test, default: [:]][number] = root
      return root
    }
  }

  private static func makeRoot(like root: DependencyStorage? = nil) -> LockIsolated<Self> {
    let (table, context) = (root?.overrides ?? [:], root?.context)
    return LockIsolated(Self(storage: .init(overrides: table, context: context, defaults: .init())))
  }

  /// Runs a test with separate values, some of them prepared: nothing that others have prepared or
  /// made is visible. Code that has such values already keeps them, or with `isNew` what of them is
  /// prepared.
  nonisolated(nonsending)
    package static func isolated<Result>(
      _ update: (inout DependencyValues) throws -> Void, isNew: Bool = false,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let root = isNew ? makeRoot(like: root.value.storage) : rootOfTask ?? makeRoot()
    var values = root.value
    try values.update(update)
    root.setValue(values)
    return try await $rootOfTask.withValue(root, operation: operation)
  }
}
