public import Foundation
import HeadraceJournal

/// The database in which entities live: what they did, their messages and their timers.
///
/// It can be looked at and repaired without a ``DurableRuntime``, while workers use it.
public struct DurableJournal: Sendable {
  let journal: any EntityJournal

  #if Durable
    /// A database in memory, for tests; it ends with its last user.
    public static func memory() throws -> DurableJournal {
      DurableJournal(journal: SQLJournal(database: try SQLiteDatabase(path: nil)))
    }

    /// A database in a file, for the workers of one machine. Its folder must be there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isMade: Whether the file is made if it is not there, as for a worker.
    /// - Throws: ``DurableFailure/unopened(detail:)``.
    public static func sqlite(
      path: String, isMade: Bool = true
    ) throws(DurableFailure) -> DurableJournal {
      guard isMade || FileManager.default.fileExists(atPath: path) else {
        throw .unopened(detail: "'\(path)' is not there")
      }
      do {
        let database = try SQLiteDatabase(path: path, isMade: isMade)
        return DurableJournal(journal: SQLJournal(database: database))
      } catch {
        throw .unopened(detail: "'\(path)': \(error)")
      }
    }
  #endif

  #if Postgres
    /// A PostgreSQL database, for the workers of many machines.
    ///
    /// Nothing is connected before the journal is used. The role needs the right to create tables.
    /// Several hosts, TLS and the search for the primary are options of the connection string, such
    /// as `postgres://a,b/orders?target_session_attrs=read-write&sslmode=verify-full`.
    ///
    /// - Parameters:
    ///   - url: A connection string or a URL, as libpq takes them.
    ///   - connectionCount: How many connections are open at most. They are opened when they are
    ///     needed; all but one can commit at the same time. The server must allow that many to each
    ///     worker.
    /// - Throws: ``DurableFailure/unopened(detail:)`` if the connection string can't be read.
    public static func postgres(
      _ url: String, connectionCount: Int = 16
    ) throws(DurableFailure) -> DurableJournal {
      let address = PostgresAddress(url)
      if let problem = address.problem { throw .unopened(detail: problem) }
      let database = PostgresDatabase(address, connectionCount: max(1, connectionCount))
      return DurableJournal(journal: SQLJournal(database: database))
    }
  #endif

  // MARK: - Looking

  /// Entities by name.
  ///
  /// - Parameters:
  ///   - feature: Of which feature; of all for `nil`.
  ///   - status: With which status; with any for `nil`.
  ///   - after: The name before the first one; from the beginning for `nil`.
  ///   - limit: How many at most.
  /// - Throws: ``DurableFailure/database(detail:)``.
  public func entities(
    of feature: String? = nil, status: EntitySummary.Status? = nil, after: EntityID? = nil,
    limit: Int = 100
  ) async throws(DurableFailure) -> [EntitySummary] {
    try await attempt {
      try await journal.list(
        feature: feature, status: status, after: after.map { "\($0)" } ?? "", limit: limit)
    }
  }

  /// An entity as it is in the database; `nil` if there is none.
  ///
  /// - Throws: ``DurableFailure/database(detail:)``.
  public func summary(of id: EntityID) async throws(DurableFailure) -> EntitySummary? {
    try await attempt { try await journal.entity(id, eventsFrom: .end)?.summary }
  }

  /// All that an entity did, as a file that the inspector, `Replay` and the upgrade check read.
  ///
  /// - Parameters:
  ///   - id: The entity.
  ///   - app: The name of the program in its header.
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func history(
    of id: EntityID, app: String = ProcessInfo.processInfo.processName
  ) async throws(DurableFailure) -> Data {
    try await file(of: id, from: .first, app: app).data
  }

  /// An entity, and a file as of ``history(of:app:)`` that begins with its last checkpoint.
  package func recentHistory(
    of id: EntityID
  ) async throws(DurableFailure) -> (summary: EntitySummary, data: Data) {
    try await file(of: id, from: .checkpoint, app: "")
  }

