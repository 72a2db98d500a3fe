import Headrace
import Testing

extension Race {
  /// The dining philosophers, as many as a name says.
  static let philosophers: [Race] = (2...7).map { count in
    Race("din_phil\(count)") { isFixed in try await dine(count, isFixed: isFixed) }
  }

  /// Each philosopher takes the left fork first.
  ///
  /// In the ordinary order the last one finds the fork of the first one free, because the first one
  /// thinks longer. The fixed version has the last one take the right fork first.
  private static func dine(_ count: Int, isFixed: Bool) async throws {
    let forks = (0..<count).map { _ in AsyncLock() }
    let mealCount = LockIsolated(0)
    try await runTasks(
      (0..<count).map { seat in
        {
          var (first, second) = (forks[seat], forks[(seat + 1) % count])
          if isFixed, seat == count - 1 { (first, second) = (second, first) }
          if seat == 0 { for _ in 0..<2 { await Task.yield() } }
          try await first.lock()
          try await second.lock()
          mealCount.withValue { $0 += 1 }
          second.unlock()
          first.unlock()
        }
      })
    #expect(mealCount.value == count)
  }
}
