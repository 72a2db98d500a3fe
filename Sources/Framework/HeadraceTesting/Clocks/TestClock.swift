import Headrace
import Synchronization

/// A clock whose time advances only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Timer.State()) {
///   Timer()
/// } withDependencies: {
///   $0.continuousClock = clock
/// }
/// await store.send(.startButtonTapped)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.tick) { $0.seconds = 1 }
/// ```
///
/// While it advances, each sleeper wakes at its own deadline, in order, and a test store's effects
/// run in between, so that a loop of sleeps sees every tick. Several test stores can share a clock;
/// their effects then run in turn, like those of a single store. Sleepers outside of test stores
/// run on threads that the clock can't control, so it only gives them a chance to run.
public final class TestClock<Duration: DurationProtocol & Hashable & Sendable>: Clock {
  /// An instant of a test clock.
  public typealias Instant = OffsetInstant<Duration>

  private let sleepers: Mutex<TestClockSleepers<Instant>>

  /// The resolution of the clock: zero.
  public let minimumResolution = Duration.zero

  /// Creates a clock.
  ///
  /// - Parameter now: The instant at which it begins.
  public init(now: Instant = Instant()) {
    sleepers = Mutex(TestClockSleepers(now: now))
  }

  /// The instant to which the test has advanced the clock.
  public var now: Instant { sleepers.withLock { $0.now } }

  /// Sleeps until the test advances the clock to a deadline.
  ///
  /// If the deadline is the current instant, as for a duration of zero, the sleep ends with the
  /// next advance, even one by zero. If it has passed, there is no sleep.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, before or during the sleep.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = sleepers.withLock { $0.makeID() }
    defer { sleepers.withLock { $0.forget(id) } }
    let place = DependencyValues.taskLocal?.testedEffect.flatMap(SleepingEffect.init)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = TestClockSleeper(
          id: id, deadline: deadline, effect: place, continuation: continuation)
        sleepers.withLock { $0.add(sleeper) }?.wake()
      }
    } onCancel: {
      sleepers.withLock { $0.cancel(id) }?.cancel()
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock that counts seconds.
  public convenience init() {
    self.init(now: Instant())
  }
}

// MARK: - Advancing Time

extension TestClock {
  /// Advances time by a duration.
  ///
  /// - Parameter duration: The duration. Zero wakes the sleepers whose deadline is the current
  ///   instant.
  nonisolated(nonsending) public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances time to an instant.
  ///
  /// - Parameter deadline: The instant; if it has passed, time does not advance.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    await settle()
    let run = ScheduleRun.current
    while let sleeper = sleepers.withLock({ $0.next(until: deadline, in: run) }) {
      sleeper.wake()
      await settle()
    }
    sleepers.withLock { $0.move(to: deadline) }
  }

  /// Advances time until there are no sleepers.
  ///
  /// - Parameter timeout: The real time after which it gives up and fails the test, for sleepers
  ///   that sleep again and again.
  nonisolated(nonsending) public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    await settle()
    while let deadline = sleepers.withLock({ $0.earliestDeadline }) {
      guard ContinuousClock.now < end else {
        recordFailure(
          """
          \(sleepers.withLock { $0.count }) sleeping on this clock after \(timeout) of 'run': a \
          task sleeps again and again.

          Before 'run', cancel effects that never end, or move time step by step with \
          'advance(by:)'.
          """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return
      }
      await advance(to: deadline)
    }
  }

  /// Checks that there are no sleepers on this clock.
  ///
  /// - Throws: ``SuspensionError`` if there are any.
  nonisolated(nonsending) public func checkSuspension() async throws {
    await settle()
    let count = sleepers.withLock { $0.count }
    if count > 0 { throw SuspensionError(sleeperCount: count) }
  }

  /// Makes this clock run a test store's effects before and while it advances.
  package func attach(_ executor: TestExecutor) {
    sleepers.withLock { $0.add(executor) }
  }

  /// Runs the jobs of all test stores on this clock, until none are left.
  ///
  /// The stores on a clock wake each other. Their jobs run in the order in which they were added,
  /// so that the order of the stores' creation does not matter.
  nonisolated(nonsending) private func settle() async {
    if let run = ScheduleRun.current { return await run.settle() }
    let executors = sleepers.withLock { $0.liveExecutors }
    TestExecutor.run(executors)
    await waitForHops(of: executors)
    // An effect that advances the clock is a job itself: the others run when it yields.
    var turnCount = 0
    while turnCount < TestExecutor.jobsPerPumpMax, executors.contains(where: \.isHoldingUpJobs) {
      turnCount += 1
      await Task.yield()
      TestExecutor.run(executors)
    }
    guard sleepers.withLock({ $0.mayHaveSleepersElsewhere }) else { return }
    // They run on threads outside of our control. All that can be done is to yield often.
    for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
  }
}

extension TestClock {
  /// The maximum number of hops to the main actor without a sleep; an effect that exceeds it never
  /// rests.
  private static var hopCountMax: Int { 1_000 }

  /// Waits for effects that have hopped to the main actor, and continues them, until none is left.
  ///
  /// Inside an effect there is nothing to wait for, because the test waits for the effect itself.
  nonisolated(nonsending) private func waitForHops(of executors: [TestExecutor]) async {
    guard !executors.contains(where: \.hasTurn) else { return }
    for _ in 0..<Self.hopCountMax {
      guard let executor = executors.first(where: \.hasEffectsAwake) else { return }
      _ = await executor.waitForMainActor()
      guard executors.contains(where: \.hasJobs) else { return }
      TestExecutor.run(executors)
    }
  }
}

/// The error of a test clock that still has sleepers.
public struct SuspensionError: Error, Equatable, CustomStringConvertible {
  /// The number of sleeps that have not ended.
  public let sleeperCount: Int

  /// A description of the error, with the remedy.
  public var description: String {
    """
    \(sleeperCount) sleeping on a test clock. Advance the clock to their deadlines, or cancel \
    what sleeps, before the test ends.
    """
  }
}
