import Headrace
import HeadraceTesting
import Testing

@Suite struct TestExecutorTests {
  private actor Counter {
    var log: [String] = []
    func add(_ entry: String) { log.append(entry) }
  }

  @Test func jobsRunInTheOrderInWhichTheyCameEveryTime() {
    let runs = (0..<20).map { _ in
      let log = Locked<[Int]>([])
      let executor = TestExecutor()
      for number in 0..<10 {
        Task(executorPreference: executor) {
          for _ in 0..<3 {
            log.change { $0.append(number) }
            await Task.yield()
          }
        }
      }
      executor.run()
      return log.value
    }
    #expect(runs[0] == Array(0..<10) + Array(0..<10) + Array(0..<10))
    #expect(Set(runs).count == 1)
  }

  @Test func nothingRunsUntilItIsAskedFor() {
    let ran = Locked(false)
    let executor = TestExecutor()
    Task(executorPreference: executor) { ran.change { $0 = true } }
    #expect(ran.value == false)
    executor.run()
    #expect(ran.value)
  }

  @Test func actorsWithoutAnExecutorOfTheirOwnRunOnIt() {
    let executor = TestExecutor()
    let log = Locked<[String]>([])
    Task(executorPreference: executor) {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for entry in ["a", "b", "c"] { group.addTask { await counter.add(entry) } }
      }
      let entries = await counter.log
      log.change { $0 = entries }
    }
    executor.run()
    #expect(log.value == ["a", "b", "c"])
  }

  @Test func itStopsWhenItsConditionHolds() {
    let executor = TestExecutor()
    let count = Locked(0)
    Task(executorPreference: executor) {
      while !Task.isCancelled {
        count.change { $0 += 1 }
        await Task.yield()
      }
    }
    #expect(executor.run { count.value == 5 })
    #expect(count.value == 5)
    #expect(executor.run() == false)
  }

  @Test func runningItInsideItsOwnJobDoesNothing() {
    let executor = TestExecutor()
    let order = Locked<[String]>([])
    Task(executorPreference: executor) {
      Task(executorPreference: executor) { order.change { $0.append("inner") } }
      executor.run()
      order.change { $0.append("outer") }
    }
    executor.run()
    #expect(order.value == ["outer", "inner"])
  }

  @Test func waitingEndsWithAJobFromElsewhere() async {
    let executor = TestExecutor()
    let gate = AsyncStream<Void>.makeStream()
    let ran = Locked(false)
    Task(executorPreference: executor) {
      for await _ in gate.stream { break }
      ran.change { $0 = true }
    }
    executor.run()
    Task.detached { gate.continuation.yield() }
    #expect(await executor.waitForJob(until: .now + .seconds(10)))
    executor.run()
    #expect(ran.value)
  }

  @Test func waitingEndsAtItsDeadline() async {
    let executor = TestExecutor()
    for _ in 0..<20 { #expect(await executor.waitForJob(until: .now) == false) }
    #expect(await executor.waitForJob(until: .now + .milliseconds(5)) == false)
  }

  @Test func aJobDoesNotSeeTheFrameOfItsCaller() {
    let executor = TestExecutor()
    let seen = Locked("")
    Task(executorPreference: executor) {
      @Dependency(\.loader) var loader
      let text = try await loader.load()
      seen.change { $0 = text }
    }
    var values = DependencyValues()
    values.loader.load = { "leaked" }
    DependencyValues.withFrame(values) { _ = executor.run() }
    #expect(seen.value == "")
  }
}
