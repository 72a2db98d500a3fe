import Headrace
import Testing

extension Race {
  /// Deadlocks and lost signals.
  static let locking: [Race] = [
    Race("carter01") { isFixed in try await shareLock(isFixed) },
    Race("deadlock01") { isFixed in try await lockTwo(isFixed) },
    Race("phase01") { isFixed in try await meetAtBarrier(isFixed) },
    Race("sync01") { isFixed in try await waitForItem(isFixed) },
    Race("sync02") { isFixed in try await waitForItems(isFixed) },
  ]

  /// Two users of a lock each count themselves, under a second lock, and keep the first one while
  /// their count is not 0.
  ///
  /// Both counts are under the same lock, which one of them holds while it waits for the first one.
  private static func shareLock(_ isFixed: Bool) async throws {
    let resource = AsyncLock()
    let shared = AsyncLock()
    let useCount = LockIsolated(0)
    let tasks: [@Sendable () async throws -> Void] = (0..<2).map { _ in
      let ownLock = isFixed ? AsyncLock() : shared
      let count = LockIsolated(0)
      return {
        try await ownLock.withLock {
          count.withValue { $0 += 1 }
          if count.value == 1 { try await resource.lock() }
        }
        useCount.withValue { $0 += 1 }
        try await ownLock.withLock {
          count.withValue { $0 -= 1 }
          if count.value == 0 { resource.unlock() }
        }
      }
    }
    try await runTasks(interval: 6, tasks)
    #expect(useCount.value == 2)
  }

  /// Two tasks lock two locks, in different orders.
  private static func lockTwo(_ isFixed: Bool) async throws {
    let (first, second) = (AsyncLock(), AsyncLock())
    let count = LockIsolated(0)
    await send([false, true]) { isReversed in
      let isReversed = isReversed && !isFixed
      try await (isReversed ? second : first).withLock {
        try await (isReversed ? first : second).withLock {
          count.withValue { $0 += 1 }
        }
      }
    }
    #expect(count.value == 2)
  }

  /// Two tasks each write a value, wait for the other one, and read its value.
  ///
  /// An arrival at the barrier may be lost, and both wait.
  private static func meetAtBarrier(_ isFixed: Bool) async throws {
    let arrivedCount = Variable(0)
    let isOpen = AsyncCondition()
    let values = [Variable(0), Variable(0)]
    @Sendable func arrive() async -> Int {
      if isFixed {
        return await arrivedCount.update { count in
          count += 1
          return count
        }
      }
      let count = await arrivedCount.read() + 1
      await arrivedCount.write(count)
      return count
    }
    try await runTasks(
      interval: 4,
      (0..<2).map { number in
        {
          await values[number].write(number + 1)
          if await arrive() < 2 { try await isOpen.wait() } else { isOpen.broadcast() }
          #expect(await values[1 - number].read() == 2 - number)
        }
      })
  }

  /// A consumer waits for the item of a producer.
  ///
  /// The signal may come after the consumer has looked, and before it waits.
  private static func waitForItem(_ isFixed: Bool) async throws {
    let lock = AsyncLock()
    let isFull = AsyncCondition()
    let count = Variable(0)
    try await runTasks(
      interval: 4,
      [
        {
          if isFixed {
            try await lock.lock()
            while await count.read() == 0 { try await isFull.wait(unlocking: lock) }
          } else if await count.read() == 0 {
            try await lock.lock()
            try await isFull.wait(unlocking: lock)
          } else {
            try await lock.lock()
          }
          await count.update { $0 -= 1 }
          lock.unlock()
        },
        {
          try await lock.lock()
          await count.update { $0 += 1 }
          isFull.signal()
          lock.unlock()
        },
      ])
    #expect(count.value == 0)
  }

  /// Two consumers wait for the items of a producer.
  ///
  /// A consumer that was signaled does not look again: another one may have taken the item.
  private static func waitForItems(_ isFixed: Bool) async throws {
    let lock = AsyncLock()
    let isFull = AsyncCondition()
    let count = LockIsolated(0)
    let consume: @Sendable () async throws -> Void = {
      try await lock.lock()
      if count.value == 0 { try await isFull.wait(unlocking: lock) }
      while isFixed, count.value == 0 { try await isFull.wait(unlocking: lock) }
      count.withValue { $0 -= 1 }
      #expect(count.value >= 0)
      lock.unlock()
    }
    let produce: @Sendable () async throws -> Void = {
      for _ in 0..<2 {
        try await lock.lock()
        count.withValue { $0 += 1 }
        isFull.signal()
        lock.unlock()
      }
    }
    try await runTasks(interval: 2, [consume, consume, produce])
    #expect(count.value == 0)
  }
}
