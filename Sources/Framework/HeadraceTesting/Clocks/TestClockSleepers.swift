import Headrace

/// A sleeping task of an effect, and the executor to notify.
struct SleepingEffect: Sendable {
  let executor: TestExecutor
  /// The task; `nil` if it runs on other threads, like a `Task` that an effect creates.
  let task: TestEffectTasks.Address?

  /// Finds the executor of a test store's effect; `nil` for an executor of another kind.
  init?(_ effect: TestedEffect) {
    guard let executor = effect.executor as? TestExecutor else { return nil }
    self.executor = executor
    self.task = executor.runningTask
  }

  func setAsleep(_ isAsleep: Bool) {
    if let task { executor.setAsleep(isAsleep, task) }
  }
}

/// A sleep in progress.
struct TestClockSleeper<Instant: InstantProtocol & Sendable>: Sendable {
  let id: UInt64
  let deadline: Instant
  let effect: SleepingEffect?
  let continuation: CheckedContinuation<Void, any Error>

  /// Ends the sleep.
  ///
  /// Called outside of the clock's lock.
  func wake() {
    continuation.resume()
  }

  /// Ends the sleep because its task was cancelled.
  func cancel() {
    continuation.resume(throwing: CancellationError())
  }
}

/// The state of a test clock: the time, and the sleepers with their deadlines.
///
/// Its methods return the sleepers to wake, which happens outside of the lock.
struct TestClockSleepers<Instant: InstantProtocol & Sendable> {
  private(set) var now: Instant
  private var sleepers: [UInt64: TestClockSleeper<Instant>] = [:]
  private var deadlines = TestClockDeadlines<Instant>()
  private var cancelled: Set<UInt64> = []
  private var lastID: UInt64 = 0
  private var executors: [WeakTestExecutor] = []
  private var hasSleepersElsewhere = false

  init(now: Instant) {
    self.now = now
  }

  mutating func makeID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper.
  ///
  /// - Returns: The sleeper, if it need not sleep.
  mutating func add(_ sleeper: TestClockSleeper<Instant>) -> TestClockWaking<Instant>? {
    if cancelled.remove(sleeper.id) != nil { return .cancelled(sleeper) }
    if sleeper.deadline < now { return .due(sleeper) }
    if let effect = sleeper.effect { add(effect.executor) }
    if sleeper.effect?.task == nil { hasSleepersElsewhere = true }
    sleeper.effect?.setAsleep(true)
    sleepers[sleeper.id] = sleeper
    deadlines.insert(sleeper.deadline, of: sleeper.id)
    return nil
  }

  mutating func add(_ executor: TestExecutor) {
    if executors.contains(where: { $0.executor === executor }) { return }
    executors.removeAll { $0.executor == nil }
    executors.append(WeakTestExecutor(executor: executor))
  }

  /// Removes a sleeper whose task was cancelled; one that has not yet been added is remembered.
  mutating func cancel(_ id: UInt64) -> TestClockSleeper<Instant>? {
    guard let sleeper = take(id) else {
      cancelled.insert(id)
      return nil
    }
    if deadlines.count > 2 * sleepers.count + Self.staleDeadlineCountMax {
      deadlines.keep { sleepers[$0] != nil }
    }
    return sleeper
  }

  /// Forgets a sleep that has ended: it may have been cancelled just after it was woken.
  mutating func forget(_ id: UInt64) {
    cancelled.remove(id)
  }

  /// Advances time to the earliest deadline, if it is not after a given instant, and removes one
  /// sleeper with that deadline.
  ///
  /// This is the only code that decides which of several sleepers with the same deadline wakes
  /// first: the one that began first. In a run whose order is chosen, it is chosen.
  mutating func next(until end: Instant, in run: ScheduleRun?) -> TestClockSleeper<Instant>? {
    guard let deadline = earliestDeadline, deadline <= end else { return nil }
    move(to: deadline)
    guard let run else { return deadlines.popFirst().flatMap { take($0) } }
    var due: [UInt64] = []
    while earliestDeadline == deadline, let id = deadlines.popFirst() { due.append(id) }
    let chosen = due.remove(at: run.choose(of: due.count))
    for id in due { deadlines.insert(deadline, of: id) }
    return take(chosen)
  }

  mutating func move(to moment: Instant) {
    now = max(now, moment)
  }

  /// True if there may be a sleeper, now or soon, that is not an effect of a test store known to
  /// this clock.
  var mayHaveSleepersElsewhere: Bool { hasSleepersElsewhere || liveExecutors.isEmpty }

  var earliestDeadline: Instant? {
    mutating get {
      while let first = deadlines.first {
        if sleepers[first.id] != nil { return first.deadline }
        _ = deadlines.popFirst()
      }
      return nil
    }
  }

  var count: Int { sleepers.count }
  var liveExecutors: [TestExecutor] { executors.compactMap(\.executor) }

  /// The number of stale deadlines of cancelled sleeps to keep, in addition to the number of
  /// sleepers.
  private static var staleDeadlineCountMax: Int { 64 }

  private mutating func take(_ id: UInt64) -> TestClockSleeper<Instant>? {
    guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
    sleeper.effect?.setAsleep(false)
    return sleeper
  }
}

/// The reason why a sleep ends before it begins.
enum TestClockWaking<Instant: InstantProtocol & Sendable>: Sendable {
  case due(TestClockSleeper<Instant>)
  case cancelled(TestClockSleeper<Instant>)

  func wake() {
    switch self {
    case .due(let sleeper): sleeper.wake()
    case .cancelled(let sleeper): sleeper.cancel()
    }
  }
}
