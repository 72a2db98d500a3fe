/// The reason why a durable entity can't receive an action, be read or be changed.
public enum DurableFailure: Error, Hashable, Sendable {
  /// The runtime has no feature with this name.
  case unknownFeature(EntityID, known: [String])
  /// The name of a feature is invalid. No runtime was created.
  case invalidFeature(String, detail: String)
  /// The entity's feature has other actions.
  case wrongAction(EntityID, expected: String, found: String)
  /// The entity's feature has another state.
  case wrongState(EntityID, expected: String, found: String)
  /// The entity was last run by a later version of its feature. It is left unchanged.
  case laterVersion(EntityID, found: Int, supported: Int)
  /// The entity was set aside, and does nothing until it is retried.
  case setAside(EntityID, reason: String)
  /// The entity was paused, and accepts no action until it is retried.
  case paused(EntityID)
  /// The entity was cancelled, and no longer accepts actions.
  case cancelled(EntityID)
  /// There is no such entity.
  case absent(EntityID)
  /// Another worker has taken the entity, and runs it or has ended. Nothing was done: ask that
  /// worker, or try again later.
  ///
  /// If `worker` is empty, the lease of this worker has ended, and it accepts no entity until it is
  /// renewed.
  case elsewhere(EntityID, worker: String)
  /// Another worker has taken the entity over. The action was not applied by this worker.
  case fenced(EntityID)
  /// The limit of waiting actions was reached; see ``DurableLimits``.
  case full(EntityID, limit: Int)
  /// The entity's events can't be written. Nothing was done.
  case unwritable(EntityID, detail: String)
  /// The journal of the entity can't be read by this code.
  case unreadable(EntityID, detail: String)
  /// The database can't be opened. Nothing was done.
  case unopened(detail: String)
  /// The database failed. An action that was sent may or may not have been applied.
  case database(detail: String)
  /// The runtime was stopped.
  case stopped
}

extension DurableFailure: CustomStringConvertible {
  /// The problem and the expected condition.
  public var description: String {
    switch self {
    case .unknownFeature(let id, let known):
      """
      '\(id)' is of no feature of this runtime: expected \(known.map { "'\($0)/…'" }
        .joined(separator: ", ")).
      """
    case .invalidFeature(let name, let detail):
      "A feature can't have the name '\(name)': \(detail)."
    case .wrongAction(let id, let expected, let found):
      "'\(id)' takes actions of '\(expected)', not of '\(found)'."
    case .wrongState(let id, let expected, let found):
      "'\(id)' has a state of '\(expected)', not of '\(found)'."
    case .laterVersion(let id, let found, let supported):
      """
      '\(id)' was last run by version \(found) of its feature, and this program has version \
      \(supported): it is left to a later program.
      """
    case .setAside(let id, let reason): "'\(id)' was set aside: \(reason)"
    case .paused(let id): "'\(id)' is paused."
    case .cancelled(let id): "'\(id)' was cancelled."
    case .absent(let id): "There is no '\(id)'."
    case .elsewhere(let id, ""):
      "'\(id)' can't be taken now: the lease of this worker has ended, and is soon renewed."
    case .elsewhere(let id, let worker):
      "'\(id)' was taken by worker '\(worker)', which runs it or has ended."
    case .fenced(let id): "Another worker has taken '\(id)' over; the action was not applied here."
    case .full(let id, let limit):
      "'\(id)' is busy: \(limit) actions wait already. Send it later."
    case .unwritable(let id, let detail): "An action of '\(id)' can't be written: \(detail)."
    case .unreadable(let id, let detail): "The journal of '\(id)' can't be read: \(detail)."
    case .unopened(let detail): "The database can't be opened: \(detail)."
    case .database(let detail):
      "The database has failed, so an action that was sent may be applied or not: \(detail)."
    case .stopped: "The runtime was stopped."
    }
  }
}
