// MARK: - Operations

extension SQLJournal {
  func perform(_ operations: [JournalOperation]) async throws -> [JournalAnswer] {
    // All workers lock entities in the same order, so that there is no deadlock.
    let order = operations.indices.sorted {
      (operations[$0].locked, $0) < (operations[$1].locked, $1)
    }
    let answers = try await performInOrder(order.map { operations[$0] })
    return zip(order, answers).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func performInOrder(_ operations: [JournalOperation]) async throws -> [JournalAnswer] {
    try await database.transaction { transaction in
      // The deciding statements of all operations come first, then those that depend on them.
      var answers = try beginAll(operations, in: transaction)
      let followUps = zip(operations, answers).map { self.followUps(of: $0, $1) }
      var results = try transaction.finish(followUps.flatMap(\.self))[...]
      for index in operations.indices {
        let own = results.prefix(followUps[index].count)
        results = results.dropFirst(own.count)
        finish(&answers[index], of: operations[index], with: Array(own))
      }
      return answers
    }
  }

  private func beginAll(
    _ operations: [JournalOperation], in transaction: any SQLTransaction
  ) throws -> [JournalAnswer] {
    let first = operations.map(beginning)
    var results = try transaction.run(first.flatMap(\.self))[...]
    var answers = zip(operations, first).map { operation, statements in
      let own = Array(results.prefix(statements.count))
      results = results.dropFirst(statements.count)
      return answer(to: operation, own)
    }
    try findDone(operations, &answers, in: transaction)
    return answers
  }

  /// Finds the refused turns that were committed before, without an acknowledgement.
  private func findDone(
    _ operations: [JournalOperation], _ answers: inout [JournalAnswer],
    in transaction: any SQLTransaction
  ) throws {
    let refused = zip(operations, answers).enumerated().compactMap { index, pair in
      guard case (.append(let turn), .fenced) = pair else { return (index: Int, turn: Turn)?.none }
      return (index, turn)
    }
    let events = refused.map { _, turn in
      SQLStatement(
        "SELECT event FROM headrace_journal WHERE entity = $1 AND sequence = $2 AND epoch = $3",
        .text("\(turn.id)"), .integer(turn.sequence + 1), .integer(turn.epoch))
    }
    let starts = refused.map { _, turn in
      SQLStatement(
        "SELECT MIN(sequence) FROM headrace_journal WHERE entity = $1", .text("\(turn.id)"))
    }
    let results = try transaction.run(events + starts)
    for (place, (index, turn)) in refused.enumerated() {
      let event = results[place].rows.first?[0].text
      let start = results[events.count + place].rows.first?[0].integer ?? 0
      if let event, event == turn.events.first {
        answers[index] = .wasDone
      } else if start > turn.sequence + 1 {
        answers[index] = .refused(
          .database(detail: "'\(turn.id)' was pruned before its commit was confirmed"))
      }
    }
  }

  /// Returns the statements that decide about an operation.
  private func beginning(_ operation: JournalOperation) -> [SQLStatement] {
    switch operation {
    case .claim(let id, let version, let worker, let now, let isSuspect):
      return claiming(id, version: version, worker: worker, now: now, isSuspect: isSuspect)
    case .append(let turn):
      let last = turn.sequence + turn.events.count
      return [
        SQLStatement(
          """
          UPDATE headrace_entity SET sequence = $4, checkpoint = COALESCE($5, checkpoint),
          active = $6, due = $7, attempts = 0, version = $8
          WHERE id = $1 AND epoch = $2 AND sequence = $3
          """, .text("\(turn.id)"), .integer(turn.epoch), .integer(turn.sequence),
          .integer(last), turn.checkpoint.map { .integer($0) } ?? .null,
          .integer(turn.isActive ? 1 : 0), .optional(turn.due), .integer(turn.version))
      ]
    case .release(let id, let epoch, let isActive, let due):
      return [
        SQLStatement(
          """
          UPDATE headrace_entity SET worker = NULL, attempts = 0, due = $3,
          active = $4 WHERE id = $1 AND epoch = $2
          """, .text("\(id)"), .integer(epoch), .optional(due), .integer(isActive ? 1 : 0))
      ]
    case .message(let source, let sequence, let message, let version, let isReplacing):
      let resolution = isReplacing ? "UPDATE SET action = excluded.action" : "NOTHING"
      return [
        SQLStatement(
          """
          INSERT INTO headrace_message (source, sequence, target, action, version)
          VALUES ($1, $2, $3, $4, $5) ON CONFLICT (source, sequence) DO \(resolution)
          """, .text(source), .integer(sequence), .text("\(message.target)"),
          .text(message.action), .integer(version))
      ]
    }
  }

  /// Returns the statements that claim an entity, creating it now if necessary.
  ///
  /// The entity must be free, and the worker must have a lease. When a database is available again,
  /// the leases of all workers may have ended. Without this condition, each would take the same
  /// entity from the previous one, and none would commit anything.
  ///
  /// A suspect is left to a search, so that a kill from outside counts against few suspects.
  private func claiming(
    _ id: EntityID, version: Int, worker: String, now: Double?, isSuspect: Bool
  ) -> [SQLStatement] {
    let name = SQLValue.text("\(id)")
    // A worker that takes its own entity again has not crashed.
    let isExhausted = "attempts >= \(Self.attemptCountMax) AND COALESCE(worker, '') <> $2"
    let mayBeTaken = "attempts < \(Self.suspectCountMin) OR worker = $2 OR \(isExhausted)"
    let creation = now.map { now in
      SQLStatement(
        """
        INSERT INTO headrace_entity (id, feature, version, epoch, sequence, checkpoint, active,
        start, attempts, status)
        VALUES ($1, $2, $3, 0, 0, 0, 0, $4, 0, 'ready')
        ON CONFLICT (id) DO NOTHING
        """, name, .text(id.feature), .integer(version), .real(now))
    }
    return (creation.map { [$0] } ?? []) + [
      SQLStatement(
        """
        SELECT version, status, reason, worker FROM headrace_entity WHERE id = $1
        """, name),
      SQLStatement(
        """
        UPDATE headrace_entity AS e SET epoch = epoch + 1, worker = $2,
        attempts = attempts + CASE WHEN worker = $2 THEN 0 ELSE 1 END,
        status = CASE WHEN \(isExhausted) THEN 'aside' ELSE status END,
        reason = CASE WHEN \(isExhausted) THEN '\(Self.attemptsText)' ELSE reason END
        WHERE id = $1 AND status = 'ready' AND version <= $3 AND \(isFree(but: "e.worker = $2"))
        AND EXISTS (
          SELECT 1 FROM headrace_worker o WHERE o.id = $2 AND o.lease > \(database.now))
        AND (\(isSuspect ? "TRUE" : mayBeTaken))
        RETURNING epoch, sequence, start, status
        """, name, .text(worker), .integer(version)),
    ]
  }

  static let attemptsText =
    "its program ended \(attemptCountMax) times after taking it, before it had committed anything."

  private func answer(to operation: JournalOperation, _ results: [SQLResult]) -> JournalAnswer {
    switch operation {
    case .claim(let id, let version, _, _, _):
      let rows = results.suffix(2).map(\.rows.first)
      let (before, after) = (rows[0], rows[1])
      if let after, after[3].text == EntitySummary.Status.ready.rawValue {
        return .claimed(
          ClaimedEntity(
            epoch: after[0].integer ?? 0, sequence: after[1].integer ?? 0,
            start: after[2].real ?? 0, events: []))
      }
      return after == nil ? .refused(refusal(of: id, version, before)) : .exhausted
    case .append: return results[0].changedCount > 0 ? .done : .fenced
    case .release, .message: return .done
    }
  }

  private func refusal(of id: EntityID, _ version: Int, _ row: [SQLValue]?) -> DurableFailure {
    guard let row else { return .absent(id) }
    let found = row[0].integer ?? version
    switch row[1].text.flatMap(EntitySummary.Status.init) {
    case .aside: return .setAside(id, reason: row[2].text ?? "")
    case .paused: return .paused(id)
    case .cancelled: return .cancelled(id)
    case _ where found > version && row[3].text == nil:
      return .laterVersion(id, found: found, supported: version)
    default: return .elsewhere(id, worker: row[3].text ?? "")
    }
  }

  /// Returns the statements that follow from the answer to an operation.
  private func followUps(
    of operation: JournalOperation, _ answer: JournalAnswer
  ) -> [SQLStatement] {
    switch (operation, answer) {
    case (.claim(let id, _, _, _, _), .claimed):
      return [
        SQLStatement(
          """
          SELECT event, version FROM headrace_journal WHERE entity = $1
          AND sequence >= (SELECT checkpoint FROM headrace_entity WHERE id = $1)
          ORDER BY sequence
          """, .text("\(id)")),
        SQLStatement(
          "SELECT 1 FROM headrace_message WHERE target = $1 LIMIT 1", .text("\(id)")),
      ]
    case (.append(let turn), .done):
      let name = SQLValue.text("\(turn.id)")
      let events = turn.events.enumerated().map { index, event in
        SQLStatement(
          """
          INSERT INTO headrace_journal (entity, sequence, epoch, version, event)
          VALUES ($1, $2, $3, $4, $5)
          """, name, .integer(turn.sequence + 1 + index), .integer(turn.epoch),
          .integer(turn.version), .text(event))
      }
      let sent = turn.sent.map { sent in
        beginning(
          .message(
            source: "\(turn.id)", sequence: sent.sequence, sent.message, version: sent.version))[0]
      }
      let applied = turn.applied.map { message in
        SQLStatement(
          "DELETE FROM headrace_message WHERE source = $1 AND sequence = $2",
          .text(message.source), .integer(message.sequence))
      }
      return events + sent + applied
    default: return []
    }
  }

  private func finish(
    _ answer: inout JournalAnswer, of operation: JournalOperation, with results: [SQLResult]
  ) {
    guard case .claimed(var entity) = answer else { return }
    entity.events = results[0].rows.compactMap(StoredEvent.init)
    entity.hasMessages = !results[1].rows.isEmpty
    answer = .claimed(entity)
  }
}

extension JournalOperation {
  /// The name of the entity whose row the operation locks; empty if it locks none that others lock.
  fileprivate var locked: String {
    if case .message = self { "" } else { "\(id)" }
  }
}
