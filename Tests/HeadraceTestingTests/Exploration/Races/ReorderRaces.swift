import Headrace
import Testing

extension Race {
  /// Readers that see one of two writes without the other.
  static let reorderings: [Race] =
    [3, 4, 5, 10, 20].map { taskCount in
      Race("reorder_\(taskCount)") { isFixed in
        try await reorder(taskCount: taskCount, isFixed: isFixed)
      }
    }
    + [2, 20].map { taskCount in
      Race(taskCount == 2 ? "twostage" : "twostage_\(taskCount)") { isFixed in
        try await twoStage(taskCount: taskCount, isFixed: isFixed)
      }
    }

  /// Takes minutes: one of its orders takes a tenth of a second.
  static let twoStage100 = Race("twostage_100") { isFixed in
    try await twoStage(taskCount: 100, isFixed: isFixed)
  }

  /// All tasks but the last write two variables, and the last one reads them.
  private static func reorder(taskCount: Int, isFixed: Bool) async throws {
    let (first, second) = (Variable(0), Variable(0))
    let lock = AsyncLock()
    @Sendable func guarded(_ body: () async -> Void) async throws {
      if isFixed { try await lock.lock() }
      await body()
      if isFixed { lock.unlock() }
    }
    let write: @Sendable () async throws -> Void = {
      try await guarded {
        await first.write(1)
        await second.write(-1)
      }
    }
    let check: @Sendable () async throws -> Void = {
      try await guarded {
        let values = (await first.read(), await second.read())
        #expect(values == (0, 0) || values == (1, -1))
      }
    }
    try await runTasks(Array(repeating: write, count: taskCount - 1) + [check])
  }

  /// All tasks but the last write two variables in two critical sections, and the last one reads
  /// them in two.
  private static func twoStage(taskCount: Int, isFixed: Bool) async throws {
    let (first, second) = (LockIsolated(0), LockIsolated(0))
    let (firstLock, secondLock) = (AsyncLock(), AsyncLock())
    let write: @Sendable () async throws -> Void = {
      try await firstLock.lock()
      first.setValue(1)
      if !isFixed { firstLock.unlock() }
      try await secondLock.withLock { second.setValue(first.value + 1) }
      if isFixed { firstLock.unlock() }
    }
    let check: @Sendable () async throws -> Void = {
      let value = try await firstLock.withLock { first.value }
      guard value > 0 else { return }
      let next = try await secondLock.withLock { second.value }
      #expect(next == value + 1)
    }
    try await runTasks(Array(repeating: write, count: taskCount - 1) + [check])
  }
}
