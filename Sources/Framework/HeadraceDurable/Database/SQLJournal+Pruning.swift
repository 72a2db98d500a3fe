// MARK: - Pruning

extension SQLJournal {
  /// The number of entities that are read at once.
  private static let entityCountMax = 1_000
  /// The number of checkpoints that a transaction reads; it removes the events between them.
  private static let checkpointCount = 10

  func prune(feature: String?, before end: Double) async throws -> Int {
    var (last, count) = ("", 0)
    while true {
      let statement = SQLStatement(
        """
        SELECT id FROM headrace_entity WHERE id > $1 AND (CAST($2 AS TEXT) IS NULL OR feature = $2)
        AND checkpoint > 1 ORDER BY id LIMIT \(Self.entityCountMax)
        """, .text(last), feature.map { .text($0) } ?? .null)
      let ids = try await database.transaction { try $0.run([statement]) }[0].rows
        .compactMap { $0[0].text }
      for id in ids {
        var pruned = 0
        repeat {
          pruned = try await pruneNext(id, before: end)
          count += pruned
        } while pruned > 0
      }
      guard ids.count == Self.entityCountMax, let id = ids.last else { return count }
      last = id
    }
  }

  /// Removes the oldest events of an entity, so that it still begins with a checkpoint.
  private func pruneNext(_ id: String, before end: Double) async throws -> Int {
    // What the line of a checkpoint begins with; its time follows, in microseconds.
    let prefix = #"{"kind":"checkpoint","t":"#
    // None is later than the last checkpoint, which is where the entity continues.
    let checkpoints = SQLStatement(
      """
      SELECT j.sequence, substr(j.event, \(prefix.count + 1), 20), e.start
      FROM headrace_entity e JOIN headrace_journal j ON j.entity = e.id
      WHERE e.id = $1 AND j.sequence <= e.checkpoint AND j.event LIKE '\(prefix)%'
      ORDER BY j.sequence LIMIT \(Self.checkpointCount)
      """, .text(id))
    return try await database.transaction { transaction in
      let old = try transaction.run([checkpoints])[0].rows.prefix { row in
        guard let time = row[1].text?.prefix(while: \.isNumber), let microseconds = Double(time)
        else { return false }
        return (row[2].real ?? 0) + microseconds / 1_000_000 < end
      }
      guard let first = old.last?[0].integer else { return 0 }
      let removal = SQLStatement(
        "DELETE FROM headrace_journal WHERE entity = $1 AND sequence < $2", .text(id),
        .integer(first))
      return try transaction.run([removal])[0].changedCount
    }
  }
}
