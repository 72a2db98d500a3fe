public import Headrace
public import Synchronization

/// Runs a test store's effects, and the store's own actor, one job at a time and only when the test
/// asks.
///
/// Jobs run on the thread of whoever pumps, nested inside its own job. So the order is the same
/// every time, and the store knows when nothing is left to run. A job that comes from another
/// thread (real I/O, the main actor) wakes who waits for it.
@usableFromInline
package final class TestExecutor: TaskExecutor {
  /// More jobs than this in one pump mean effects that never come to rest; the pump then gives up.
  package static let jobsPerPumpMax = 10_000

  private let jobs = Mutex(TestJobQueue())
  /// How many jobs wait or run; most pumps find none.
  @usableFromInline let jobCount = Atomic(0)
  /// Held while jobs run, so that two threads never run them at the same time.
  @usableFromInline let turn = Mutex<Void>(())
  /// The executor whose turn a thread holds.
  @inlinable var running: ThreadLocalPointer { .testExecutor }

  @usableFromInline
  package init() {}

  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) {
    add(TestJob(job: UnownedJob(job), owner: nil))
  }

  @usableFromInline
  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }

  func add(_ job: TestJob) {
    jobCount.add(1, ordering: .relaxed)
    let waiters = jobs.withLock { $0.add(job) }
    for waiter in waiters { waiter.resume(returning: true) }
  }
}

// MARK: - Running Jobs

extension TestExecutor {
  /// Runs jobs until none is left or a condition holds.
  ///
  /// Inside a job of this executor it does nothing: the outer pump goes on.
  ///
  /// - Parameter isDone: Asked before each job.
  /// - Returns: Whether it came to rest, within ``jobsPerPumpMax`` jobs.
  @inlinable
  @discardableResult
  package func run(until isDone: () -> Bool = { false }) -> Bool {
    if jobCount.load(ordering: .acquiring) == 0 { return true }
    return runJobs(until: isDone)
  }

  @usableFromInline
  func runJobs(until isDone: () -> Bool) -> Bool {
    if hasTurn { return true }
    return exclusively {
      for _ in 0..<Self.jobsPerPumpMax {
        if isDone() { return true }
        guard let job = jobs.withLock({ $0.next() }) else { return true }
        DependencyValues.withoutFrame { job.run(on: self) }
        jobCount.subtract(1, ordering: .releasing)
      }
      return isDone() || jobs.withLock { $0.isEmpty }
    }
  }

  /// Runs something while no job runs on another thread.
  ///
  /// Whoever touches what jobs touch, a store's core, does so in here.
  @inlinable
  package func exclusively<Result>(_ body: () -> Result) -> Result {
    let slot = running.slot
    if slot.pointee == identity { return body() }
    return turn.withLock { _ in
      let outer = slot.pointee
      slot.pointee = identity
      defer { slot.pointee = outer }
      return body()
    }
  }

  /// Whether the current thread is in ``exclusively(_:)`` already.
  var hasTurn: Bool { running.value == identity }

  @inlinable
  var identity: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Waits until a job is there to run, for work that left the executor.
  ///
  /// - Parameter deadline: When to give up, in real time.
  /// - Returns: Whether there is a job.
  nonisolated(nonsending)
    package func waitForJob(until deadline: ContinuousClock.Instant) async -> Bool
  {
    guard let wait = jobs.withLock({ $0.beginWaiting() }) else { return true }
    let timer = Task.detached { [weak self] in
      try await ContinuousClock().sleep(until: deadline)
      self?.giveUp(wait)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      let hasJob = jobs.withLock { $0.wait(wait, continuation) }
      if let hasJob { continuation.resume(returning: hasJob) }
    }
  }

  private func giveUp(_ wait: Int) {
    jobs.withLock { $0.giveUp(wait) }?.resume(returning: false)
  }
}

// MARK: - Knowing Who Sleeps

extension TestExecutor {
  /// Tells that an effect sleeps on a test clock, so that only the test can wake it.
  package func park(_ effect: EffectID) {
    jobs.withLock { $0.parked[effect, default: 0] += 1 }
  }

  /// Tells that an effect was woken.
  package func unpark(_ effect: EffectID) {
    jobs.withLock { jobs in
      let count = jobs.parked[effect, default: 0] - 1
      jobs.parked[effect] = count > 0 ? count : nil
    }
  }

  /// Whether an effect sleeps on a test clock.
  package func isParked(_ effect: EffectID) -> Bool {
    jobs.withLock { $0.parked[effect] != nil }
  }
}

/// The jobs waiting to run, and who waits for one.
private struct TestJobQueue {
  typealias Waiter = CheckedContinuation<Bool, Never>

  private var jobs = Queue<TestJob>()
  /// The waits that have begun and not ended; without a waiter until that has come, or after its
  /// time ran out.
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0
  /// How many sleeps on test clocks each effect has open.
  var parked: [EffectID: Int] = [:]

  private enum Wait {
    case begun
    case waiting(Waiter)
    case expired
  }

  var isEmpty: Bool { jobs.isEmpty }

  /// Adds a job, and returns who waits for one.
  mutating func add(_ job: TestJob) -> [Waiter] {
    jobs.append(job)
    var waiters: [Waiter] = []
    for (id, wait) in waits {
      guard case .waiting(let waiter) = wait else { continue }
      waiters.append(waiter)
      waits[id] = nil
    }
    return waiters
  }

  /// The one place that decides which job runs next: the oldest.
  mutating func next() -> TestJob? {
    jobs.popFirst()
  }

  /// Begins a wait; `nil` where a job is there already.
  mutating func beginWaiting() -> Int? {
    guard jobs.isEmpty else { return nil }
    lastWait += 1
    waits[lastWait] = .begun
    return lastWait
  }

  /// Keeps who waits, or answers at once whether there is a job.
  mutating func wait(_ id: Int, _ waiter: Waiter) -> Bool? {
    if jobs.isEmpty, case .begun = waits[id] {
      waits[id] = .waiting(waiter)
      return nil
    }
    waits[id] = nil
    return !jobs.isEmpty
  }

  /// Ends a wait whose time ran out; a timer that comes after its wait ended changes nothing.
  mutating func giveUp(_ id: Int) -> Waiter? {
    switch waits[id] {
    case .begun:
      waits[id] = .expired
      return nil
    case .waiting(let waiter):
      waits[id] = nil
      return waiter
    case .expired, nil:
      return nil
    }
  }
}

/// A job of an effect's task, or of the store's actor.
struct TestJob: Sendable {
  let job: UnownedJob
  let owner: TestOwnerExecutor?

  func run(on executor: TestExecutor) {
    if let owner {
      job.runSynchronously(
        isolatedTo: owner.asUnownedSerialExecutor(),
        taskExecutor: executor.asUnownedTaskExecutor())
    } else {
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }
}
