public import Foundation

/// An operation of a worker on the journal; many are done in one transaction.
enum JournalOperation: Sendable {
  /// Takes an entity, or creates it now, in seconds since 1970; without a time it must exist.
  ///
  /// One that may have ended its program is taken only if `isSuspect` is true.
  case claim(EntityID, version: Int, worker: String, now: Double?, isSuspect: Bool = false)
  /// Appends an entity's events and their consequences.
  case append(Turn)
  /// Gives an entity back.
  case release(EntityID, epoch: Int, isActive: Bool, due: Double?)
  /// Adds a message that no entity sent, unless there is one; `isReplacing` replaces that.
  case message(
    source: String, sequence: Int, EntityMessage, version: Int, isReplacing: Bool = false)

  /// The entity to which the operation applies.
  var id: EntityID {
    switch self {
    case .claim(let id, _, _, _, _), .release(let id, _, _, _): id
    case .append(let turn): turn.id
    case .message(_, _, let message, _, _): message.target
    }
  }
}

/// The result of an operation.
enum JournalAnswer: Sendable {
  case done
  /// The operation was done before, and its answer was lost.
  case wasDone
  case claimed(ClaimedEntity)
  case refused(DurableFailure)
  /// The entity was set aside now, because it was taken too often without a commit.
  case exhausted
  /// Another worker owns the entity.
  case fenced
}

/// An entity that this worker now owns.
struct ClaimedEntity: Sendable {
  var epoch: Int
  /// The number of its events.
  var sequence: Int
  /// The time of its creation, in seconds since 1970.
  var start: Double
  /// Its events, beginning with the last checkpoint; empty for a new entity.
  var events: [StoredEvent]
  /// True if messages wait for the entity.
  var hasMessages = false
}

/// An event, as a line of a journal, with the version of the feature that wrote it.
struct StoredEvent: Sendable {
  let version: Int
  var line: String
}

/// The events of an entity since the last commit.
struct Turn: Sendable {
  let id: EntityID
  let epoch: Int
  /// The version of the feature.
  let version: Int
  /// The number of earlier events.
  let sequence: Int
  var events: [String] = []
  /// The number of the event that is now the last checkpoint.
  var checkpoint: Int?
  /// Messages to other entities, with the number of the event that sent them.
  var sent: [SentMessage] = []
  /// Messages from other entities that were applied.
  var applied: [ReceivedMessage.ID] = []
  /// True if the entity has effects in flight.
  var isActive = false
  /// The time at which the next timer is due, in seconds since 1970.
  var due: Double?

  var isEmpty: Bool { events.isEmpty }
}

/// A message to another entity.
struct SentMessage: Sendable {
  /// The number of the event that sent the message.
  let sequence: Int
  let message: EntityMessage
  /// The version of the target's feature that the sender knows.
  let version: Int
}

/// A message that waits for its target.
struct ReceivedMessage: Sendable, Identifiable {
  struct ID: Hashable, Sendable {
    let source: String
    let sequence: Int
  }
  let id: ID
  let target: EntityID
  let action: String
  /// The version of the target's feature that the sender knew.
  let version: Int
}

/// An entity as stored in the database.
public struct EntitySummary: Hashable, Sendable {
  /// A decision about an entity by an operator or a worker.
  public enum Status: String, Hashable, Sendable {
    /// The entity accepts actions, and a worker runs it when there is something to do.
    case ready
    /// An operator paused the entity: it accepts no action until it is retried.
    case paused
    /// A worker set the entity aside because it can't be run: it accepts no action until it is
    /// retried.
    case aside
    /// An operator cancelled the entity: it accepts no action, and is kept for its history.
    case cancelled
  }

  /// The name of the entity.
  public let id: EntityID
  /// The version of the feature that last ran the entity.
  public let version: Int
  /// The number of times that the entity was taken over.
  public let epoch: Int
  /// The worker that runs the entity; `nil` if none does.
  public let worker: String?
  /// The number of the entity's events.
  public let eventCount: Int
  /// True if the entity has effects in flight, or would have if a worker ran it.
  public let isActive: Bool
  /// The time at which its next timer is due, if the entity was put away until then.
  public let due: Date?
  /// The status, which determines whether the entity accepts actions.
  public let status: Status
  /// The reason why the entity was set aside.
  public let reason: String?
}

