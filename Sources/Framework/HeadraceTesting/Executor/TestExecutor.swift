public import Headrace
public import Synchronization

/// An executor that runs a test store's effects and actor, one job at a time, when the test asks.
///
/// Jobs run on the thread that calls `run`, nested inside that thread's own job. So the order is
/// always the same, and the store knows when nothing is left to run. A job that comes from another
/// thread (real I/O, the main actor) resumes the waiting caller.
@usableFromInline
package final class TestExecutor: TestStoreExecutor {
  /// The maximum number of jobs in one pump.
  ///
  /// If there are more, the effects never finish, and the pump gives up.
  package static let jobsPerPumpMax = 10_000

  let jobs = Mutex(TestJobQueue())
  /// The number of waiting and running jobs; most pumps find none.
  @usableFromInline let jobCount = Atomic(0)
  /// A lock that is held while jobs run, so that only one thread runs them at a time.
  @usableFromInline let turn = Mutex<Void>(())
  /// The executor that was running on the thread when the current turn began; `nil` if none was.
  private let outer = Mutex<TestExecutor?>(nil)
  /// The address of the running job.
  let runningJob = Atomic<TestEffectTasks.Address>(0)
  /// The number of the running job's task; 0 if it is not known.
  private let runningTaskID = Atomic<UInt64>(0)
  /// Reports to the test by code that does not know the test.
  let reports = Mutex(TestStoreReports())
  /// The store whose effects the executor runs.
  private let store = Mutex(TestedStore())
  /// The executor whose turn the thread has; its ``outer`` is another one whose turn the thread
  /// also has.
  @inlinable static var running: TestExecutor? {
    get { ThreadLocalPointer.testExecutor.object(as: TestExecutor.self) }
    set { ThreadLocalPointer.testExecutor.set(newValue) }
  }

  /// The run, with a chosen order, that the executor belongs to.
  @usableFromInline let schedule = ScheduleRun.current

  @usableFromInline
  package init() {
    schedule?.add(self)
  }

  deinit {
    reports.withLock { $0.end() }
  }

  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) {
    add(TestJob(job: UnownedJob(job), owner: nil))
  }

  @usableFromInline
  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }

  func add(_ newJob: TestJob) {
    // Only running code has an effect here: a task between two jobs has none.
    let effect = DependencyValues.taskLocal?.testedEffect
    let isOfEffect = effect?.executor === self
    let task = isOfEffect || schedule != nil ? taskID(of: newJob) : nil
    var job = newJob
    job.knownTaskID = task
    if schedule == nil, let giver = Self.running, giver !== self { giver.addFollower(self) }
    jobCount.add(1, ordering: .relaxed)
    let waiters = jobs.withLock { jobs in
      if isOfEffect, let effect, let task { jobs.tasks.note(job.address, id: task, of: effect.id) }
      return jobs.add(job)
    }
    schedule?.note(job, on: self, task: task, of: effect, isFromOutside: Self.running == nil)
    guard !waiters.isEmpty else { return }
    func resume() { for waiter in waiters { waiter.resume(returning: true) } }
    if let schedule { schedule.resuming(resume) } else { resume() }
  }

  /// Returns the number of a job's task.
  ///
  /// Reading it is slow. So the number of the running task is kept, for when it enqueues itself
  /// again; no other task can have its address in that time.
  private func taskID(of job: TestJob) -> UInt64? {
    guard runningTask == job.address else { return job.taskID }
    let id = runningTaskID.load(ordering: .relaxed)
    return id == 0 ? job.taskID : id
  }

  private func addFollower(_ executor: TestExecutor) {
    jobs.withLock { $0.addFollower(executor) }
  }
}

// MARK: - Running Jobs

// An executor is current only while one of its calls runs, and the caller retains it.

extension TestExecutor {
  /// Runs jobs until none are left or a condition is true.
  ///
  /// Inside a job of this executor, it does nothing: the outer pump continues.
  ///
  /// - Parameter isDone: A condition that is checked before each job.
  /// - Returns: True if it finished within ``jobsPerPumpMax`` jobs.
  @inlinable
  @discardableResult
  package func run(until isDone: () -> Bool = { false }) -> Bool {
    if jobCount.load(ordering: .acquiring) == 0 {
      schedule?.touchEverything()
      return true
    }
    return runJobs(until: isDone)
  }

  @usableFromInline
  func runJobs(until isDone: () -> Bool) -> Bool {
    if hasTurn { return true }
    if let schedule { return schedule.runStores(until: isDone) }
    return exclusively {
      for _ in 0..<Self.jobsPerPumpMax {
        if isDone() { return true }
        guard runNextJob() else { return true }
      }
      return isDone() || jobs.withLock { $0.isEmpty }
    }
  }

