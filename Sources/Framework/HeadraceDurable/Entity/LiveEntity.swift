/// The parts of a runtime that an entity needs.
struct EntityHost: Sendable {
  let queue: CommitQueue
  let metrics: DurableMetrics
  let time: DurableTime
  /// The versions of the features in this program.
  let versions: [String: Int]
  /// Called after messages to entities were committed.
  let messagesWereSent: @Sendable (Set<EntityID>) -> Void
  /// Called when an entity may be put away, and no sender is notified of that.
  let entityMayBeUnused: @Sendable () -> Void
  /// Called when an entity is no longer run here; with a failure if it did not end by itself.
  let entityWasClosed: @Sendable (EntityID, _ epoch: Int, DurableFailure?) -> Void
}

/// An entity that this worker owns, without its types.
protocol LiveEntity: Actor {
  nonisolated var id: EntityID { get }
  nonisolated var epoch: Int { get }

  /// Reduces an action, and returns when it is committed.
  ///
  /// - Throws: ``DurableFailure``; ``EntityClosed`` if nothing was done.
  func send(_ action: any Sendable) async throws
  /// Reduces messages, and returns when they are committed.
  func receive(_ messages: [ReceivedMessage]) async throws
  /// Returns the state once it is committed.
  func state() async throws -> any Sendable
  /// Starts an effect that waits for a decision, or lets it fail.
  ///
  /// - Returns: `true` if there is such an effect.
  func decide(_ effect: Int, _ policy: TakeoverPolicy) async throws -> Bool
  /// False once the entity is no longer run here.
  var isOpen: Bool { get }
  /// True if effects are in flight.
  var hasEffects: Bool { get }
  /// The effects that wait for a decision.
  var undecided: [UndecidedEffect] { get }
  /// True if something was committed since the entity was opened.
  var isConfirmed: Bool { get }
  /// Commits that the entity could be run, although it may not have done anything yet.
  func confirm() async
  /// Gives the entity back if it is idle and no timer is due soon.
  ///
  /// - Parameter idle: The time during which no timer may be due, in seconds.
  /// - Returns: `true` if the entity was given back.
  func putAway(for idle: Double) async -> Bool
  /// Commits what was done until now, and gives the entity back for others to continue.
  func handOver() async
  /// Drops the entity; uncommitted events don't count, and whoever waits for them gets an error.
  func drop(throwing error: any Error)
}

extension LiveEntity {
  /// Drops the entity, which another worker may own now.
  func drop() { drop(throwing: EntityClosed()) }
}

/// The entity was put away before anything was done: it can be opened again.
struct EntityClosed: Error {}

/// An interrupted effect that waits for a decision.
public struct UndecidedEffect: Hashable, Sendable {
  /// The effect's number in its entity.
  public let number: Int
  /// The name that its author gave it.
  public let name: String?
  /// The effect's idempotency key.
  public let key: String
}
