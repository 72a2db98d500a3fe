import CThreadSlots
import IssueReporting
import Synchronization

extension DependencyValues {
  /// The values of the current task; a frame on its thread takes precedence over them.
  private static var taskStorage: DependencyStorage? { TaskValues.current.dependencies }

  /// The values of the current task, regardless of any frame on its thread.
  package static var taskLocal: Self? { taskStorage.map { Self(storage: $0) } }

  /// The current values: the thread's frame, otherwise the task's values, otherwise the process's.
  @usableFromInline
  package static var current: DependencyValues { currentIfAny ?? DependencyValues() }

  /// The current values of a frame or the task; `nil` if only the process has values.
  static var currentIfAny: Self? { (frameStorage ?? taskStorage).map { Self(storage: $0) } }
}

// MARK: - Frames

// A frame contains the values that synchronous code finds on its thread.
//
// A store pushes its values around a drain, and a `.dependency` node pushes its values around its
// subtree. A frame is popped before the code returns.
//
// The thread also remembers the values that an asynchronous `withDependencies` gave to a task
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

  /// The storage of the innermost frame, if that frame is only for a part of a reducer's run.
  @usableFromInline
  static var storageForPartOfRun: DependencyStorage? {
    guard let storage = frameStorage, storage.isForPartOfRun else { return nil }
    return storage
  }

  /// Runs synchronous code with these values.
  ///
  /// For this code they take precedence over the values of the task that runs it. Other threads,
  /// and code that runs later, do not see them. Tasks started inside do not see them either; pass
  /// them the values with ``yield(_:)``.
  ///
  /// - Parameters:
  ///   - values: The values, which this call keeps alive; `nil` for code that must not see the
  ///     surrounding frame, such as another task's job on this thread.
  ///   - body: The code to run with them.
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
      // Without this, the last reference could be released before the body ends.
      withExtendedLifetime(storage) {}
    }
    return try body()
  }
}

// MARK: - The Values of a Process or a Test

extension DependencyValues {
  private static let processRoot = makeRoot()

  /// The roots of tests and of their arguments.
  ///
  /// XCTest runs one test case at a time; its number is used as the argument of a `nil` test.
  private static let testRoots =
    Mutex<[TestContext.Testing.Test.ID?: [Int: LockIsolated<DependencyValues>]]>([:])

  /// The separate root of the current task, if any.
  @TaskLocal private static var rootOfTask: LockIsolated<DependencyValues>?

  /// The values for code without values from a store, an effect or `withDependencies`;
  /// `prepareDependencies` changes them.
  ///
  /// The process has one root, and so has each test, or each argument of a test, so that parallel
  /// tests share nothing.
  static var root: LockIsolated<DependencyValues> {
    if let rootOfTask { return rootOfTask }
    guard isTesting else { return processRoot }
    let (test, number): (TestContext.Testing.Test.ID?, Int) =
      if case .swiftTesting(let testing?) = TestContext.current {
        (testing.test.id, ctestargument_number())
      } else {
        (nil, ctestcase_number())
      }
    // XCTest is running no test case, or its cases are not counted.
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

  /// Runs a test with separate values, some of them prepared: it sees nothing that others have
  /// prepared or created.
  ///
  /// If code already has such values, it keeps them; with `isNew` it keeps only the prepared ones.
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
