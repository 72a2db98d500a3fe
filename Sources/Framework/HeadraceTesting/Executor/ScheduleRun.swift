import CThreadSlots
import Headrace
import Synchronization

/// A run of a test in which the order of events is chosen.
///
/// The jobs of all executors that are created during the run wait together: those of test stores,
/// and those of the test itself.
@usableFromInline
final class ScheduleRun: Sendable {
  /// The run that the current task inherited.
  @TaskLocal static var taskLocal: ScheduleRun?

  /// The run that the current task belongs to.
  ///
  /// A detached task inherits none, and gets the run of the executor that runs it.
  static var current: ScheduleRun? { taskLocal ?? TestExecutor.running?.schedule }

  /// An event of a run.
  struct Step: Hashable, Sendable {
    /// The number of the task that continued; see ``ScheduleCandidate/task``.
    let task: Int
    /// The task that had waited longer, if it was not chosen.
    var skipped: Int?
    /// The action that a store reduced, if actions are recorded.
    var action: String?
  }

  /// An effect, for a report.
  struct EffectName: Equatable, Sendable {
    let name: String?
    let site: CallSite
    init(_ effect: TestedEffect) { (name, site) = (effect.name, effect.site) }
  }

  /// The state of a run.
  struct Record: Sendable {
    /// The executors, of which the test's own is the first.
    var executors: [TestExecutor] = []
    /// The waiting jobs of all executors, oldest first.
    var waiting: [ScheduleCandidate] = []
    var chooser: ScheduleChooser
    var steps: [Step] = []
    /// The numbers of tasks by their ids, which are never reused.
    fileprivate var numbers: [UInt64: Int] = [:]
    fileprivate var taskCount = 0
    /// The effects that tasks work for.
    var effects: [Int: EffectName] = [:]
    /// The tasks that did something outside of all executors.
    var escapes: Set<Int> = []
    /// The number of times that jobs nested in the running job did so.
    fileprivate var innerEscapeCount = 0
    /// The failures of the test.
    var failures: [String] = []
    /// The running task, and true if it belongs to the test and not to a store.
    var running: (task: Int, isOfTest: Bool)?
    /// The tasks that wait until nothing else can happen.
    var settling: Set<Int> = []
    /// The executors of stores that effects share data with.
    var sharingExecutors: Set<Int> = []
    /// True while the run itself resumes waiting code.
    fileprivate var isResuming = false
    var isDone = false

    fileprivate mutating func takeInnerEscapeCount() -> Int {
      defer { innerEscapeCount = 0 }
      return innerEscapeCount
    }

    /// Returns the number of a task whose job was enqueued by an effect, if an effect is running.
    fileprivate mutating func number(of task: UInt64?, givenBy effect: TestedEffect?) -> Int {
      // A task that yields, or hops to an actor, enqueues a job without an id.
      if let known = task.map({ numbers[$0] }) ?? running?.task { return known }
      let number = taskCount
      taskCount += 1
      if let task { numbers[task] = number }
      // Only a new task is the effect's own: others were woken by it.
      if let effect { effects[number] = EffectName(effect) }
      return number
    }
  }

  let record: Mutex<Record>
  /// True if the steps contain the actions of test stores, and reports their names.
  let recordsActions: Bool
  /// True if the footprints of steps are needed.
  let usesSleepSets: Bool
  /// True if the test has passed in its ordinary order before, so that what is the same in each
  /// order need not be checked.
  let hasPassedBefore: Bool

  init(_ plan: SchedulePlan, recordsActions: Bool) {
    record = Mutex(Record(chooser: ScheduleChooser(plan)))
    self.recordsActions = recordsActions
    usesSleepSets = plan.usesSleepSets
    hasPassedBefore = if case .oldest = plan.rest { false } else { true }
  }

  /// Adds an executor to the run.
  func add(_ executor: TestExecutor) {
    record.withLock { $0.executors.append(executor) }
  }

  /// Notes a job that was enqueued on an executor.
  ///
  /// - Parameters:
  ///   - job: The job, which is in its executor's queue.
  ///   - task: The id of its task.
  ///   - isFromOutside: True if it was enqueued by code outside of the run.
  func note(
    _ job: TestJob, on executor: TestExecutor, task: UInt64?, of effect: TestedEffect?,
    isFromOutside: Bool
  ) {
    record.withLock { record in
      let countBefore = record.taskCount
      let number = record.number(of: task, givenBy: effect)
      // A job without an id may be that of an actor on which another task waits.
      let isExpected = task != nil && number == record.running?.task
      if record.taskCount == countBefore, !isExpected { record.chooser.wakeAnother() }
      // The run itself starts the test.
      let isOwn = record.isResuming || number == 0 && record.steps.isEmpty
      if isFromOutside, !isOwn { record.escapes.insert(number) }
      let candidate = ScheduleCandidate(
        task: number, ticket: job.ticket,
        executor: record.executors.firstIndex { $0 === executor } ?? 0, hasOwner: job.owner != nil)
      // With two threads, the later one may have the earlier job.
      let next = record.waiting.lastIndex { $0.ticket < job.ticket }.map { $0 + 1 } ?? 0
      record.waiting.insert(candidate, at: next)
    }
  }

  /// Notes an action that a test store reduces.
  func noteAction(_ name: () -> String) {
    guard recordsActions else { return }
    let (name, effect) = (name(), DependencyValues.taskLocal?.testedEffect)
    record.withLock { record in
      let task = record.running?.task ?? 0
      // A task that started immediately was named after the effect that first woke it.
      if let effect, task > 0 { record.effects[task] = EffectName(effect) }
      record.steps.append(Step(task: task, action: name))
    }
  }

