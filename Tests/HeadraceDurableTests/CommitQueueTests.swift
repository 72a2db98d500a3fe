#if Durable
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// The commit queue beside a database that fails.
  @Suite struct CommitQueueTests {
    /// A database whose transactions fail after some seconds.
    private final class FailingDatabase: SQLDatabase {
      let clock = TestClock()
      let attempts = LockIsolated(0)
      private let seconds: Int

      init(after seconds: Int = 0) { self.seconds = seconds }

      var now: String { "0" }

      func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
      ) async throws -> Result {
        attempts.withValue { $0 += 1 }
        if seconds > 0 { try await clock.sleep(for: .seconds(seconds)) }
        throw SQLFailure(detail: "busy", isTransient: true)
      }
    }

    /// Sends messages, and lets time pass until all have failed.
    private func fail(_ count: Int, _ database: FailingDatabase) async throws {
      let queue = CommitQueue(
        SQLJournal(database: database), clock: database.clock, DurableMetrics(features: []))
      let left = LockIsolated(count)
      for number in 1...count {
        Task {
          await #expect(throws: DurableFailure.database(detail: "busy")) {
            _ = try await queue.perform(
              .release(EntityID("order", "\(number)"), epoch: 1, isActive: false, due: nil))
          }
          left.withValue { $0 -= 1 }
        }
      }
      while left.value > 0 {
        await database.clock.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }

    /// Each operation of a failed batch was tried for ten seconds more, alone.
    @Test func operationsThatFailTogetherAreTriedTogether() async throws {
      let database = FailingDatabase()
      try await fail(10, database)
      #expect(database.attempts.value < 40)
    }

    /// The patience counted only the pauses, so that a database that is slow to fail was tried for
    /// minutes.
    @Test func theTimeOfAttemptsCountsAsWaiting() async throws {
      let database = FailingDatabase(after: 4)
      try await fail(1, database)
      #expect(database.attempts.value <= 4)
    }

    @Test func aFirstAttemptOfAnyLengthIsRepeated() async throws {
      let database = FailingDatabase(after: 30)
      try await fail(1, database)
      #expect(database.attempts.value == 2)
    }
  }
#endif
