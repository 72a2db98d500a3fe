import Headrace
import Testing

extension Race {
  /// Updates of shared values that are lost or seen too early.
  static let counting: [Race] = [
    Race("arithmetic_prog") { isFixed in try await arithmeticProgression(isFixed) },
    Race("bluetooth_driver") { isFixed in
      let driver = BluetoothDriver()
      await send([DriverRequest.io, .stop]) { request in
        switch request {
        case .io: await isFixed ? driver.performSafely() : driver.perform()
        case .stop: try await driver.stop()
        }
      }
    },
    Race("fsbench") { isFixed in try await createFiles(isFixed) },
    Race("wronglock") { isFixed in try await addWithWrongLock(taskCount: 8, isFixed) },
    Race("wronglock_3") { isFixed in try await addWithWrongLock(taskCount: 4, isFixed) },
  ]

  /// One task produces the numbers from 1 to 3, one adds them, and one reads the sum.
  ///
  /// The sum is read when all numbers are taken, not when all are added.
  private static func arithmeticProgression(_ isFixed: Bool) async throws {
    let lock = AsyncLock()
    let (isFree, isFull, isOver) = (AsyncCondition(), AsyncCondition(), AsyncCondition())
    let slot = LockIsolated<Int?>(nil)
    let (takenCount, sum) = (LockIsolated(0), Variable(0))
    try await runTasks([
      {
        for number in 1...3 {
          try await lock.lock()
          while slot.value != nil { try await isFree.wait(unlocking: lock) }
          slot.setValue(number)
          isFull.signal()
          lock.unlock()
        }
      },
      {
        for _ in 1...3 {
          try await lock.lock()
          while slot.value == nil { try await isFull.wait(unlocking: lock) }
          let number = slot.value ?? 0
          slot.setValue(nil)
          isFree.signal()
          if isFixed { await sum.update { $0 += number } }
          takenCount.withValue { $0 += 1 }
          isOver.signal()
          lock.unlock()
          if !isFixed { await sum.update { $0 += number } }
        }
      },
      {
        try await lock.lock()
        while takenCount.value < 3 { try await isOver.wait(unlocking: lock) }
        lock.unlock()
        #expect(await sum.read() == 6)
      },
    ])
  }

  /// Each file takes the first free block, searching from its own start.
  ///
  /// A block that is found free may be taken before it is marked.
  private static func createFiles(_ isFixed: Bool) async throws {
    let blockCount = 4
    let locks = (0..<blockCount).map { _ in AsyncLock() }
    let isBusy = (0..<blockCount).map { _ in Variable(false) }
    let blocks = LockIsolated<[Int: Int]>([:])
    await send([0, 1, 2]) { file in
      for offset in 0..<blockCount {
        let block = (file * 2 + offset) % blockCount
        if isFixed { try await locks[block].lock() }
        defer { if isFixed { locks[block].unlock() } }
        if await isBusy[block].read() { continue }
        await isBusy[block].write(true)
        blocks.withValue { $0[file] = block }
        return
      }
    }
    #expect(Set(blocks.value.values).count == 3)
  }

  /// Each task adds 1; the first one locks another lock than the others.
  private static func addWithWrongLock(taskCount: Int, _ isFixed: Bool) async throws {
    let (lock, other) = (AsyncLock(), AsyncLock())
    let value = Variable(0)
    await send(Array(0..<taskCount)) { number in
      try await (number == 0 && !isFixed ? other : lock).withLock {
        await value.write(value.read() + 1)
      }
    }
    #expect(value.value == taskCount)
  }
}

private enum DriverRequest {
  case io, stop
}

/// A driver that counts the requests in flight, and stops when none is left.
private actor BluetoothDriver {
  private var isStopping = false
  private var isStopped = false
  /// The driver itself is one.
  private var pendingCount = 1
  private let isIdle = AsyncCondition()

  /// Checks first, and counts afterwards: in between the driver may stop.
  func perform() async {
    guard !isStopping else { return }
    await Task.yield()
    pendingCount += 1
    await use()
    release()
  }

  func performSafely() async {
    pendingCount += 1
    await Task.yield()
    if !isStopping { await use() }
    release()
  }

  func stop() async throws {
    isStopping = true
    await Task.yield()
    release()
    if pendingCount > 0 { try await isIdle.wait() }
    isStopped = true
  }

  private func use() async {
    await Task.yield()
    #expect(!isStopped)
  }

  private func release() {
    pendingCount -= 1
    if pendingCount == 0 { isIdle.signal() }
  }
}
