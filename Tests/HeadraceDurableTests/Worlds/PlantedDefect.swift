#if Durable
  import Foundation

  @testable import HeadraceDurable

  /// A defect of the journal that the worlds must find: it changes statements, or their results.
  enum PlantedDefect: String, CaseIterable, Sendable {
    case messagesAreLost, messageIsNotWritten, timerIsClearedByClaim, timerIsNotSearched
    case activityIsNotWritten, deadWorkersKeepEntities, epochIsNotChecked, epochIsNotRaised
    case messagesAreReversed, checkpointIsMoved, repeatedCommitIsRefused, refusedCommitIsDone
    case lastEventsAreNotRead, laterVersionIsTaken, pausedEntityIsTaken, pauseIsNotNoticed
    case checkpointIsPruned

    /// Returns the statement that is run instead; `nil` for none.
    func changed(_ statement: SQLStatement) -> SQLStatement? {
      let sql = statement.sql
      func replacing(_ old: String, _ new: String) -> SQLStatement {
        SQLStatement(sql.replacing(old, with: new), values: statement.values)
      }
      switch self {
      case .epochIsNotChecked: return replacing("AND epoch = $2 AND seq", "AND $2 = $2 AND seq")
      case .epochIsNotRaised: return replacing("SET epoch = epoch + 1", "SET epoch = epoch")
      case .laterVersionIsTaken: return replacing("AND version <= $3 AND", "AND $3 = $3 AND")
      case .pausedEntityIsTaken:
        return replacing("$1 AND status = 'ready' AND version", "$1 AND version")
      case .pauseIsNotNoticed: return replacing("reason = $3, epoch = epoch + 1", "reason = $3")
      case .timerIsClearedByClaim:
        return replacing("attempts = attempts +", "due = NULL, attempts = attempts +")
      case .timerIsNotSearched: return replacing("OR e.due <=", "OR e.due < 0 AND 0 <")
      case .activityIsNotWritten: return replacing("active = $6", "active = 0 * $6")
      case .deadWorkersKeepEntities: return replacing("w.lease >", "w.lease IS NULL OR 0 <")
      case .messagesAreLost:
        return replacing("source = $1 AND sequence = $2", "source = $1 AND $2 = $2")
      case .messageIsNotWritten:
        return sql.hasPrefix("INSERT INTO headrace_message") ? nil : statement
      case .messagesAreReversed: return replacing("BY source, sequence", "BY source, sequence DESC")
      case .checkpointIsMoved: return replacing("COALESCE($5, checkpoint)", "COALESCE($5, $4)")
      case .checkpointIsPruned:
        return replacing("entity = $1 AND sequence < $2", "entity = $1 AND sequence <= $2")
      case .lastEventsAreNotRead:
        return sql.hasPrefix("SELECT event, version")
          ? SQLStatement(sql + " LIMIT 4", values: statement.values) : statement
      case .repeatedCommitIsRefused, .refusedCommitIsDone: return statement
      }
    }

    /// Returns the results that are answered instead of those of statements.
    func changed(_ results: [SQLResult], of statements: [SQLStatement]) -> [SQLResult] {
      zip(results, statements).map { result, statement in
        var result = result
        if self == .repeatedCommitIsRefused, statement.sql.hasPrefix("SELECT event FROM") {
          result.rows = []
        }
        if self == .refusedCommitIsDone, statement.sql.contains("SET sequence = $4") {
          result.changedCount = 1
        }
        return result
      }
    }
  }
#endif
