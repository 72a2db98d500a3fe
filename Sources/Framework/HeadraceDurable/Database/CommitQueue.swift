/// Performs the operations of many entities in few transactions.
///
/// Operations that arrive while transactions are being committed, as many as the database can do at
/// a time, go into the next one.
actor CommitQueue {
  private typealias Waiting = (
    operation: JournalOperation, answer: CheckedContinuation<JournalAnswer, any Error>
  )

  /// The maximum number of operations in a transaction.
  private static let operationCountMax = 256
  /// The time during which a failing database is retried; it is retried at least once.
  private static let patience = Duration.seconds(10)

  private let journal: any EntityJournal
  private let clock: any Clock<Duration>
  private let metrics: DurableMetrics
  private var waiting: [Waiting] = []
  /// The number of transactions in progress.
  private var runningCount = 0

  init(_ journal: any EntityJournal, clock: any Clock<Duration>, _ metrics: DurableMetrics) {
    (self.journal, self.clock, self.metrics) = (journal, clock, metrics)
  }

  /// Performs an operation.
  ///
  /// - Throws: ``DurableFailure/database(detail:)`` if the database fails for too long;
  ///   ``DurableFailure/unwritable(_:detail:)`` if it can't store a value of the operation.
  func perform(_ operation: JournalOperation) async throws -> JournalAnswer {
    guard runningCount < journal.transactionCountMax else {
      return try await withCheckedThrowingContinuation { waiting.append((operation, $0)) }
    }
    runningCount += 1
    defer { if waiting.isEmpty { runningCount -= 1 } else { Task { await run() } } }
    // In the caller's task, because another one may have to wake a thread.
    do {
      return try await retrying([operation])[0]
    } catch {
      throw failure(error, of: operation)
    }
  }

  private func run() async {
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.operationCountMax))
      waiting.removeFirst(batch.count)
      await perform(batch)
    }
    runningCount -= 1
  }

  private func perform(_ batch: [Waiting]) async {
    do {
      let answers = try await retrying(batch.map(\.operation))
      for (waiting, answer) in zip(batch, answers) { waiting.answer.resume(returning: answer) }
    } catch {
      let failure = error as? SQLFailure
      if failure?.isUnknown == true, batch.contains(where: \.operation.isMessage) {
        // The messages must not be repeated, but the others are, together.
        fail(batch.filter(\.operation.isMessage), error)
        let others = batch.filter { !$0.operation.isMessage }
        if !others.isEmpty { await perform(others) }
      } else if batch.count > 1, failure?.isTransient == false {
        // An operation that can't be done must not stop the others.
        for waiting in batch { await perform([waiting]) }
      } else {
        fail(batch, error)
      }
    }
  }

  private func fail(_ batch: [Waiting], _ error: any Error) {
    for waiting in batch {
      waiting.answer.resume(throwing: failure(error, of: waiting.operation))
    }
  }

  private func failure(_ error: any Error, of operation: JournalOperation) -> DurableFailure {
    guard let failure = error as? SQLFailure else { return .database(detail: "\(error)") }
    return failure.isRefused
      ? .unwritable(operation.id, detail: failure.detail) : .database(detail: failure.detail)
  }

  private func retrying(_ operations: [JournalOperation]) async throws -> [JournalAnswer] {
    let passed = clock.stopwatch()
    var pause = Duration.milliseconds(10)
    var isFirst = true
    while true {
      let start = ContinuousClock.now
      do {
        defer { metrics.transactionEnded(since: start) }
        return try await journal.perform(operations)
      } catch let failure as SQLFailure {
        guard failure.isTransient, isFirst || passed() < Self.patience,
          !failure.isUnknown || !operations.contains(where: \.isMessage)
        else { throw failure }
        isFirst = false
        // A cancelled caller must not end a commit, which may have the actions of other senders.
        try await Task { [clock, pause] in try await clock.sleep(for: pause) }.value
        pause = min(pause * 2, .seconds(1))
      }
    }
  }
}

extension JournalOperation {
  /// True if the operation must not be repeated, because a message may have been applied since.
  fileprivate var isMessage: Bool { if case .message = self { true } else { false } }
}

extension Clock<Duration> {
  /// Returns a closure that returns the time that has passed since.
  fileprivate func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
