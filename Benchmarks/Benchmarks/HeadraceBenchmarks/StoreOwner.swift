import Benchmark
import BenchmarkSupport
import Headrace

/// Owns the stores that are measured: a store needs an actor.
actor StoreOwner {
  private var floor = SwitchFloor()
  private var counter: StoreOf<Counter>?
  private var levels: StoreOf<Level5>?
  private var rows: [Int: StoreOf<Rows>] = [:]

  /// One action, reduced by one reducer.
  func send() -> Sample {
    let store = counter ?? makeCounter()
    let operation = PerOperation.mean(of: 50_000) { store.send(.increment) }
    blackHole(store.state.count)
    return Sample(operation: operation, floor: switchFloor())
  }

  /// One action on the root, for the counter five scopes below.
  func sendThroughFiveLevels() -> Sample {
    let store = levels ?? makeLevels()
    let operation = PerOperation.mean(of: 20_000) {
      store.send(.child(.child(.child(.child(.child(.increment))))))
    }
    blackHole(store.state)
    return Sample(operation: operation, floor: switchFloor())
  }

  /// One action for a row in the middle.
  func send(toOneRowOf rowCount: Int) -> Sample {
    let store = rows[rowCount] ?? makeRows(rowCount)
    let operation = PerOperation.mean(of: 20_000) {
      store.send(.rows(.element(id: rowCount / 2, action: .increment)))
    }
    blackHole(store.withState(\.rows.count))
    return Sample(operation: operation, floor: switchFloor())
  }

  /// An effect that sends one action, awaited.
  func runEffect() async -> Sample {
    let store = counter ?? makeCounter()
    let operation = await PerOperation.mean(of: 2_000) {
      await store.send(.runButtonTapped).finish()
    }
    return Sample(operation: operation, floor: await TaskFloor.plainActor(of: 2_000))
  }

  /// An effect that takes the place of the one before.
  func restartEffect() async -> Sample {
    let store = counter ?? makeCounter()
    let operation = PerOperation.mean(of: 2_000) { store.send(.restartButtonTapped) }
    let last = store.send(.restartButtonTapped)
    await last.cancel()
    return Sample(operation: operation, floor: await TaskFloor.plainActor(of: 2_000))
  }

  private func switchFloor() -> PerOperation {
    let mean = floor.mean(of: 50_000)
    blackHole(floor.count)
    return mean
  }

  private func makeRows(_ rowCount: Int) -> StoreOf<Rows> {
    let states = (0..<rowCount).map { Counter.State(id: $0) }
    let store = Store(initialState: Rows.State(rows: IdentifiedArray(uniqueElements: states))) {
      Rows()
    }
    rows[rowCount] = store
    return store
  }

  private func makeLevels() -> StoreOf<Level5> {
    let store = Store(initialState: Level5.State()) { Level5() }
    levels = store
    return store
  }

  private func makeCounter() -> StoreOf<Counter> {
    let store = Store(initialState: Counter.State(id: 0)) { Counter() }
    counter = store
    return store
  }
}

/// The same effect, answered on the main actor.
enum MainActorStoreOwner {
  /// An effect that sends one action, awaited.
  @MainActor
  static func runEffect() async -> Sample {
    let store = Store(initialState: Counter.State(id: 0)) { Counter() }
    let operation = await PerOperation.mean(of: 500) {
      await store.send(.runButtonTapped).finish()
    }
    return Sample(operation: operation, floor: await TaskFloor.mainActor(of: 500))
  }
}
