import Foundation
import Headrace
import HeadraceTesting
import TestEffort
import Testing

/// The events that can happen in another order, and the reports about those that can't.
@Suite struct ExploredEventsTests {
  /// Returns all results of a test, whose orders are all run.
  private func results(
    schedules: Int = 5_000, _ test: @escaping @Sendable () async throws -> String
  ) async throws -> (results: Set<String>, exploration: ExplorationResult) {
    let results = LockIsolated<Set<String>>([])
    let exploration = try await explore(.exhaustive, schedules: schedules) {
      let result = try await test()
      results.withValue { _ = $0.insert(result) }
    }
    return (results.value, exploration)
  }

  @Test func tasksOfAGroupContinueInEachOrder() async throws {
    let (results, exploration) = try await results {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 { group.addTask { number } }
        return await group.reduce(into: "") { $0 += "\($1)" }
      }
    }
    #expect(results == ["123", "132", "213", "231", "312", "321"])
    #expect(exploration.isExhaustive)
  }

  @Test func callsOfAnActorComeInEachOrder() async throws {
    let (results, _) = try await results {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 { group.addTask { await log.append("\(number)") } }
      }
      return await log.text
    }
    #expect(results == ["123", "132", "213", "231", "312", "321"])
  }

  @Test func unstructuredTasksAreChosen() async throws {
    let (results, exploration) = try await results {
      let log = Log()
      let tasks = [
        Task { await log.append("1") },
        Task.detached { await log.append("2") },
        Task(priority: .background) { await log.append("3") },
      ]
      for task in tasks { await task.value }
      return await log.text
    }
    #expect(results == ["123", "132", "213", "231", "312", "321"])
    #expect(exploration.isExhaustive)
  }

  @Test func valuesAreChosenInDetachedTasks() async throws {
    let (results, _) = try await results { await Task.detached { anyOf("1", "2") }.value }
    #expect(results == ["1", "2"])
  }

  /// `aTestThatNeverEndsIsReported` costs less.
  @Test(.enabled(if: !Effort.isShort)) func anUnfairOrderHasAShortReport() async throws {
    let failures = try await issues {
      try await explore(.pct(depth: 1), schedules: 20) {
        let isDone = LockIsolated(false)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { while !isDone.value { await Task.yield() } }
          group.addTask {
            await Task.yield()
            isDone.setValue(true)
          }
        }
      }
    }
    #expect(failures.count == 1)
    let report = try #require(failures.first)
    #expect(report.contains("The test has not ended after 100000 steps."))
    #expect(report.contains("Orders are not fair"))
    #expect(report.count < 1_000)
  }

  @Test func tasksThatNobodyAwaitsRunToTheirEnd() async throws {
    let ends = LockIsolated(0)
    let exploration = try await explore(schedules: 20) {
      Task {
        for _ in 0..<10 { await Task {}.value }
        ends.withValue { $0 += 1 }
      }
    }
    #expect(exploration.failingSchedule == nil)
    #expect(ends.value == 20)
  }

  @Test func asyncLetsAndStreamsAreChosen() async throws {
    let (results, _) = try await results {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      async let first: Void = { _ = continuation.yield(1) }()
      async let second: Void = { _ = continuation.yield(2) }()
      _ = await (first, second)
      continuation.finish()
      return await stream.reduce(into: "") { $0 += "\($1)" }
    }
    #expect(results == ["12", "21"])
  }

  @Test func sleepersThatAreDueTogetherWakeInEachOrder() async throws {
    let (results, _) = try await results {
      let clock = TestClock()
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            await #expect(throws: Never.self) { try await clock.sleep(for: .seconds(1)) }
            await log.append("\(number)")
          }
        }
        await clock.advance(by: .seconds(1))
      }
      return await log.text
    }
    #expect(results == ["123", "132", "213", "231", "312", "321"])
  }

  @Test func effectsOfSeveralStoresContinueInEachOrder() async throws {
    let (results, _) = try await results {
      let log = Log()
      let (first, second) = (makeStore(log), makeStore(log))
      await first.send("a")
      await second.send("b")
      await first.finish()
      await second.finish()
      return await log.text
    }
    #expect(results == ["ab", "ba"])
  }

  @Test func aCancellationComesBeforeAndAfterTheAnswer() async throws {
    let (results, _) = try await results {
      let log = Log()
      let store = makeStore(log)
      let task = await store.send("a")
      await task.cancel()
      return await log.text
    }
    #expect(results == ["", "a"])
  }

  /// A program that ends releases its store, which cancels the effects in flight.
  @Test func aProgramEndsBeforeAndAfterTheAnswer() async throws {
    let (results, exploration) = try await results {
      let log = Log()
      var host: StoreActor? = StoreActor(initialState: 0) {
        Reduce<Int, String> { _, text in .run { _ in await log.append(text) } }
      }
      await host?.send("a")
      host = nil
      return await log.text
    }
    #expect(results == ["", "a"])
    #expect(exploration.isExhaustive)
  }

  @Test func aThrownErrorFailsTheTest() async throws {
    let failures = try await issues {
      try await explore(schedules: 10) { throw CocoaError(.fileNoSuchFile) }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("The test threw an error:") == true)
    #expect(failures.first?.hasSuffix("It fails in its ordinary order, too.") == true)
  }

  @Test func aDeadlockIsReported() async throws {
    let failures = try await issues {
      try await explore(schedules: 100) {
        let (first, second) = (Gate(), Gate())
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await first.pass()
            await second.open()
          }
          group.addTask {
            await second.pass()
            await first.open()
          }
        }
      }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains("Nothing can run, and the test has not ended: a deadlock,")
        == true)
  }

  @Test func aTestThatNeverEndsIsReported() async throws {
    let failures = try await issues {
      try await explore(schedules: 2) {
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(failures.first?.contains("The test has not ended after 100000 steps.") == true)
  }

  @Test(arguments: ["sleep", "main actor", "thread", "yield", "executor"])
  func workOutsideTheExecutorIsReported(_ way: String) async throws {
    let failures = try await issues {
      try await explore(schedules: 3) {
        switch way {
        case "sleep": try await Task.sleep(for: .milliseconds(1))
        case "main actor": await MainActor.run {}
        case "executor": await ThreadActor().work()
        case "yield":
          let log = Log()
          await Task {
            await log.append("a")
            await Task.yield()
          }.value
        default:
          await withCheckedContinuation { continuation in
            Thread { continuation.resume() }.start()
          }
        }
      }
    }
    #expect(
      failures == [
        """
        The search is incomplete: some of the test's work runs outside of the test's executor, so \
        its order can't be chosen.

          \(way == "yield" ? "a task of the test" : "the test")

        Replace 'Task.sleep', the main actor and threads by dependencies, and override them in the \
        test: with a 'TestClock', and with clients that answer without leaving. In 'Task { }', \
        write 'await Task {}.value' instead of 'Task.yield()'.
        """
      ])
  }

  @Test func anEffectThatLeavesTheExecutorIsNamed() async throws {
    let failures = try await issues {
      try await explore(schedules: 3) {
        let store = TestStore(initialState: 0) {
          Reduce<Int, Bool> { _, _ in
            .run(name: "load") { _ in try await Task.sleep(for: .milliseconds(1)) }
          }
        }
        await store.send(true)
        await store.finish()
      }
    }
    let line = #line - 7
    #expect(failures.first?.contains("\n\n  'load' ExploredEventsTests.swift:\(line)\n\n") == true)
  }

  @Test func aTestThatIsNotTheSameEachTimeIsReported() async throws {
    let count = LockIsolated(0)
    let failures = try await issues {
      try await explore(schedules: 3) {
        let number = count.withValue {
          $0 += 1
          return $0
        }
        for _ in 0..<number { await Task.yield() }
      }
    }
    #expect(
      failures == [
        """
        The test is not deterministic: two runs in the same order differed, so orders can't be \
        searched or repeated.

        Control what else it depends on: the time, random numbers, global variables, and the order \
        of sets and dictionaries.
        """
      ])
  }

  @Test func eachRunHasItsOwnDependencies() async throws {
    try await explore(schedules: 50) {
      @Dependency(\.runCounter) var counter
      #expect(counter.increment() == 1)
    }
  }

  @Test(.dependencies { $0.uuid = .constant(UUID(uuidString: Self.id) ?? UUID()) })
  func valuesPreparedByATraitExistInEachRun() async throws {
    try await explore(schedules: 50) {
      @Dependency(\.runCounter) var counter
      @Dependency(\.uuid) var uuid
      #expect(counter.increment() == 1)
      #expect(uuid().uuidString == Self.id)
    }
  }

  private static let id = "00000000-1111-2222-3333-444444444444"

  @Test func twoTasksMayMoveClocksAtTheSameTime() async throws {
    try await explore(schedules: 200) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...2 {
          group.addTask {
            let clock = TestClock()
            async let sleep: Void? = try? clock.sleep(for: .seconds(1))
            await clock.advance(by: .seconds(1))
            await clock.advance(by: .seconds(1))
            _ = await sleep
          }
        }
      }
    }
  }

  @Test func aCancelledSearchEnds() async throws {
    let task = Task {
      try await explore(schedules: .max) { await Task.yield() }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

private actor Log {
  var text = ""

  func append(_ more: String) { text += more }
}

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// An actor whose jobs run on threads of their own.
private actor ThreadActor {
  private final class Executor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }.start()
    }
  }

  private let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func work() {}
}

/// Returns a feature whose effects log its actions.
private func makeStore(_ log: Log) -> TestStore<Int, String> {
  TestStore(initialState: 0) {
    Reduce<Int, String> { _, text in .run { _ in await log.append(text) } }
  }
}

private final class RunCounter: Sendable {
  private let count = LockIsolated(0)

  func increment() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

extension DependencyValues {
  private enum CounterKey: DependencyKey {
    static var liveValue: RunCounter { RunCounter() }
    static var testValue: RunCounter { RunCounter() }
  }

  fileprivate var runCounter: RunCounter { self[CounterKey.self] }
}
