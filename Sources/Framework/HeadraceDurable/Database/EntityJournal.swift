public import Foundation

/// What a worker asks of the journal; many are done in one transaction.
enum JournalOperation: Sendable {
  /// Takes an entity, or makes it.
  case claim(EntityID, version: Int, worker: String, now: Double)
  /// Appends what an entity did, and what follows from it.
  case append(Turn)
  /// Gives an entity back.
  case release(EntityID, epoch: Int, isActive: Bool, due: Double?)
  /// Adds a message of no entity.
  case message(source: String, sequence: Int, EntityMessage, version: Int)
}

/// What an operation gave.
enum JournalAnswer: Sendable {
  case done
  /// It was done before, and the answer was lost.
  case wasDone
  case claimed(ClaimedEntity)
  case refused(DurableFailure)
  /// Another worker owns the entity.
  case fenced
}

/// An entity that this worker owns from now on.
struct ClaimedEntity: Sendable {
  var epoch: Int
  /// How many events it has.
  var sequence: Int
  /// When it was made, in seconds since 1970.
  var start: Double
  /// Its events from the last checkpoint on, which is the first; none for a new entity.
  var events: [StoredEvent]
  /// Whether messages wait for it.
  var hasMessages = false
}

/// An event, as a line of a journal, and the version of the feature that wrote it.
struct StoredEvent: Sendable {
  let version: Int
  var line: String
}

/// What an entity did since the last commit.
struct Turn: Sendable {
  let id: EntityID
  let epoch: Int
  /// The version of the feature.
  let version: Int
  /// How many events there were before.
  let sequence: Int
  var events: [String] = []
  /// The number of the event that is now the last checkpoint.
  var checkpoint: Int?
  /// Messages to other entities, by the number of the event that sent them.
  var sent: [SentMessage] = []
  /// Messages from others that were applied.
  var applied: [ReceivedMessage.ID] = []
  /// Whether it has effects in flight.
  var isActive = false
  /// When the next timer is due, in seconds since 1970.
  var due: Double?

  var isEmpty: Bool { events.isEmpty }
}

/// A message to another entity.
struct SentMessage: Sendable {
  /// The number of the event that sent it.
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

/// An entity as it is in the database.
public struct EntitySummary: Hashable, Sendable {
  /// Whether an entity does something.
  public enum Status: String, Hashable, Sendable {
    /// It takes actions.
    case ready
    /// Somebody paused it.
    case paused
    /// A worker set it aside, because it can't be run.
    case aside
    /// Somebody cancelled it; it stays for its history.
    case cancelled
  }

  /// Its name.
  public let id: EntityID
  /// The version of the feature that ran it last.
  public let version: Int
  /// How often it was taken over.
  public let epoch: Int
  /// The worker that runs it; `nil` if none does.
  public let worker: String?
  /// How many events it has.
  public let eventCount: Int
  /// Whether it has effects in flight, or would have if a worker ran it.
  public let isActive: Bool
  /// When its next timer is due, if it was put away until then.
  public let due: Date?
  /// Whether it does something.
  public let status: Status
  /// Why it was set aside.
  public let reason: String?
}

/// What a runtime needs of a database.
protocol EntityJournal: Sendable {
  /// Makes the tables, if they are not there.
  func prepare() async throws
  /// Does operations in one transaction: all of them or, if it throws, none. It may have done them
  /// although it throws, and is then asked again.
  func perform(_ operations: [JournalOperation]) async throws -> [JournalAnswer]
  /// Says that a worker lives for some seconds from now on; for none, that it has ended.
  ///
  /// - Returns: Whether it lived until now. Otherwise others may have taken its entities.
  @discardableResult
  func renew(worker: String, seconds: Double) async throws -> Bool
  /// Entities that nobody runs and that have something to do, and those with messages that this
  /// worker runs or may take.
  func waiting(worker: String, features: [String: Int], limit: Int) async throws -> Set<EntityID>
  /// The messages to an entity, in order for each source.
  func messages(for id: EntityID, limit: Int) async throws -> [ReceivedMessage]
  /// An entity, and its events from a number on.
  func entity(_ id: EntityID, eventsFrom: EventStart) async throws -> StoredEntity?
  /// Entities by name, after another.
  func list(
    feature: String?, status: EntitySummary.Status?, after: String, limit: Int
  ) async throws -> [EntitySummary]
  /// Changes the status of an entity, and takes it from its worker.
  ///
  /// - Parameter epoch: The epoch that it must have; any for `nil`.
  /// - Returns: Whether there is such an entity.
  func set(
    _ id: EntityID, _ status: EntitySummary.Status, reason: String?, epoch: Int?
  ) async throws -> Bool
  /// Takes an entity that is ready from its worker.
  ///
  /// - Returns: Whether there is such an entity.
  func move(_ id: EntityID) async throws -> Bool
}

/// An entity with its events.
struct StoredEntity: Sendable {
  let summary: EntitySummary
  /// When it was made, in seconds since 1970.
  let start: Double
  let events: [StoredEvent]
}

/// Where the events begin that are read.
enum EventStart: Sendable {
  case first, checkpoint
}
