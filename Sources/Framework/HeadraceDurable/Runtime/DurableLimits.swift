/// The memory limits of a runtime, and the intervals of its work.
public struct DurableLimits: Hashable, Sendable {
  /// The treatment of an action for which there is no room.
  public enum Overflow: Hashable, Sendable {
    /// The sender waits.
    case wait
    /// The sender receives ``DurableFailure/full(_:limit:)``.
    case refuse
  }

  /// The maximum number of entities in memory.
  ///
  /// Beyond it, the least recently used entities are put away if they are idle.
  public var entityCountMax = 100_000
  /// The maximum number of one entity's actions that wait for their commit.
  public var entityQueueMax = 1_000
  /// The maximum number of all entities' actions that wait for their commit.
  public var queueMax = 100_000
  /// The treatment of an action beyond these limits.
  public var overflow = Overflow.wait
  /// The time without an action after which an idle entity is put away.
  public var idleTime = Duration.seconds(30)
  /// The time for which this worker keeps its entities when it no longer renews its lease.
  public var lease = Duration.seconds(15)
  /// The interval between searches for entities that wait for a worker.
  public var searchInterval = Duration.milliseconds(500)

  /// Creates the default limits.
  public init() {}
}
