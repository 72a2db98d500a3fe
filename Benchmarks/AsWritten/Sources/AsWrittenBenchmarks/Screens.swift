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

  /// Measures an action to one row of many.
  func lists() async {
    let (few, many) = (list(rows: 10), list(rows: 100_000))
    for (store, id, size) in [(few, 5, "10 rows"), (many, 50_000, "100,000 rows")] {
      await bench.row(
        "action to one row, as written", size: size, target: .nanoseconds(500),
        floor: SwitchFloor.floor, steadiness: .hashed
      ) { store.changeTitle(Self.title, row: id, times: $0) }
    }
    await bench.row(
      "action to one row, as written", size: "100,000 beside 10 rows", target: .ratio(1.3),
      floor: Floor("10 rows") { few.changeTitle(Self.title, row: 5, times: $0) },
      steadiness: .hashed
    ) { many.changeTitle(Self.title, row: 50_000, times: $0) }
    await cards()
    await rowStores()
  }

  /// Measures an action to one row of many, each of which presents a form with an effect.
  private func cards() async {
    let name = "action to one row, each presents an effect"
    guard bench.wants(name) else { return }
    let (few, many) = (list(cards: 10), list(cards: 10_000))
    for (store, id, size) in [(few, 5, "10 rows"), (many, 5_000, "10,000 rows")] {
      await bench.row(
        name, size: size, target: .nanoseconds(500), floor: SwitchFloor.floor, steadiness: .hashed
      ) { store.changeTitle(Self.title, card: id, times: $0) }
    }
    await bench.row(
      name, size: "10,000 beside 10 rows", target: .ratio(1.3),
      floor: Floor("10 rows") { few.changeTitle(Self.title, card: 5, times: $0) },
      steadiness: .hashed
    ) { many.changeTitle(Self.title, card: 5_000, times: $0) }
  }

  private func list(rows count: Int) -> StoreOf<WrittenList> {
    let rows = (0..<count).map { WrittenRow.State(id: $0) }
    let state = WrittenList.State(rows: IdentifiedArray(uniqueElements: rows))
    return Store(initialState: state) { WrittenList() }
  }

  private func list(cards count: Int) -> StoreOf<WrittenList> {
    let cards = (0..<count).map { WrittenCard.State(id: $0) }
    let state = WrittenList.State(cards: IdentifiedArray(uniqueElements: cards))
    let store = Store(initialState: state) { WrittenList() }
    let ending = Ending.make().ending
    for id in 0..<count {
      store.send(.cards(.element(id: id, action: .editButtonTapped)))
      store.send(.cards(.element(id: id, action: .form(.presented(.waitAgain(ending))))))
    }
    return store
  }

  /// Measures an action that concerns no row, without row stores and with 10,000.
  private func rowStores() async {
    let name = "unrelated action, as written"
    let (lonely, crowded) = (list(rows: 10_000), list(rows: 10_000))
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
    let card = Store(initialState: WrittenCard.State(id: 0)) { WrittenCard() }
    await bench.row(
      "present, dismiss, as written", size: "1 child", target: .nanoseconds(2_000),
      floor: SwitchFloor.floor, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        card.send(.editButtonTapped)
        card.send(.form(.dismiss))
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
    let rows = list(rows: count).scope(state: \.rows, action: \.rows)
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

  fileprivate func changeTitle(_ title: String, card id: Int, times: Int) {
    for _ in 0..<times { send(.cards(.element(id: id, action: .titleChanged(title)))) }
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
