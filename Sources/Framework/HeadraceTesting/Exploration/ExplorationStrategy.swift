/// A strategy by which ``explore(_:schedules:seed:fileID:filePath:line:column:_:)`` chooses the
/// next event.
///
/// No strategy observes accesses to memory: a step is the code that a task runs between two
/// suspensions.
public struct ExplorationStrategy: Sendable, Equatable {
  enum Kind: Equatable {
    case mixed, random, pos, surw, feedback
    case exhaustive(usesSleepSets: Bool)
    case pct(depth: Int)
    case replay(String)
  }

  let kind: Kind

  /// Uses ``random``, ``pct(depth:)`` with depths 2 and 3, ``pos`` and ``surw`` in turn.
  public static let mixed = Self(kind: .mixed)

  /// Chooses each candidate with equal probability.
  public static let random = Self(kind: .random)

  /// Gives tasks random priorities, and makes the highest the lowest at `depth - 1` random choices.
  ///
  /// See Burckhardt and others: "A Randomized Scheduler with Probabilistic Guarantees of Finding
  /// Bugs", ASPLOS 2010.
  ///
  /// - Parameter depth: The number of events whose order the bug depends on; 1 or more. Most bugs
  ///   need 2.
  public static func pct(depth: Int = 2) -> Self { Self(kind: .pct(depth: depth)) }

  /// Gives each step a random priority, and draws it again after a step of the same actor.
  ///
  /// See Yuan, Yang, Gu: "Partial Order Aware Concurrency Sampling", CAV 2018.
  ///
  /// Which steps conflict is unknown if they share data without an actor, so after such a step all
  /// priorities are drawn again.
  public static let pos = Self(kind: .pos)

  /// Chooses a task in proportion to its remaining steps, estimated from the first order.
  ///
  /// See Zhao and others: "Selectively Uniform Concurrency Testing", ASPLOS 2025.
  public static let surw = Self(kind: .surw)

  /// Begins an order like an earlier one that first had two particular steps in a row, and
  /// continues at random (as Fest does for Fray, NSDI 2026).
  ///
  /// It runs on one core.
  public static let feedback = Self(kind: .feedback)

  /// Tries every order, one after another, for small tests, which have fewer orders than schedules.
  ///
  /// No order is left out, because it is unknown what tasks share. It runs on one core.
  public static let exhaustive = Self(kind: .exhaustive(usesSleepSets: false))

  /// Tries every order, except those that pure reducers could not tell from another one.
  ///
  /// Like ``exhaustive``, but of the orders that only a reducer that shares data with effects could
  /// tell apart, one runs.
  ///
  /// It runs a fraction of the orders: a test store reduces an action before or after the code of
  /// another effect runs, but not both, unless the action cancels effects or wakes tasks.
  /// The orders of actions, and those of the code of effects, are all tried.
  ///
  /// It uses sleep sets. See Godefroid: "Partial-Order Methods for the Verification of Concurrent
  /// Systems", 1996.
  ///
  /// - Parameter assumingPureReducers: If true, data that reducers and effects share is expected in
  ///   actions, shared values, dates, identifiers and random numbers only. If false, no order is
  ///   left out. A store with instruments is not assumed to be pure.
  public static func exhaustive(assumingPureReducers: Bool) -> Self {
    Self(kind: .exhaustive(usesSleepSets: assumingPureReducers))
  }

  /// Repeats the order that a report has printed, and no other.
  ///
  /// - Parameter schedule: The text of the report, such as `1:4.1-9.2`.
  public static func replay(_ schedule: String) -> Self { Self(kind: .replay(schedule)) }
}
