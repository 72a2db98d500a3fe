/// How ``explore(_:schedules:seed:fileID:filePath:line:column:_:)`` decides what happens next.
///
/// None of them sees accesses to memory: a step is what a task runs between two suspensions.
public struct ExplorationStrategy: Sendable, Equatable {
  enum Kind: Equatable {
    case mixed, random, pos, surw, feedback, exhaustive
    case pct(depth: Int)
    case replay(String)
  }

  let kind: Kind

  /// ``random``, ``pct(depth:)`` with depths 2 and 3, ``pos`` and ``surw`` in turn.
  public static let mixed = Self(kind: .mixed)

  /// Each candidate is as likely as the others.
  public static let random = Self(kind: .random)

  /// Tasks have random priorities, and at `depth - 1` random choices the task with the highest one
  /// gets the lowest (Burckhardt and others: "A Randomized Scheduler with Probabilistic Guarantees
  /// of Finding Bugs", ASPLOS 2010).
  ///
  /// - Parameter depth: How many events in order the bug needs; 1 or more. Most need 2.
  public static func pct(depth: Int = 2) -> Self { Self(kind: .pct(depth: depth)) }

  /// Each step has a random priority, and draws again when a step of the same actor was before it
  /// (Yuan, Yang, Gu: "Partial Order Aware Concurrency Sampling", CAV 2018).
  ///
  /// Which steps conflict is unknown if they share data without an actor, so after such a step all
  /// draw again.
  public static let pos = Self(kind: .pos)

  /// A task is chosen in proportion to the steps that it has left, estimated from the first order
  /// (Zhao and others: "Selectively Uniform Concurrency Testing", ASPLOS 2025).
  public static let surw = Self(kind: .surw)

  /// An order starts like an earlier one that first had two particular steps in a row, and
  /// continues at random (as Fest does for Fray, NSDI 2026). It runs on one core.
  public static let feedback = Self(kind: .feedback)

  /// Every order, one after the other: for small tests, which have fewer orders than schedules.
  /// Nothing is left out, because what tasks share is not known. It runs on one core.
  public static let exhaustive = Self(kind: .exhaustive)

  /// The order that a report has printed, and no other.
  ///
  /// - Parameter schedule: The text of the report, such as `1:4.1-9.2`.
  public static func replay(_ schedule: String) -> Self { Self(kind: .replay(schedule)) }
}
