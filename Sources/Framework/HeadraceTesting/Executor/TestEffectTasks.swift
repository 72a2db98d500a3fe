import Headrace

/// The tasks of a test store's effects, as far as the store's executor has seen them.
///
/// An executor receives jobs. It does not learn that a task has ended, or what a task waits for. So
/// a task counts as able to continue by itself until it is known to sleep on a test clock, or until
/// its address belongs to another task. This can err in one direction only: if an effect counts as
/// asleep, every task of it that was seen really sleeps.
struct TestEffectTasks {
  /// The address of a task, which is also its job's. Tasks that exist at the same time have
  /// different addresses.
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

  var isEmpty: Bool { counts.isEmpty }

  /// Notes a job that the code of an effect has caused: the first job of a new task, or the next
  /// job of a task that it wakes.
  ///
  /// - Parameter id: The number of the task, which is never reused.
  mutating func note(_ address: Address, id: UInt64, of effect: EffectID) {
    if let known = tasks[address] {
      if known.id == id { return }
      // A task that has ended, and whose memory this one uses.
      counts[known.effect]?.seen -= 1
      if known.isAsleep { counts[known.effect]?.asleep -= 1 }
      if counts[known.effect]?.seen == 0 { counts[known.effect] = nil }
    }
    tasks[address] = SeenTask(id: id, effect: effect)
    counts[effect, default: Counts()].seen += 1
  }

  /// Notes whether a task sleeps on a test clock.
  mutating func setAsleep(_ isAsleep: Bool, _ address: Address) {
    guard let task = tasks[address], task.isAsleep != isAsleep else { return }
    tasks[address]?.isAsleep = isAsleep
    counts[task.effect]?.asleep += isAsleep ? 1 : -1
  }

  /// How much of an effect sleeps on test clocks.
  func sleep(of effect: EffectID) -> TestEffectSleep {
    guard let counts = counts[effect] else { return .noTasks }
    if counts.asleep == 0 { return .awake }
    return counts.asleep == counts.seen ? .asleep : .partlyAsleep
  }
}

/// How much of an effect sleeps on test clocks.
enum TestEffectSleep {
  /// It has no task: it has not begun, or was made in a way that the executor can't see.
  case noTasks
  /// No task of it sleeps on a test clock.
  case awake
  /// Some tasks of it sleep. Others have ended, await these, or wait for something else.
  case partlyAsleep
  /// All tasks of it sleep, so that only a test clock can wake it.
  case asleep
}