  /// Notes a failure of the test.
  func fail(_ text: String) { record.withLock { $0.failures.append(text) } }

  /// Notes that the test has ended.
  func testEnded() {
    record.withLock { record in
      record.isDone = true
      record.chooser.touchEverything()
    }
  }

  var isDone: Bool { record.withLock { $0.isDone } }

  /// True if something happened outside of all executors.
  var hasEscapes: Bool { record.withLock { !$0.escapes.isEmpty } }

  var hasJobs: Bool { record.withLock { !$0.waiting.isEmpty } }

  /// Ends the waits of test stores for jobs, because no jobs will come.
  ///
  /// - Returns: True if there were any.
  func giveUpWaits() -> Bool {
    let executors = record.withLock { $0.executors }
    return resuming { executors.count { $0.giveUpWaits() } > 0 }
  }

  /// Cancels the test, because nothing can happen.
  func cancel(_ test: Task<Void, Never>) {
    resuming { test.cancel() }
  }

  /// Runs code that resumes waiting code: the jobs that it enqueues are the run's own.
  func resuming<Result>(_ body: () -> Result) -> Result {
    record.withLock { $0.isResuming = true }
    defer { record.withLock { $0.isResuming = false } }
    return body()
  }

  /// Reports everything that test stores still have to report.
  func reportWaiting() {
    for executor in record.withLock({ $0.executors }) { executor.reportWaiting() }
  }

  /// Ends the run: its executors retain it until then.
  func end() -> Record {
    let (record, executors) = record.withLock { record in
      let executors = record.executors
      record.executors = []
      return (record, executors)
    }
    withExtendedLifetime(executors) {}
    TakenTasks.remove(of: self)
    return record
  }
}

// MARK: - Running

extension ScheduleRun {
  /// The context that a job interrupts: the running task, and the number of nested jobs that were
  /// enqueued outside.
  private typealias Outer = (running: (task: Int, isOfTest: Bool)?, innerEscapeCount: Int)

  private enum Event {
    case job(ScheduleCandidate, TestExecutor, outer: Outer)
    case testContinues
    case nothing
  }

  /// Runs jobs of test stores; called by the test or by one of its tasks.
  ///
  /// - Parameters:
  ///   - mayContinue: True if the test may continue before all of them have run.
  ///   - isDone: Checked before each job.
  /// - Returns: True if it finished within ``TestExecutor/jobsPerPumpMax`` jobs.
  func runStores(mayContinue: Bool = false, until isDone: () -> Bool = { false }) -> Bool {
    if usesSleepSets, (record.withLock { $0.running?.task ?? 0 }) != 0 { touchEverything() }
    for _ in 0..<TestExecutor.jobsPerPumpMax {
      if isDone() {
        // The caller continues within the last step.
        touchEverything()
        return true
      }
      guard runNext(ofTest: false, mayContinue: mayContinue) else { return true }
    }
    touchEverything()
    return isDone()
  }

  /// Runs jobs until none are left, or until there are too many.
  ///
  /// - Returns: True if none were left. Since then, some may have been added from outside.
  @discardableResult
  func runAll() -> Bool {
    for _ in 0..<Self.jobCountMax {
      guard runNext(ofTest: true, mayContinue: false) else { return true }
    }
    return false
  }

  /// The maximum number of jobs of a run; one that needs more is considered endless.
  static let jobCountMax = 100_000

  /// Runs a job.
  ///
  /// - Returns: `false` if no job is waiting, or if the test continues instead.
  private func runNext(ofTest: Bool, mayContinue: Bool) -> Bool {
    let event = record.withLock { Self.choose(&$0, ofTest: ofTest, mayContinue: mayContinue) }
    guard case .job(let candidate, let executor, let outer) = event else {
      if case .nothing = event { touchEverything() }
      return false
    }
    let before = cescape_load()
    executor.runJob(candidate.ticket)
    let count = cescape_load() - before
    // The test can see that.
    if usesSleepSets, !executor.hasJobs { touchEverything() }
    record.withLock { record in
      record.running = outer.running
      if count > record.takeInnerEscapeCount() { record.escapes.insert(candidate.task) }
      record.innerEscapeCount = outer.innerEscapeCount + count
    }
    return true
  }

  private static func choose(_ record: inout Record, ofTest: Bool, mayContinue: Bool) -> Event {
    var candidates = record.waiting
    if !ofTest, candidates.contains(where: { $0.isOfTest }) { candidates.removeAll { $0.isOfTest } }
    if !record.settling.isEmpty,
      candidates.contains(where: { !record.settling.contains($0.task) })
    {
      candidates.removeAll { record.settling.contains($0.task) }
    }
    guard let oldest = candidates.first else { return .nothing }
    if mayContinue {
      let task = record.running?.task ?? 0
      candidates.append(ScheduleCandidate(task: task, ticket: 0, executor: 0, hasOwner: false))
    }
    var index = 0
    // The order after the test's end is not explored.
    if candidates.count > 1, !record.isDone { index = record.chooser.choose(candidates) }
    let candidate = candidates[index]
    let footprint = record.chooser.usesSleepSets ? record.footprint(of: candidate) : .everything
    record.chooser.note(candidate, footprint)
    record.steps.append(Step(task: candidate.task, skipped: index > 0 ? oldest.task : nil))
    // Otherwise the removal below would copy the storage that they share with 'waiting'.
    candidates = []
    guard let position = record.waiting.firstIndex(where: { $0.ticket == candidate.ticket }) else {
      return .testContinues
    }
    record.waiting.remove(at: position)
    let outer = (record.running, record.takeInnerEscapeCount())
    record.running = (candidate.task, candidate.isOfTest)
    return .job(candidate, record.executors[candidate.executor], outer: outer)
  }
}
