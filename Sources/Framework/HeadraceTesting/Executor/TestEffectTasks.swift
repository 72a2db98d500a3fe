import Headrace

/// The tasks of a test store's effects, as far as the store's executor has seen them.
///
/// An executor receives jobs, but is not informed that a task has ended, or what a task waits for.
/// So a task counts as able to continue by itself until it is known to sleep on a test clock, or
/// until its address belongs to another task. This can err in one direction only: if an effect
/// counts as asleep, every observed task of it really sleeps.
struct TestEffectTasks {
  /// The address of a task, which is also its job's.
  ///
  /// Tasks that exist at the same time have different addresses.
  typealias Address = UInt

  private struct SeenTask {
    let id: UInt64
    let effect: EffectID
    var isAsleep = false
  }

  private struct Counts {
    var seen = 0
    var asleep = 0
  }

  private var tasks: [Address: SeenTask] = [:]
  private var counts: [EffectID: Counts] = [:]
  /// The effects with a task that counts as able to continue, except those that have ended.
  private var awake: Set<EffectID> = []

  /// True if an effect may be able to continue by itself.
  ///
  /// It is read for each sleeper that a clock wakes, so its cost must not depend on the number of
  /// effects.
  var mayHaveAwake: Bool { !awake.isEmpty }

  var isEmpty: Bool { counts.isEmpty }

  /// Notes a job that an effect's code caused: the first one of a new task, or the next one of a
  /// task that it woke.
  ///
  /// - Parameter id: The number of the task, which is never reused.
  mutating func note(_ address: Address, id: UInt64, of effect: EffectID) {
    if let known = tasks[address] {
      if known.id == id { return }
      // This is a task that has ended, whose memory the new one reuses.
      count(known.effect, seen: -1, asleep: known.isAsleep ? -1 : 0)
    }
    tasks[address] = SeenTask(id: id, effect: effect)
    count(effect, seen: 1)
  }

  private mutating func count(_ effect: EffectID, seen: Int = 0, asleep: Int = 0) {
    var counts = self.counts[effect, default: Counts()]
    counts.seen += seen
    counts.asleep += asleep
    self.counts[effect] = counts.seen == 0 ? nil : counts
    if counts.seen > counts.asleep { awake.insert(effect) } else { awake.remove(effect) }
  }

  /// Notes that an effect is no longer in flight.
  mutating func effectIsOver(_ effect: EffectID) {
    awake.remove(effect)
  }

  /// Notes that a task sleeps on a test clock, or no longer does.
  mutating func setAsleep(_ isAsleep: Bool, _ address: Address) {
    guard let task = tasks[address], task.isAsleep != isAsleep else { return }
    tasks[address]?.isAsleep = isAsleep
    count(task.effect, asleep: isAsleep ? 1 : -1)
  }

  /// Returns how many of an effect's tasks sleep on test clocks.
  func sleep(of effect: EffectID) -> TestEffectSleep {
    guard let counts = counts[effect] else { return .noTasks }
    if counts.asleep == 0 { return .awake }
    return counts.asleep == counts.seen ? .asleep : .partlyAsleep
  }
}

/// The extent to which an effect's tasks sleep on test clocks.
enum TestEffectSleep {
  /// The effect has no task: it has not begun, or was created in a way that the executor can't
  /// observe.
  case noTasks
  /// No task of the effect sleeps on a test clock.
  case awake
  /// Some tasks of the effect sleep.
  ///
  /// Others have ended, await these, or wait for something else.
  case partlyAsleep
  /// All tasks of the effect sleep, so that only a test clock can wake it.
  case asleep
}