  private func file(
    of id: EntityID, from start: EventStart, app: String
  ) async throws(DurableFailure) -> (summary: EntitySummary, data: Data) {
    let entity = try await attempt { try await journal.entity(id, eventsFrom: start) }
    guard let entity else { throw DurableFailure.absent(id) }
    let (feature, app) = (JSONValue.string(id.feature), JSONValue.string(app))
    let header = """
      {"action":\(feature),"actions":"codable","app":\(app),"journal":1,\
      "start":\(entity.start),"state":\(feature),"states":"codable"}

      """
    let data = Data((header + entity.events.map { $0.line + "\n" }.joined()).utf8)
    return (entity.summary, data)
  }

  // MARK: - Repairing

  /// Lets an entity continue that was paused, set aside or cancelled. One that runs is taken from
  /// its worker, as by ``move(_:)``.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func retry(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .ready, nil)
  }

  /// Stops an entity until it is retried: it takes no action, and its effects can't send any.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func pause(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .paused, nil)
  }

  /// Ends an entity for good: it takes no action, and its effects don't restart. Its history stays.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func cancel(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .cancelled, nil)
  }

  /// Takes an entity from the worker that runs it, so that any worker continues it: its effects
  /// that were in flight start again.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``; the failure
  ///   that says so if the entity is paused, set aside or cancelled.
  public func move(_ id: EntityID) async throws(DurableFailure) {
    if try await attempt({ try await journal.move(id) }) { return }
    guard let summary = try await summary(of: id) else { throw .absent(id) }
    switch summary.status {
    case .paused: throw .paused(id)
    case .aside: throw .setAside(id, reason: summary.reason ?? "")
    case .cancelled: throw .cancelled(id)
    // It was retried meanwhile, which takes it from its worker.
    case .ready: return
    }
  }

  /// Removes a message that waits for an entity, such as one that can't be read. Then
  /// ``retry(_:)`` continues an entity that was set aside for it. A worker that runs the entity may
  /// have read the message already.
  ///
  /// - Parameters:
  ///   - number: The number of the message, as the reason of the entity says it.
  ///   - source: Who has sent it.
  ///   - id: The entity that it is for.
  /// - Returns: The action of the message, as JSON; `nil` if there is no such message.
  /// - Throws: ``DurableFailure/database(detail:)``.
  public func dropMessage(
    _ number: Int, from source: String, to id: EntityID
  ) async throws(DurableFailure) -> EntityMessage.JSONText? {
    try await attempt {
      try await journal.drop(
        ReceivedMessage.ID(source: source, sequence: number), to: id, epoch: nil)
    }
  }

  /// Decides about an interrupted effect of an entity, as ``DurableRuntime/decide(_:effect:_:)``
  /// does: the worker that runs the entity reads it in its next search. It changes nothing if the
  /// effect does not wait for a decision then.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func decide(
    _ id: EntityID, effect: Int, _ policy: TakeoverPolicy
  ) async throws(DurableFailure) {
    guard try await summary(of: id) != nil else { throw .absent(id) }
    let message = EntityMessage(target: id, action: policy.rawValue)
    let source = Self.decider(of: id)
    try await attempt {
      // The last decision counts.
      _ = try await journal.drop(.init(source: source, sequence: effect), to: id, epoch: nil)
      _ = try await journal.perform([
        .message(source: source, sequence: effect, message, version: .max)
      ])
    }
  }

  /// The source of the messages that decide about effects of an entity.
  static func decider(of id: EntityID) -> String { "decide:\(id)" }

  private func set(
    _ id: EntityID, _ status: EntitySummary.Status, _ reason: String?
  ) async throws(DurableFailure) {
    let isThere = try await attempt {
      try await journal.set(id, status, reason: reason, epoch: nil)
    }
    guard isThere else { throw DurableFailure.absent(id) }
  }

  func attempt<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws(DurableFailure) -> Result {
    do {
      return try await body()
    } catch let failure as DurableFailure {
      throw failure
    } catch let failure as SQLFailure {
      throw .database(detail: failure.detail)
    } catch {
      throw .database(detail: "\(error)")
    }
  }
}
