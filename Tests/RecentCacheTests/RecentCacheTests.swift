import HeadraceTesting
import RecentCache
import Synchronization
import Testing

/// The number of values that the cache makes for its callers.
@Suite final class RecentCacheTests: Sendable {
  private struct Refused: Error, Equatable {}

  private let clock = TestClock()
  private let made = Mutex(0)

  private func make(_ cache: RecentCache<String, Int, TestClock<Duration>>) async -> Int {
    await cache.value(for: "page") {
      made.withLock {
        $0 += 1; return $0
      }
    }
  }

  @Test func aValueIsMadeOnceWithin300Seconds() async {
    let cache = RecentCache<String, Int, TestClock<Duration>>(
      capacity: 2, lifetime: .seconds(300), clock: clock)
    #expect(await make(cache) == 1)
    await clock.advance(by: .milliseconds(299_999))
    #expect(await make(cache) == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(await make(cache) == 2)
    #expect(await cache.count == 1)
  }

  @Test func failedLoadsAreNotCached() async throws {
    let cache = RecentCache<String, Int, TestClock<Duration>>(
      capacity: 2, lifetime: .seconds(300), clock: clock)
    await #expect(throws: Refused()) {
      try await cache.value(for: "page") { () throws(Refused) in throw Refused() }
    }
    #expect(await cache.count == 0)
    #expect(await make(cache) == 1)
  }

  /// A value that takes long to make is as old as the question, not as the answer.
  @Test func aValueIsAsOldAsTheQuestion() async {
    let cache = RecentCache<String, Int, TestClock<Duration>>(
      capacity: 2, lifetime: .seconds(300), clock: clock)
    _ = await cache.value(for: "page") { [clock] in
      await clock.advance(by: .seconds(200))
      return 7
    }
    await clock.advance(by: .seconds(99))
    #expect(await make(cache) == 7)
    await clock.advance(by: .seconds(1))
    #expect(await make(cache) == 1)
  }

  /// An older page once replaced a newer one: the first request was the last to be answered.
  @Test func anOlderAnswerNeverReplacesANewerOne() async {
    let clock = TestClock()
    let cache = RecentCache<String, Int, TestClock<Duration>>(
      capacity: 1, lifetime: .seconds(300), clock: clock)
    let (asked, asks) = AsyncStream.makeStream(of: Void.self)
    let (gate, opens) = AsyncStream.makeStream(of: Void.self)
    async let early = cache.value(for: "page") {
      asks.yield()
      for await _ in gate { break }
      return 0
    }
    for await _ in asked { break }
    await clock.advance(by: .milliseconds(1))
    #expect(await cache.value(for: "page") { 1 } == 1)
    opens.yield()
    #expect(await early == 0)
    #expect(await cache.value(for: "page") { 2 } == 1)
  }
}
