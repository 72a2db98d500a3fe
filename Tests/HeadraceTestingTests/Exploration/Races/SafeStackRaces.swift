import Headrace
import Testing

extension Race {
  /// A stack without locks, by Vyukov: three tasks must be interrupted five times to pop a slot
  /// twice.
  ///
  /// 10,000 schedules are too few to find it, as in SCTBench: a random one fails about once in
  /// 100,000.
  static let safeStack = Race("safestack") { isFixed in
    let stack = SafeStack(count: 3, isFixed: isFixed)
    let owners = LockIsolated([0, 0, 0])
    try await runTasks(
      (1...3).map { number in
        {
          for _ in 0..<2 {
            guard let slot = await stack.pop() else { continue }
            owners.withValue { $0[slot] = number }
            await Task.yield()
            #expect(owners.value[slot] == number)
            await stack.push(slot)
          }
        }
      })
  }
}

/// A stack of slots whose head is compared and swapped.
private final class SafeStack: Sendable {
  /// A slot, and the number of the head's changes, which only the fixed version counts.
  private struct Head: Equatable {
    var slot: Int
    var version = 0
  }

  private let head: Variable<Head>
  private let count: Variable<Int>
  /// The slot below each one; -1 for none, or while it is popped.
  private let next: [Variable<Int>]
  private let isFixed: Bool

  init(count: Int, isFixed: Bool) {
    head = Variable(Head(slot: 0))
    self.count = Variable(count)
    next = (0..<count).map { Variable($0 + 1 < count ? $0 + 1 : -1) }
    self.isFixed = isFixed
  }

  /// Pops a slot, unless only one is left, or other tasks prevent it.
  ///
  /// The head may be popped and pushed again before it is compared.
  func pop() async -> Int? {
    for _ in 0..<3 {
      guard await count.read() > 1 else { return nil }
      let old = await head.read()
      let below = await next[old.slot].update { next in
        defer { next = -1 }
        return next
      }
      guard below >= 0 else { continue }
      if await head.compareAndSwap(old, changed(old, to: below)) {
        await count.update { $0 -= 1 }
        return old.slot
      }
      await next[old.slot].write(below)
    }
    return nil
  }

  func push(_ slot: Int) async {
    while true {
      let old = await head.read()
      await next[slot].write(old.slot)
      if await head.compareAndSwap(old, changed(old, to: slot)) { break }
    }
    await count.update { $0 += 1 }
  }

  private func changed(_ old: Head, to slot: Int) -> Head {
    Head(slot: slot, version: isFixed ? old.version + 1 : 0)
  }
}
