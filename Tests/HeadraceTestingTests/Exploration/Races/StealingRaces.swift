import Headrace
import Testing

extension Race {
  /// Queues of work that an owner pops from one end, and thieves steal from the other.
  static let stealing: [Race] = [
    Race("IWSQ") { isFixed in
      try await share(InterlockedQueue(isFixed: isFixed), thiefCount: 1)
    },
    Race("IWSQWS") { isFixed in
      try await share(StatefulQueue(isFixed: isFixed), thiefCount: 1)
    },
    Race("SWSQ") { isFixed in
      try await share(SimpleQueue(isFixed: isFixed), thiefCount: 2)
    },
    Race("WSQ") { isFixed in
      try await share(WorkStealingQueue(isFixed: isFixed), thiefCount: 1)
    },
  ]

  /// Checks that each pushed element is taken once.
  private static func share(_ queue: some StealableQueue, thiefCount: Int) async throws {
    let taken = LockIsolated<[Int]>([])
    await send(Array(0...thiefCount)) { number in
      if number == 0 {
        for element in 1...2 { try await queue.push(element) }
        while let element = try await queue.pop() { taken.withValue { $0.append(element) } }
      } else if let element = try await queue.steal() {
        taken.withValue { $0.append(element) }
      }
    }
    #expect(taken.value.sorted() == [1, 2])
  }
}

private protocol StealableQueue: Sendable {
  func push(_ element: Int) async throws
  func pop() async throws -> Int?
  func steal() async throws -> Int?
}

/// The elements of a queue, from `head` on and before `tail`.
private struct QueueMemory: Sendable {
  let head = Variable(0)
  let tail = Variable(0)
  let elements = LockIsolated([0, 0, 0, 0])

  func push(_ element: Int) async {
    let tail = await tail.read()
    elements.withValue { $0[tail] = element }
    await self.tail.write(tail + 1)
  }

  func element(_ index: Int) -> Int { elements.value[index] }
}

/// Takes the last element with a comparison, as in the queue of Chase and Lev.
private struct InterlockedQueue: StealableQueue {
  let memory = QueueMemory()
  let isFixed: Bool

  func push(_ element: Int) async {
    await memory.push(element)
  }

  /// Takes the last element without a comparison; the fixed version compares.
  func pop() async -> Int? {
    let last = await memory.tail.read() - 1
    await memory.tail.write(last)
    let head = await memory.head.read()
    if head < last { return memory.element(last) }
    defer { memory.tail.set(last + 1) }
    guard head == last else { return nil }
    if isFixed {
      return await memory.head.compareAndSwap(head, head + 1) ? memory.element(last) : nil
    }
    await memory.head.write(head + 1)
    return memory.element(last)
  }

  func steal() async -> Int? {
    let head = await memory.head.read()
    guard await head < memory.tail.read() else { return nil }
    let element = memory.element(head)
    return await memory.head.compareAndSwap(head, head + 1) ? element : nil
  }
}

/// Marks elements that are taken.
private struct StatefulQueue: StealableQueue {
  let memory = QueueMemory()
  let isTaken = (0..<4).map { _ in Variable(false) }
  let isFixed: Bool

  func push(_ element: Int) async {
    await memory.push(element)
  }

  func pop() async -> Int? {
    for index in await (0..<memory.tail.read()).reversed() where await take(index) {
      return memory.element(index)
    }
    return nil
  }

  func steal() async -> Int? {
    for index in await 0..<memory.tail.read() where await take(index) {
      return memory.element(index)
    }
    return nil
  }

  /// Checks the mark, and then sets it; the fixed version does both in one step.
  private func take(_ index: Int) async -> Bool {
    if isFixed { return await isTaken[index].compareAndSwap(false, true) }
    guard await !isTaken[index].read() else { return false }
    await isTaken[index].write(true)
    return true
  }
}

/// Locks for each operation.
private struct SimpleQueue: StealableQueue {
  let memory = QueueMemory()
  let lock = AsyncLock()
  let isFixed: Bool

  func push(_ element: Int) async throws {
    try await lock.withLock { await memory.push(element) }
  }

  func pop() async throws -> Int? {
    try await lock.withLock {
      let last = await memory.tail.read() - 1
      guard await memory.head.read() <= last else { return nil }
      await memory.tail.write(last)
      return memory.element(last)
    }
  }

  /// Unlocks before it moves the head; the fixed version does so afterwards.
  func steal() async throws -> Int? {
    try await lock.lock()
    let head = await memory.head.read()
    guard await head < memory.tail.read() else {
      lock.unlock()
      return nil
    }
    if !isFixed { lock.unlock() }
    await memory.head.write(head + 1)
    if isFixed { lock.unlock() }
    return memory.element(head)
  }
}

/// Locks to steal, and to pop an element that may be the last one, as in Cilk.
private struct WorkStealingQueue: StealableQueue {
  let memory = QueueMemory()
  let lock = AsyncLock()
  let isFixed: Bool

  func push(_ element: Int) async {
    await memory.push(element)
  }

  /// Reads the head before it moves the tail; the fixed version reads it after.
  func pop() async throws -> Int? {
    let last = await memory.tail.read() - 1
    if !isFixed {
      let head = await memory.head.read()
      guard head <= last else { return nil }
      await memory.tail.write(last)
      return memory.element(last)
    }
    await memory.tail.write(last)
    if await memory.head.read() <= last { return memory.element(last) }
    await memory.tail.write(last + 1)
    return try await lock.withLock {
      await memory.tail.write(last)
      if await memory.head.read() <= last { return memory.element(last) }
      await memory.tail.write(last + 1)
      return nil
    }
  }

  /// Moves the head first, and back if the queue was empty.
  func steal() async throws -> Int? {
    try await lock.withLock {
      let head = await memory.head.read()
      await memory.head.write(head + 1)
      if await head + 1 <= memory.tail.read() { return memory.element(head) }
      await memory.head.write(head)
      return nil
    }
  }
}
