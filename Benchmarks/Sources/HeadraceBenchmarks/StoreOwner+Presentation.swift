import BenchmarkSupport
import Headrace

// MARK: - Presented Children

extension StoreOwner {
  /// Measures presentations, stacks and routes.
  func presentation() async {
    let f1 = SwitchFloor.floor
    let presenter = Store(initialState: Presenter.State()) { Presenter() }
    await bench.row(
      "present, dismiss, finish", size: "1 child", floor: f1,
      steadiness: .hashed
    ) { count in
      for _ in 0..<count {
        presenter.send(.present)
        await presenter.send(.child(.dismiss)).finish()
      }
    }
    let (shallow, deep) = (stack(depth: 100), stack(depth: 1_000))
    for (store, depth) in [(stack(depth: 10), "10"), (shallow, "100"), (deep, "1,000")] {
      await bench.row(
        "stack: push, pop", size: "depth \(depth)", floor: f1
      ) { store.pushAndPop(times: $0) }
    }
    // Not beside 10: an ordered dictionary of so few elements has no hash table.
    await bench.row(
      "stack: push, pop", size: "depth 1,000 beside 100", target: .ratio(1.3),
      floor: Floor("depth 100") { shallow.pushAndPop(times: $0) }
    ) { deep.pushAndPop(times: $0) }
    await routes()
  }

  private func routes() async {
    let (shallow, deep) = (coordinator(depth: 10), coordinator(depth: 1_000))
    for (store, depth) in [(shallow, "10"), (deep, "1,000")] {
      await bench.row(
        "routes: push, pop", size: "depth \(depth)",
        floor: SwitchFloor.floor
      ) { store.pushAndPop(times: $0) }
    }
    await bench.row(
      "routes: push, pop", size: "depth 1,000 beside 10", target: .ratio(1.3),
      floor: Floor("depth 10") { shallow.pushAndPop(times: $0) }
    ) { deep.pushAndPop(times: $0) }
  }

  private func stack(depth: Int) -> StoreOf<Stack> {
    Store(initialState: Stack.State(depth: depth)) { Stack() }
  }

  private func coordinator(depth: Int) -> StoreOf<Routes> {
    Store(initialState: Routes.State(depth: depth)) { Routes() }
  }
}

extension Store where State == Stack.State, Action == Stack.Action {
  fileprivate func pushAndPop(times: Int) {
    for _ in 0..<times {
      send(.push)
      send(.pop)
    }
  }
}

extension Store where State == Routes.State, Action == Routes.Action {
  fileprivate func pushAndPop(times: Int) {
    for _ in 0..<times {
      send(.push)
      send(.pop)
    }
  }
}