/// The operations that a runtime needs from a database.
protocol EntityJournal: Sendable {
  /// The number of the commit queue's transactions that can run at the same time.
  var transactionCountMax: Int { get }
  /// Creates the tables, if they don't exist.
  ///
  /// - Throws: ``DurableFailure/unopened(detail:)`` if a later version of Headrace created them.
  func prepare() async throws
  /// Checks that the tables are complete, and that no later version of Headrace created them.
  ///
  /// - Throws: As ``prepare()``, and ``SQLFailure`` if tables are missing.
  func requireKnownSchema() async throws
  /// Performs operations in one transaction: all of them or, if it throws, none.
  ///
  /// If it throws, the operations may still have been done; they are then requested again.
  func perform(_ operations: [JournalOperation]) async throws -> [JournalAnswer]
  /// Extends a worker's lease for some seconds from now on; 0 ends it.
  ///
  /// - Returns: `true` if the lease was still valid. Otherwise others may have taken the worker's
  ///   entities.
  @discardableResult
  func renew(worker: String, seconds: Double) async throws -> Bool
  /// Returns entities that wait for a worker.
  ///
  /// These are entities without a worker that have something to do, ordered by due time, and those
  /// with messages that this worker runs or may take.
  ///
  /// - Parameter limit: The maximum number of each kind.
  func waiting(
    worker: String, features: [String: Int], after: SearchPosition, limit: Int
  ) async throws -> WaitingEntities
  /// Returns the messages to an entity after a given one, in order for each source.
  func messages(
    for id: EntityID, after: ReceivedMessage.ID?, limit: Int
  ) async throws -> [ReceivedMessage]
  /// Removes a message that waits for an entity.
  ///
  /// - Parameter epoch: The epoch of the entity's owner; `nil` for any caller.
  /// - Returns: The message's action; `nil` if there is no such message, or another owner.
  func drop(_ message: ReceivedMessage.ID, to id: EntityID, epoch: Int?) async throws -> String?
  /// Returns an entity, and its events from a given one on.
  func entity(_ id: EntityID, eventsFrom: EventStart) async throws -> StoredEntity?
  /// Returns the epochs of those entities that exist.
  func epochs(of ids: [EntityID]) async throws -> [EntityID: Int]
  /// Returns entities in the order of their names, after a given one.
  func list(
    feature: String?, status: EntitySummary.Status?, after: String, limit: Int
  ) async throws -> [EntitySummary]
  /// Changes the status of an entity, and takes it from its worker.
  ///
  /// - Parameter epoch: The epoch that the entity must have; `nil` for any.
  /// - Returns: `true` if there is such an entity.
  func set(
    _ id: EntityID, _ status: EntitySummary.Status, reason: String?, epoch: Int?
  ) async throws -> Bool
  /// Removes events before the last checkpoint of each entity that is older than a date, in
  /// seconds since 1970.
  ///
  /// - Returns: The number of removed events.
  func prune(feature: String?, before: Double) async throws -> Int
  /// Takes an entity that is ready from its worker.
  ///
  /// - Returns: `true` if there is such an entity.
  func move(_ id: EntityID) async throws -> Bool
}

/// Some of the entities that wait for a worker.
struct WaitingEntities: Sendable {
  /// Entities that no worker has taken, or whose owner has committed something since then.
  var ids: [EntityID] = []
  /// Entities that were taken before without a later commit; one of them may end its program.
  ///
  /// They are those that were taken least often.
  var suspects: [EntityID] = []
  /// How often each suspect was taken; `Int.max` if there are none.
  var takenCount = Int.max
  /// The position of the next entities; `nil` if these were the last.
  var next: SearchPosition?
}

/// The position of a search: the last due entity, and the last one with messages.
struct SearchPosition: Sendable {
  var due = -1.0
  var dueID = ""
  var target = ""
}

/// An entity with its events.
struct StoredEntity: Sendable {
  let summary: EntitySummary
  /// The time of its creation, in seconds since 1970.
  let start: Double
  let events: [StoredEvent]
}

/// The position of the first event to read; at the end there are none.
enum EventStart: Sendable {
  case first, checkpoint, end
}
