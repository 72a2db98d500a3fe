import BenchmarkSupport
import Headrace
import HeadraceTesting

// MARK: - Lists, Effects, Presentation and Tests

extension StoreOwner {
  private static let title = "A title that is too long for a string to hold in itself"

  /// Measures an action with one observer of its field, and with ten.
  func observers() async {
    for (count, size, budget) in [(1, "1 observer", 1_000.0), (10, "10 observers", 10_000)] {
      let store = Store(initialState: Written.State()) { Written() }
      var seen = 0
      let tokens = (0..<count).map { _ in store.observe { seen &+= store.count } }
      await bench.row(
        "send, as written", size: size, target: .nanoseconds(budget), floor: SwitchFloor.floor
      ) { times in
        for _ in 0..<times { store.send(.incrementButtonTapped) }
      }
      blackHole((seen, tokens))
    }
  }

  /// Measures an action to one row of many, whose forms have effects in the second half.
  func lists() async {
    for hasForms in [false, true] {
      let name = "action to one row, as written" + (hasForms ? ", each with a form's effect" : "")
      let counts =
        hasForms ? [(10, "10"), (10_000, "10,000")] : [(10, "10"), (100_000, "100,000")]
      guard bench.wants(name) else { continue }
      let (few, many) = (list(counts[0].0, hasForms), list(counts[1].0, hasForms))
      for (store, (count, size)) in zip([few, many], counts) {
        await bench.row(
          name, size: "\(size) rows", target: .nanoseconds(500), floor: SwitchFloor.floor,
          steadiness: .hashed
        ) { store.changeTitle(Self.title, row: count / 2, times: $0) }
      }
      await bench.row(
        name, size: "\(counts[1].1) beside 10 rows", target: .ratio(1.3),
        floor: Floor("10 rows") { few.changeTitle(Self.title, row: 5, times: $0) },
        steadiness: .hashed
      ) { many.changeTitle(Self.title, row: counts[1].0 / 2, times: $0) }
    }
    await rowStores()
  }

  private func list(_ count: Int, _ hasForms: Bool) -> StoreOf<WrittenList> {
    let store = Store(initialState: WrittenList.State(count: count)) { WrittenList() }
    guard hasForms else { return store }
    let ending = Ending.make().ending
    for id in 0..<count {
      store.send(.rows(.element(id: id, action: .editButtonTapped)))
      store.send(.rows(.element(id: id, action: .form(.presented(.waitAgain(ending))))))
    }
    return store
  }

  /// Measures an action that concerns no row, without row stores and with 10,000.
  private func rowStores() async {
    let name = "unrelated action, as written"
    let (lonely, crowded) = (list(10_000, false), list(10_000, false))
    let rows = Array(crowded.scope(state: \.rows, action: \.rows))
    await bench.row(
      name, size: "10,000 row stores", target: .nanoseconds(500), floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times { crowded.send(.queryChanged(Self.title)) }
    }
    await bench.row(
      name, size: "10,000 beside no row store", target: .ratio(1.3),
      floor: Floor("no row store") { times in
        for _ in 0..<times { lonely.send(.queryChanged(Self.title)) }
      }
    ) { times in
      for _ in 0..<times { crowded.send(.queryChanged(Self.title)) }
    }
    blackHole(rows)
  }

  /// Measures effects of a store that a plain actor owns.
  func effects() async {
    let store = Store(initialState: WrittenForm.State()) { WrittenForm() }
    await bench.row(
      "Effect.run, as written", size: "plain actor", target: .nanoseconds(4_000),
      floor: TaskFloor.plainActor, steadiness: .threaded
    ) { times in
      for _ in 0..<times { await store.send(.loadButtonTapped).finish() }
    }
    await bench.row(
      "cancelInFlight, as written", size: "plain actor", target: .nanoseconds(4_000),
      floor: TaskFloor.plainActor, steadiness: .threaded
    ) { times in
      let (last, gone) = store.waitAgain(times: times)
      await last?.cancel()
      for await _ in gone {}
    }
  }

  /// Measures a form that comes and goes, and a screen on a stack of 1,000.
  func presentation() async {
    let row = Store(initialState: WrittenRow.State(id: 0)) { WrittenRow() }
    await bench.row(
      "present, dismiss, as written", size: "1 child", target: .nanoseconds(2_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        row.send(.editButtonTapped)
        row.send(.form(.dismiss))
      }
    }
    let stack = Store(initialState: WrittenStack.State(depth: 1_000)) { WrittenStack() }
    await bench.row(
      "stack: push, pop, as written", size: "depth 1,000", target: .nanoseconds(2_000),
      floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times {
        stack.send(.nextButtonTapped(Self.title))
        stack.send(.backButtonTapped)
      }
    }
  }

  /// Measures the memory of a child store.
  func memory() {
    let count = 1_000
    let parents = (0..<count).map { _ in makeParent() }
    bench.memory(
      "child store, memory, as written", size: "of a property", target: .bytes(800), count: count
    ) { parents[$0].scope(state: \.child, action: \.child) }
    let rows = list(count, false).scope(state: \.rows, action: \.rows)
    bench.memory(
      "child store, memory, as written", size: "of a row", target: .bytes(800), count: count
    ) { rows[$0] }
  }

  private func makeParent() -> StoreOf<Written1> {
    Store(initialState: Written1.State()) { Written1() }
  }

  /// Measures a test's send with its assertion.
  func testStore() async {
    let store = TestStore(initialState: WrittenForm.State()) { WrittenForm() }
    await bench.row(
      "TestStore.send, as written", size: "20 fields", target: .nanoseconds(5_000),
      floor: SwitchFloor.floor, steadiness: .threaded
    ) { times in
      for _ in 0..<times { await store.send(.incrementButtonTapped) { $0.count &+= 1 } }
    }
  }
}

extension Store where State == WrittenList.State, Action == WrittenList.Action {
  fileprivate func changeTitle(_ title: String, row id: Int, times: Int) {
    for _ in 0..<times { send(.rows(.element(id: id, action: .titleChanged(title)))) }
  }
}

extension Store where State == WrittenForm.State, Action == WrittenForm.Action {
  /// Starts effects that each replace the previous one; the stream ends when all are gone.
  fileprivate func waitAgain(times: Int) -> (last: StoreTask?, gone: AsyncStream<Never>) {
    let (ending, gone) = Ending.make()
    var last: StoreTask?
    for _ in 0..<times { last = send(.waitAgain(ending)) }
    return (last, gone)
  }
}
