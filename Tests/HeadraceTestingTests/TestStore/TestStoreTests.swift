import Headrace
import HeadraceTesting
import Testing

@Suite struct TestStoreTests {
  @Test func sendingAssertsTheChangeOfState() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.resetButtonTapped)
    #expect(store.state == Stopwatch.State())
    store.dependencies.continuousClock = TestClock()
    let task = await store.send(.startButtonTapped) { $0.isRunning = true }
    await task.cancel()
  }

  @Test func aLoopOfSleepsSeesEveryTickInOrder() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(3))
    await store.receive(\.tick) { $0.seconds = 1 }
    await store.receive(.tick) { $0.seconds = 2 }
    await store.receive {
      $0 == .tick
    } assert: {
      $0.seconds = 3
    }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func aChangeOfDependenciesReachesTheReducer() async {
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.loader.load = { "first" }
    }
    await store.send(.loadButtonTapped)
    await store.receive(\.response, "first") { $0.text = "first" }
    store.dependencies.loader.load = { "second" }
    await store.send(.loadButtonTapped)
    await store.receive(\.response) { $0.text = "second" }
  }

  @Test func workThatLeavesTheExecutorIsAwaited() async {
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.loader.load = { await Outside().value() }
    }
    store.timeout = .seconds(30)
    await store.send(.loadButtonTapped)
    await store.receive(\.response, "outside") { $0.text = "outside" }
    await store.finish()
  }

  @Test func aTestThatIsNotExhaustiveStatesOnlyWhatItCares() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(5))
    await store.skipReceivedActions()
    store.assert { $0.seconds = 5 }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func finishingATaskRunsTheEffectsOfLaterActions() async {
    let store = TestStore(initialState: Chain.State()) { Chain() }
    let task = await store.send(.begin)
    await task.finish()
    await store.receive(.first) { $0.steps = [1] }
    await store.receive(.second) { $0.steps = [1, 2] }
    #expect(task.isCancelled == false)
  }

  @Test func aTaskAndItsStoreCanBeAwaitedAtTheSameTime() async {
    let gate = AsyncStream<String>.makeStream()
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.loader.load = { await gate.stream.first { _ in true } ?? "" }
    }
    store.timeout = .seconds(30)
    let task = await store.send(.loadButtonTapped)
    async let end: Void = task.finish()
    Task.detached { gate.continuation.yield("late") }
    await store.receive(\.response, "late") { $0.text = "late" }
    await end
  }

  @MainActor
  @Test func aStoreWorksOnTheMainActor() async {
    let store = TestStore(initialState: Loader.State()) {
      Loader()
    } withDependencies: {
      $0.loader.load = { await Outside().value() }
    }
    store.timeout = .seconds(30)
    await store.send(.loadButtonTapped)
    await store.receive(\.response, "outside") { $0.text = "outside" }
  }

  @Test func aStoreWorksOnAnActor() async {
    actor Host {
      func run() async {
        let store = TestStore(initialState: Chain.State()) { Chain() }
        await store.send(.begin)
        await store.receive(.first) { $0.steps = [1] }
        await store.receive(.second) { $0.steps = [1, 2] }
      }
    }
    await Host().run()
  }

  @Test func partOfATestCanBeLoosened() async {
    let store = TestStore(initialState: Chain.State()) { Chain() }
    await store.withExhaustivity(.off) {
      await store.send(.begin)
      await store.receive(.second)
    }
    #expect(store.state.steps == [1, 2])
    await store.send(.second) { $0.steps = [1, 2, 2] }
  }
}
