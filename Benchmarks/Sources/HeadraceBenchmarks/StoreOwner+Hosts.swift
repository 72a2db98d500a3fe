import BenchmarkSupport
import Headrace
import HeadraceTesting
import Synchronization

// MARK: - Memory, Tests and Deep Trees

extension StoreOwner {
  /// Measures the memory of a child store.
  func memory() {
    let count = 1_000
    let parents = (0..<count).map { _ in makeParent() }
    bench.memory(
      "child store, memory", size: "of a property", target: .bytes(800), count: count
    ) { parents[$0].scope(state: \.child, action: \.child) }
    let list = Store(initialState: Rows.State(count: count)) { Rows() }
    let rows = list.scope(state: \.rows, action: \.rows)
    bench.memory(
      "child store, memory", size: "of a row", target: .bytes(800), count: count
    ) { rows[$0] }
    bench.memory("root store, memory", size: "1 reducer", count: count) { makeCounter(id: $0) }
  }

  private func makeParent() -> StoreOf<Level1> {
    Store(initialState: Level1.State()) { Level1() }
  }

  private func makeCounter(id: Int) -> StoreOf<Counter> {
    Store(initialState: Counter.State(id: id)) { Counter() }
  }

  /// Measures a test's send with its assertion.
  func testStore() async {
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    let store = TestStore(initialState: TwentyFields.State()) { TwentyFields() }
    await bench.row(
      "TestStore.send", size: "20 fields, \(build)", floor: SwitchFloor.floor, steadiness: .threaded
    ) { count in
      for _ in 0..<count {
        await store.send(.increment) { $0.count &+= 1 }
      }
    }
  }

  /// Measures a run of a test with three effects, in a chosen order.
  func exploration() async {
    @Sendable func test() async {
      let store = TestStore(initialState: ThreeEffects.State()) { ThreeEffects() }
      await store.send(.start)
      for count in 1...3 { await store.receive(.answered) { $0.count = count } }
    }
    let floor = Floor("the plain test") { count in
      for _ in 0..<count { await test() }
    }
    await bench.row(
      "explore, each order", size: "3 effects, one core", target: .ratio(3), floor: floor,
      steadiness: .threaded
    ) { count in
      let result = try? await explore(
        .mixed, schedules: count, workerCount: 1,
        at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column), test)
      precondition(result?.failingSchedule == nil, "The test has failed.")
    }
  }

  /// Measures an action thirty enums deep, to a state of 1 MiB, on a thread with a 512 KiB stack.
  ///
  /// The target is that there is a figure.
  func deepTrees() async {
    let name = "send through 30 features"
    guard bench.wants(name) else { return }
    // Enough to create the state, which is returned through thirty levels.
    let executor = ThreadExecutor(stackSize: 256 * 1_024 * 1_024)
    let owner = SmallStackOwner<Around30>(executor)
    await owner.makeStore()
    executor.stackSize.store(512 * 1_024, ordering: .relaxed)
    // Many at a time, because a thread is created for each call.
    await bench.row(
      name, size: "1 MiB state, 512 KiB stack", floor: SwitchFloor.floor, parts: 1_000
    ) { count in
      await owner.send(count: count * 1_000)
    }
    await owner.dropStore()
  }
}
