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

  /// The entity that it is about.
  var id: EntityID {
    switch self {
    case .claim(let id, _, _, _), .release(let id, _, _, _): id
    case .append(let turn): turn.id
    case .message(_, _, let message, _): message.target
    }
  }
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
  /// What somebody, or a worker, has decided about an entity.
  public enum Status: String, Hashable, Sendable {
    /// It takes actions, and a worker runs it when it has something to do.
    case ready
    /// Somebody paused it: it takes no action until it is retried.
    case paused
    /// A worker set it aside, because it can't be run: it takes no action until it is retried.
    case aside
    /// Somebody cancelled it: it takes no action, and stays for its history.
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
  /// Whether it takes actions, and otherwise why not.
  public let status: Status
  /// Why it was set aside.
  public let reason: String?
}

/// What a runtime needs of a database.
protocol EntityJournal: Sendable {
  /// How many transactions of the commit queue it can do at a time.
  var transactionCountMax: Int { get }
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
  /// Entities that nobody runs and that have something to do, those that are due first before the
  /// others, and those with messages that this worker runs or may take.
  ///
  /// - Parameter limit: How many of each kind at most.
  func waiting(
    worker: String, features: [String: Int], after: SearchPosition, limit: Int
  ) async throws -> WaitingEntities
  /// The messages to an entity after another one, in order for each source.
  func messages(
    for id: EntityID, after: ReceivedMessage.ID?, limit: Int
  ) async throws -> [ReceivedMessage]
  /// Removes a message that waits for an entity.
  ///
  /// - Parameter epoch: That of the entity's owner; `nil` for anybody.
  /// - Returns: Its action; `nil` if there is no such message, or another owner.
  func drop(_ message: ReceivedMessage.ID, to id: EntityID, epoch: Int?) async throws -> String?
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

/// Some of the entities that wait for a worker.
struct WaitingEntities: Sendable {
  /// Those that nobody takes, or whose owner has committed something since it took them.
  var ids: [EntityID] = []
  /// Those that were taken before, and not committed since: one of them may end its program.
  var suspects: [EntityID] = []
  /// Where the next ones begin; `nil` if these were the last.
  var next: SearchPosition?
}

/// How far a search is: the last entity that was due, and the last one with messages.
struct SearchPosition: Sendable {
  var due = -1.0
  var dueID = ""
  var target = ""
}

/// An entity with its events.
struct StoredEntity: Sendable {
  let summary: EntitySummary
  /// When it was made, in seconds since 1970.
  let start: Double
  let events: [StoredEvent]
}

/// Where the events begin that are read; at the end there are none.
enum EventStart: Sendable {
  case first, checkpoint, end
}
