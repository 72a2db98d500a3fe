public import Foundation
import HeadraceJournal

/// The database of entities, with their events, their messages and their timers.
///
/// It can be inspected and repaired without a ``DurableRuntime``, while workers use it.
public struct DurableJournal: Sendable {
  let journal: any EntityJournal

  #if Durable
    /// Creates a database in memory, for tests; it ends with its last user.
    public static func memory() throws -> DurableJournal {
      DurableJournal(journal: SQLJournal(database: try SQLiteDatabase(path: nil)))
    }

    /// Opens a database in a file, for the workers of one machine; its folder must exist.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - createsFile: Pass `true` to create the file if it does not exist, as a worker does.
    /// - Throws: ``DurableFailure/unopened(detail:)``.
    public static func sqlite(
      path: String, createsFile: Bool = true
    ) throws(DurableFailure) -> DurableJournal {
      guard createsFile || FileManager.default.fileExists(atPath: path) else {
        throw .unopened(detail: "'\(path)' is not there")
      }
      do {
        let database = try SQLiteDatabase(path: path, createsFile: createsFile)
        return DurableJournal(journal: SQLJournal(database: database))
      } catch {
        throw .unopened(detail: "'\(path)': \((error as? SQLFailure)?.detail ?? "\(error)")")
      }
    }
  #endif

  #if Postgres
    /// Opens a PostgreSQL database, for the workers of many machines.
    ///
    /// No connection is opened before the journal is used. The role needs the right to create
    /// tables. Several hosts, TLS and the search for the primary are options of the connection
    /// string, such as `postgres://a,b/orders?target_session_attrs=read-write&sslmode=verify-full`.
    ///
    /// - Parameters:
    ///   - url: A connection string or a URL, as libpq accepts them.
    ///   - connectionCount: The maximum number of open connections. They are opened on demand; all
    ///     but one can commit at the same time. The server must allow this number for each worker.
    /// - Throws: ``DurableFailure/unopened(detail:)`` if the connection string is invalid.
    public static func postgres(
      _ url: String, connectionCount: Int = 16
    ) throws(DurableFailure) -> DurableJournal {
      let address = PostgresAddress(url)
      if let problem = address.problem { throw .unopened(detail: problem) }
      let database = PostgresDatabase(address, connectionCount: max(1, connectionCount))
      return DurableJournal(journal: SQLJournal(database: database))
    }
  #endif

  // MARK: - Inspecting

  /// Returns entities in the order of their names.
  ///
  /// - Parameters:
  ///   - feature: The feature; `nil` for all.
  ///   - status: The status; `nil` for any.
  ///   - after: The name before the first result; `nil` to begin with the first entity.
  ///   - limit: The maximum number of entities.
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

  /// Returns an entity as stored in the database; `nil` if there is none.
  ///
  /// - Throws: ``DurableFailure/database(detail:)``.
  public func summary(of id: EntityID) async throws(DurableFailure) -> EntitySummary? {
    try await attempt { try await journal.entity(id, eventsFrom: .end)?.summary }
  }

  /// All that an entity did, as a file that the inspector, `Replay` and the upgrade check read;
  /// without what was pruned.
  ///
  /// - Parameters:
  ///   - id: The entity.
  ///   - app: The name of the program in the file's header.
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func history(
    of id: EntityID, app: String = ProcessInfo.processInfo.processName
  ) async throws(DurableFailure) -> Data {
    try await file(of: id, from: .first, app: app).data
  }

  /// Returns an entity, and a file like that of ``history(of:app:)``.
  ///
  /// - Parameter isRecent: True if the file begins with the last checkpoint.
  package func history(
    of id: EntityID, isRecent: Bool
  ) async throws(DurableFailure) -> (summary: EntitySummary, data: Data) {
    try await file(of: id, from: isRecent ? .checkpoint : .first, app: "")
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

  /// Lets an entity continue that was paused, set aside or cancelled.
  ///
  /// A running entity is taken from its worker, as by ``move(_:)``.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func retry(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .ready, nil)
  }

  /// Stops an entity until it is retried: it accepts no action, and its effects can't send any.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func pause(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .paused, nil)
  }

  /// Ends an entity for good: it accepts no action, and its effects don't restart.
  ///
  /// Its history is kept.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``.
  public func cancel(_ id: EntityID) async throws(DurableFailure) {
    try await set(id, .cancelled, nil)
  }

  /// Takes an entity from its worker, so that any worker continues it.
  ///
  /// Its effects that were in flight start again.
  ///
  /// - Throws: ``DurableFailure/absent(_:)``, ``DurableFailure/database(detail:)``; the
  ///   corresponding failure if the entity is paused, set aside or cancelled.
  public func move(_ id: EntityID) async throws(DurableFailure) {
    if try await attempt({ try await journal.move(id) }) { return }
    guard let summary = try await summary(of: id) else { throw .absent(id) }
    switch summary.status {
    case .paused: throw .paused(id)
    case .aside: throw .setAside(id, reason: summary.reason ?? "")
    case .cancelled: throw .cancelled(id)
    // It was retried in the meantime, which takes it from its worker.
    case .ready: return
    }
  }

  /// Removes a message that waits for an entity, such as one that can't be read.
  ///
  /// Afterwards, ``retry(_:)`` continues an entity that was set aside because of the message. A
  /// worker that runs the entity may have read the message already.
  ///
  /// - Parameters:
  ///   - number: The number of the message, as stated in the entity's reason.
  ///   - source: The sender of the message.
  ///   - id: The entity that the message is for.
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

  /// Decides about an interrupted effect of an entity, like ``DurableRuntime/decide(_:effect:_:)``.
  ///
  /// The worker that runs the entity reads the decision in its next search. It changes nothing if
  /// the effect does not wait for a decision at that time.
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
      _ = try await journal.perform([
        .message(
          source: source, sequence: effect, message, version: .max, isReplacing: true)
      ])
    }
  }

  /// Removes old events: those before the last checkpoint of each entity that is older than a date.
  ///
  /// Nothing that a worker needs is removed, and the history of each entity still begins with a
  /// checkpoint. Workers may use the database at the same time. Each transaction removes the events
  /// before one of the next ten checkpoints; if the program ends, the next call removes the rest.
  ///
  /// - Parameters:
  ///   - date: The date, by the clocks of the workers.
  ///   - feature: The feature whose entities are pruned; `nil` for all.
  /// - Returns: The number of removed events.
  /// - Throws: ``DurableFailure/database(detail:)``; then some events may have been removed.
  /// - Complexity: O(*n*) in the number of entities, with at least one transaction for each.
  @discardableResult public func prune(
    before date: Date, feature: String? = nil
  ) async throws(DurableFailure) -> Int {
    try await attempt {
      try await journal.prune(feature: feature, before: date.timeIntervalSince1970)
    }
  }

  /// Returns the source of messages with decisions about the effects of an entity.
  static func decider(of id: EntityID) -> String { "decide:\(id)" }

  /// Asks the database whether it is of a program that this one can understand.
  ///
  /// - Throws: ``DurableFailure/unopened(detail:)``, ``DurableFailure/database(detail:)``.
  package func requireKnownSchema() async throws(DurableFailure) {
    try await attempt { try await journal.requireKnownSchema() }
  }

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
