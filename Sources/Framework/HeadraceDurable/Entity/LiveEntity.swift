/// What an entity needs of its runtime.
struct EntityHost: Sendable {
  let queue: CommitQueue
  let time: DurableTime
  /// The versions of features that this program has.
  let versions: [String: Int]
  /// Called after messages to entities were committed.
  let messagesWereSent: @Sendable (Set<EntityID>) -> Void
  /// Called when an entity is no longer run here; with a failure, if it did not end by itself.
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
  /// The state after everything is committed.
  func state() async throws -> any Sendable
  /// Starts an effect that waits for a decision, or lets it fail.
  ///
  /// - Returns: Whether there is such an effect.
  func decide(_ effect: Int, _ policy: TakeoverPolicy) async throws -> Bool
  /// Whether effects are in flight.
  var hasEffects: Bool { get }
  /// The effects that wait for a decision.
  var undecided: [UndecidedEffect] { get }
  /// Commits that the entity could be run, although it may have done nothing yet.
  func confirm() async
  /// Gives the entity back if it does nothing and no timer is due soon.
  ///
  /// - Parameter idle: For how long nothing may be due, in seconds.
  /// - Returns: Whether it was given back.
  func putAway(for idle: Double) async -> Bool
  /// Commits what can be committed, and gives the entity back for others to continue.
  func handOver() async
  /// Drops the entity, which another worker may own now; what was not committed is not done.
  func drop()
  /// Drops the entity, as the end of the program would.
  func abandon()
}

/// The entity was put away before anything was done: it can be opened again.
struct EntityClosed: Error {}

/// An effect that was interrupted, and for which somebody must decide.
public struct UndecidedEffect: Hashable, Sendable {
  /// Its number in its entity.
  public let number: Int
  /// The name that the author gave it.
  public let name: String?
  /// Its idempotency key.
  public let key: String
}
