/// Does the operations of many entities in few transactions: what comes while transactions are
/// being committed, as many as the database can do at a time, goes into the next one.
actor CommitQueue {
  private typealias Waiting = (
    operation: JournalOperation, answer: CheckedContinuation<JournalAnswer, any Error>
  )

  /// How many operations a transaction has at most.
  private static let operationCountMax = 256
  /// How long a failing database is asked again.
  private static let patience = Duration.seconds(10)

  private let journal: any EntityJournal
  private let clock: any Clock<Duration>
  private var waiting: [Waiting] = []
  /// How many transactions are being done.
  private var runningCount = 0

  init(_ journal: any EntityJournal, clock: any Clock<Duration>) {
    (self.journal, self.clock) = (journal, clock)
  }

  /// Does an operation.
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
      // One that can't be done must not stop the others.
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
      do {
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
  /// Whether it must not be done a second time: a message may have been applied since.
  fileprivate var isMessage: Bool { if case .message = self { true } else { false } }
}
