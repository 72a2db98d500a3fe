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
  /// The time during which a failing database is retried.
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
    try await withCheckedThrowingContinuation { continuation in
      waiting.append((operation, continuation))
      guard runningCount < journal.transactionCountMax else { return }
      runningCount += 1
      Task { await run() }
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
    } catch let failure as SQLFailure {
      // An operation that can't be done must not stop the others.
      let isGone = failure.isTransient && !failure.isUnknown
      for waiting in batch {
        if batch.count == 1 || isGone || failure.isUnknown && waiting.operation.isMessage {
          waiting.answer.resume(
            throwing: failure.isRefused
              ? DurableFailure.unwritable(waiting.operation.id, detail: failure.detail)
              : .database(detail: failure.detail))
        } else {
          await perform([waiting])
        }
      }
    } catch {
      for waiting in batch {
        waiting.answer.resume(throwing: DurableFailure.database(detail: "\(error)"))
      }
    }
  }

  private func retrying(_ operations: [JournalOperation]) async throws -> [JournalAnswer] {
    var pause = Duration.milliseconds(10)
    var waited = Duration.zero
    while true {
      let start = ContinuousClock.now
      do {
        defer { metrics.transactionEnded(since: start) }
        return try await journal.perform(operations)
      } catch let failure as SQLFailure {
        guard failure.isTransient, waited < Self.patience,
          !failure.isUnknown || !operations.contains(where: \.isMessage)
        else { throw failure }
        try await clock.sleep(for: pause)
        waited += pause
        pause = min(pause * 2, .seconds(1))
      }
    }
  }
}

extension JournalOperation {
  /// True if the operation must not be repeated, because a message may have been applied since.
  fileprivate var isMessage: Bool { if case .message = self { true } else { false } }
}
