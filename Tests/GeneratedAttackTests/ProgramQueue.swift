import Foundation

/// Queues all jobs of one generated program, and runs them one by one on the program's own thread.
///
/// Every job of a program's store and effects arrives here: this is the serial executor of the
/// store's actor, and ``GlobalJobs`` redirects the jobs that would go to the global executor. So
/// every run of a program is the same.
///
/// Unchecked: touched on the program's thread alone; ``current`` is a value of that thread.
final class ProgramQueue: SerialExecutor, @unchecked Sendable {
  private struct Waiting {
    let job: UnownedJob
    let isActorJob: Bool
  }

  private var jobs: [Waiting] = []
  private var first = 0

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The queue of the program that runs on this thread.
  static var current: ProgramQueue? {
    pthread_getspecific(key).map { Unmanaged<ProgramQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a body as a program on this thread.
  func run<Result>(_ body: () -> Result) -> Result {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.key, nil) }
    return body()
  }

  // MARK: - Executing

  func enqueue(_ job: consuming ExecutorJob) {
    precondition(Self.current === self, "A job of a program came from another thread.")
    jobs.append(Waiting(job: UnownedJob(job), isActorJob: true))
  }

  func enqueueGlobal(_ job: UnownedJob) {
    jobs.append(Waiting(job: job, isActorJob: false))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The executor of code that is on no actor, which is two empty words to the Swift runtime.
  ///
  /// A job that ran as if on another executor would come back to the queue at each of its switches.
  private static let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  func checkIsolated() {
    precondition(Self.current === self, "A program's store was used on another thread.")
  }

  func isIsolatingCurrentContext() -> Bool? { Self.current === self }

  /// Runs jobs until none is left.
  ///
  /// - Returns: True if none was left within the limit.
  func drain(limit: Int = 10_000) -> Bool {
    for _ in 0..<limit {
      guard first < jobs.count else {
        jobs.removeAll(keepingCapacity: true)
        first = 0
        return true
      }
      let next = jobs[first]
      first += 1
      if next.isActorJob {
        next.job.runSynchronously(on: asUnownedSerialExecutor())
      } else {
        next.job.runSynchronously(on: Self.generic)
      }
    }
    return false
  }
}

/// The actor that owns the store of a program.
actor ProgramHost {
  nonisolated let queue: ProgramQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(queue: ProgramQueue) {
    self.queue = queue
  }

  /// Isolates a closure to this actor.
  func touch() {}
}

/// Redirects the jobs that a program gives to the global executor into the program's queue.
///
/// It is the hook that the Swift runtime has for this; jobs of other threads are not redirected.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// Sets the hook, once for the process.
  static let takeOver: Void = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      preconditionFailure("The Swift runtime has no hook for global jobs.")
    }
    symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let queue = ProgramQueue.current { queue.enqueueGlobal(job) } else { original(job) }
    }
  }()
}
