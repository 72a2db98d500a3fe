import HeadraceTesting
import RecentCache
import TestEffort
import Testing

/// Several callers of one cache, in many orders of their steps.
@Suite struct ExploredRecentCacheTests {
  private enum Call: Sendable {
    /// Makes the value if the cache doesn't have it.
    case value(Int)
    /// Refuses to make the value, so that only a cached one is returned.
    case cached(Int)
  }

  private struct Refused: Error {}

  /// The least recently used value is evicted, whoever else waits for a value.
  @Test func aCacheIsLinearizable() async throws {
    try await checkLinearizability(
      of: {
        RecentCache<Int, Int, TestClock<Duration>>(
          capacity: 2, lifetime: .seconds(300), clock: TestClock())
      },
      calls: [Call.value(1), .cached(1), .value(2), .value(3)],
      model: [Int](), callers: 3, length: 3, schedules: Effort.schedules(200)
    ) { (cache: RecentCache<Int, Int, TestClock<Duration>>, call: Call) -> Int? in
      switch call {
      case .value(let key):
        return await cache.value(for: key) {
          await Task.yield()
          return key
        }
      case .cached(let key):
        do {
          return try await cache.value(for: key) { () throws(Refused) in throw Refused() }
        } catch {
          return nil
        }
      }
    } expecting: { (keys: inout [Int], call: Call) -> Int? in
      // The keys of the cached values, the least recently used first.
      let key: Int
      switch call {
      case .value(let asked): key = asked
      case .cached(let asked):
        guard keys.contains(asked) else { return nil }
        key = asked
      }
      keys.removeAll { $0 == key }
      keys = (keys + [key]).suffix(2)
      return key
    }
  }
}
