import Headrace

/// An effect that sleeps, and the executor that must know.
struct SleepingEffect: Sendable {
  let id: EffectID
  let executor: TestExecutor

  /// Finds the executor of a test store's effect; `nil` for an executor of another kind.
  init?(_ effect: RunningEffect) {
    guard let executor = effect.executor as? TestExecutor else { return nil }
    self.id = effect.id
    self.executor = executor
  }
}

/// One open sleep.
struct TestClockSleeper<Instant: InstantProtocol & Sendable>: Sendable {
  let id: UInt64
  let deadline: Instant
  let effect: SleepingEffect?
  let continuation: CheckedContinuation<Void, any Error>

  /// Ends the sleep. Called outside the clock's lock.
  func wake() {
    continuation.resume()
  }

  /// Ends the sleep because its task was cancelled.
  func cancel() {
    continuation.resume(throwing: CancellationError())
  }
}

/// What a test clock knows: the time, and who sleeps until when.
///
/// Its methods return who is to be woken; that happens outside the lock.
struct TestClockSleepers<Instant: InstantProtocol & Sendable> {
  private(set) var now: Instant
  private var sleepers: [TestClockSleeper<Instant>] = []
  private var cancelled: Set<UInt64> = []
  private var lastID: UInt64 = 0
  private var executors: [WeakExecutor] = []
  private var hasSleepersElsewhere = false

  init(now: Instant) {
    self.now = now
  }

  private struct WeakExecutor {
    weak var executor: TestExecutor?
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
    if sleeper.deadline <= now { return .due(sleeper) }
    if let effect = sleeper.effect {
      effect.executor.park(effect.id)
      add(effect.executor)
    } else {
      hasSleepersElsewhere = true
    }
    let index =
      sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
    return nil
  }

  mutating func add(_ executor: TestExecutor) {
    executors.removeAll { $0.executor == nil }
    if !executors.contains(where: { $0.executor === executor }) {
      executors.append(WeakExecutor(executor: executor))
    }
  }

  /// Removes a sleeper whose task was cancelled; one that has not come yet is remembered.
  mutating func cancel(_ id: UInt64) -> TestClockSleeper<Instant>? {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return nil
    }
    return take(at: index)
  }

  /// Forgets a sleep that is over: it may have been cancelled just after it was woken.
  mutating func forget(_ id: UInt64) {
    cancelled.remove(id)
  }

  /// Moves time to the earliest deadline, if it is not after another moment, and removes one who
  /// sleeps until then.
  ///
  /// The one place that decides who of several with the same deadline wakes first: who began first.
  mutating func next(until end: Instant) -> TestClockSleeper<Instant>? {
    guard let first = sleepers.first, first.deadline <= end else { return nil }
    move(to: first.deadline)
    return take(at: sleepers.startIndex)
  }

  mutating func move(to moment: Instant) {
    now = max(now, moment)
  }

  /// Whether somebody may sleep, now or soon, who is not an effect of a test store that this clock
  /// knows.
  var mayHaveSleepersElsewhere: Bool { hasSleepersElsewhere || liveExecutors.isEmpty }

  var earliestDeadline: Instant? { sleepers.first?.deadline }
  var count: Int { sleepers.count }
  var liveExecutors: [TestExecutor] { executors.compactMap(\.executor) }

  private mutating func take(at index: Int) -> TestClockSleeper<Instant> {
    let sleeper = sleepers.remove(at: index)
    if let effect = sleeper.effect { effect.executor.unpark(effect.id) }
    return sleeper
  }
}

/// Why a sleep ends before it began.
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
