/// How much a runtime holds in memory, and how often it looks around.
public struct DurableLimits: Hashable, Sendable {
  /// What happens to an action for which there is no room.
  public enum Overflow: Hashable, Sendable {
    /// Its sender waits.
    case wait
    /// Its sender gets ``DurableFailure/full(_:limit:)``.
    case refuse
  }

  /// How many entities are in memory at once. Beyond it, those that were not used for longest are
  /// put away, if they do nothing.
  public var entityCountMax = 100_000
  /// How many actions of one entity may wait for their commit.
  public var entityQueueMax = 1_000
  /// How many actions of all entities may wait for their commit.
  public var queueMax = 100_000
  /// What happens to an action beyond these limits.
  public var overflow = Overflow.wait
  /// After which time without an action an entity that does nothing is put away.
  public var idleTime = Duration.seconds(30)
  /// How long this worker's entities stay its own if it is no longer heard of.
  public var lease = Duration.seconds(15)
  /// How often it looks for entities that wait for a worker.
  public var searchInterval = Duration.milliseconds(500)

  /// Creates the default limits.
  public init() {}
}
