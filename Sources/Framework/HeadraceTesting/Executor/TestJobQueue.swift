import Headrace
import Synchronization

/// The jobs that wait to run, and the callers that wait for a job.
struct TestJobQueue {
  typealias Waiter = CheckedContinuation<Bool, Never>

  private var jobs = Queue<TestJob>()
  /// The number of jobs that were ever added.
  private(set) var addedCount = 0
  /// The waits that have begun and not ended.
  ///
  /// A wait has no waiter until one is added, and none after it has timed out.
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0
  /// The tasks of effects.
  var tasks = TestEffectTasks()
  /// The executors that received a job from a job of this one.
  private var followers: [WeakTestExecutor] = []

  private enum Wait {
    case begun
    case waiting(Waiter)
    case expired
  }

  var isEmpty: Bool { jobs.isEmpty }
  var nextTicket: UInt64? { jobs.first?.ticket }

  /// Adds a job, and returns the callers that wait for a job.
  mutating func add(_ job: TestJob) -> [Waiter] {
    jobs.append(job)
    addedCount += 1
    return endWaits()
  }

  /// Ends the waits for a job, and returns the waiting callers.
  mutating func endWaits() -> [Waiter] {
    var waiters: [Waiter] = []
    if waits.isEmpty { return waiters }
    for (id, wait) in waits {
      if case .expired = wait { continue }
      if case .waiting(let waiter) = wait { waiters.append(waiter) }
      waits[id] = nil
    }
    return waiters
  }

  /// Removes the next job to run: the oldest.
  ///
  /// A ``ScheduleRun`` chooses the job instead.
  mutating func next() -> TestJob? {
    jobs.popFirst()
  }

  /// Removes the job with a given ticket.
  mutating func remove(_ ticket: UInt64) -> TestJob? {
    if jobs.first?.ticket == ticket { return jobs.popFirst() }
    return jobs.removeFirst { $0.ticket == ticket }
  }

  /// Begins a wait; returns `nil` if there already is a job, or if one was added after those that
  /// the caller has seen.
  mutating func beginWaiting(after seenCount: Int? = nil) -> Int? {
    guard jobs.isEmpty, seenCount ?? addedCount == addedCount else { return nil }
    lastWait += 1
    waits[lastWait] = .begun
    return lastWait
  }

  /// Stores a waiting caller; otherwise returns true if a job has been added, and false if the wait
  /// has timed out.
  mutating func wait(_ id: Int, _ waiter: Waiter) -> Bool? {
    switch waits[id] {
    case .begun:
      waits[id] = .waiting(waiter)
      return nil
    case .expired:
      waits[id] = nil
      return !jobs.isEmpty
    case .waiting, nil:
      return true
    }
  }

  /// Ends a wait that has timed out; a timer that fires after its wait ended changes nothing.
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

  mutating func addFollower(_ executor: TestExecutor) {
    if followers.contains(where: { $0.executor === executor }) { return }
    followers.removeAll { $0.executor == nil }
    followers.append(WeakTestExecutor(executor: executor))
  }

  var liveFollowers: [TestExecutor] { followers.compactMap(\.executor) }
}

/// A weak reference to a test store's executor, which is released with the store.
struct WeakTestExecutor: Sendable {
  weak let executor: TestExecutor?
}

/// A job of an effect's task, or of the store's actor.
struct TestJob: Sendable {
  let job: UnownedJob
  let owner: TestOwnerExecutor?
  /// The position in the order in which jobs were added, to any executor.
  let ticket = TestJob.tickets.wrappingAdd(1, ordering: .relaxed).newValue

  /// The number of the job's task, if it was read: see ``taskID``.
  var knownTaskID: UInt64?

  private static let tickets = Atomic<UInt64>(0)

  init(job: UnownedJob, owner: TestOwnerExecutor?) {
    (self.job, self.owner) = (job, owner)
  }

  /// Creates a job that was meant for the global executor.
  ///
  /// Safe: an `UnownedJob` is the job's pointer.
  init(global job: OpaquePointer) {
    self.init(job: withUnsafeBytes(of: job) { $0.load(as: UnownedJob.self) }, owner: nil)
  }

  /// The address of the job; for a task, the task's address.
  ///
  /// Safe: a job is one pointer, and the number is only compared.
  var address: TestEffectTasks.Address {
    withUnsafeBytes(of: job) { $0.load(as: TestEffectTasks.Address.self) }
  }

  /// The number of the job's task, which is never reused; `nil` for a job of an actor.
  ///
  /// Only the description contains it: "UnownedJob(id: 12)", and "UnownedJob(id: nil)" for an
  /// actor's. Without a number, no task would be known to sleep, and tests would wait
  /// unnecessarily.
  var taskID: UInt64? {
    var text = job.description
    return text.withUTF8 { bytes in
      var id: UInt64?
      for digit in bytes where (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= digit {
        id = (id ?? 0) &* 10 &+ UInt64(digit - UInt8(ascii: "0"))
      }
      return id
    }
  }

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