  /// Runs the oldest job.
  ///
  /// The caller has the turn.
  func runNextJob() -> Bool {
    guard let job = jobs.withLock({ $0.next() }) else { return false }
    run(job)
    return true
  }

  func run(_ job: TestJob) {
    runningJob.store(job.address, ordering: .relaxed)
    runningTaskID.store(job.knownTaskID ?? 0, ordering: .relaxed)
    DependencyValues.withFrame(nil) { job.run(on: self) }
    runningJob.store(0, ordering: .relaxed)
    jobCount.subtract(1, ordering: .releasing)
  }

  /// Runs code while no job runs on another thread.
  ///
  /// Code that accesses what jobs access, a store's core, must run in here.
  @inlinable
  package func exclusively<Result>(_ body: () -> Result) -> Result {
    let outer = Self.running
    if outer === self { return body() }
    if outer != nil { return exclusivelyInAnotherTurn(body) }
    return turn.withLock { _ in
      Self.running = self
      defer { Self.running = nil }
      return body()
    }
  }

  /// Runs code while no job runs on another thread; returns `nil` if one does.
  func exclusivelyIfFree<Result>(_ body: () -> Result) -> Result? {
    if hasTurn { return body() }
    return turn.withLockIfAvailable { _ in
      beginNestedTurn()
      defer { endNestedTurn() }
      return body()
    }
  }

  /// Runs code on a thread that has the turn of another executor.
  @usableFromInline
  func exclusivelyInAnotherTurn<Result>(_ body: () -> Result) -> Result {
    schedule?.touchEverything()
    return exclusivelyInside(body)
  }

  /// Runs code while no job runs on another thread; this thread may have the turn of another
  /// executor.
  func exclusivelyInside<Result>(_ body: () -> Result) -> Result {
    if hasTurn { return body() }
    return turn.withLock { _ in
      beginNestedTurn()
      defer { endNestedTurn() }
      return body()
    }
  }

  /// Both locks are held: this executor's, and that of the previously running one.
  private func beginNestedTurn() {
    outer.withLock { $0 = Self.running }
    Self.running = self
  }

  private func endNestedTurn() {
    Self.running = outer.withLock { $0 }
    outer.withLock { $0 = nil }
  }

  /// True if the current thread is already in ``exclusively(_:)``.
  var hasTurn: Bool {
    var executor = Self.running
    while let current = executor {
      if current === self { return true }
      executor = current.outer.withLock { $0 }
    }
    return false
  }
}

// MARK: - Finding Sleepers

extension TestExecutor {
  /// Notes that the task of a job sleeps on a test clock, or no longer does.
  func setAsleep(_ isAsleep: Bool, _ task: TestEffectTasks.Address) {
    jobs.withLock { $0.tasks.setAsleep(isAsleep, task) }
  }

  /// Returns how many of an effect's tasks sleep on test clocks.
  func sleep(of effect: EffectID) -> TestEffectSleep {
    jobs.withLock { $0.tasks.sleep(of: effect) }
  }

  /// The task that is running on the current thread; `nil` if it is not a task of this executor.
  var runningTask: TestEffectTasks.Address? {
    guard Self.running === self else { return nil }
    let address = runningJob.load(ordering: .relaxed)
    return address == 0 ? nil : address
  }

  /// True if effects have begun.
  var hasRunEffects: Bool { jobs.withLock { !$0.tasks.isEmpty } }

  /// True if there are jobs to run.
  var hasJobs: Bool { jobCount.load(ordering: .acquiring) > 0 }

  /// Sets the store whose effects the executor runs.
  func setStore(_ runtime: StoreRuntime) {
    let tested = TestedStore(runtime: runtime)
    store.withLock { $0 = tested }
  }

  /// Notes that an effect is no longer in flight.
  @usableFromInline
  package func effectIsOver(_ id: EffectID) {
    jobs.withLock { $0.tasks.effectIsOver(id) }
  }

  /// True if an effect is in flight that does not sleep on a test clock.
  ///
  /// If there are no jobs, such an effect waits for something else, or its work has left the
  /// executor.
  var hasEffectsAwake: Bool {
    guard jobs.withLock({ $0.tasks.mayHaveAwake }) else { return false }
    let tested = store.withLock { $0 }
    let effects = exclusively { tested.runtime?.effects ?? [] }
    return sleeps(of: effects).contains { $0 == .awake || $0 == .partlyAsleep }
  }
}

/// The store whose effects an executor runs; used only while its executor has the turn.
private struct TestedStore: Sendable {
  weak var runtime: StoreRuntime?
}
