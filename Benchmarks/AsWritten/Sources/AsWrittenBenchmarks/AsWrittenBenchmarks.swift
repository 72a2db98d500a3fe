import BenchmarkSupport
import Headrace

/// Measures features as authors write them, against the budgets of `Documentation/performance.md`.
///
/// The bare feature of some floors is written by hand, is unobserved, and its actions contain
/// nothing.
@main
enum AsWrittenBenchmarks {
  static func main() {
    Bench.run { bench in
      let owner = StoreOwner(bench)
      await owner.sends()
      await owner.scopes()
      await owner.reads()
      await owner.observers()
      await owner.lists()
      await owner.effects()
      await owner.presentation()
      await owner.memory()
      await owner.testStore()
      await owner.recording()
      await owner.replaying()
    }
  }
}

/// Owns the stores that are measured.
actor StoreOwner {
  let bench: Bench

  init(_ bench: Bench) {
    self.bench = bench
  }

  /// Measures an action of one feature.
  func sends() async {
    let bare = Store(initialState: Counter.State(id: 0)) { Counter() }
    let floor = Floor("bare") { count in for _ in 0..<count { bare.send(.increment) } }
    let store = Store(initialState: Written.State()) { Written() }
    await bench.row(
      "send, as written", size: "1 reducer", target: .nanoseconds(100), floor: floor
    ) { count in
      for _ in 0..<count { store.send(.incrementButtonTapped) }
    }
  }

  /// Measures actions through five scopes, from the root and from the child's store.
  func scopes() async {
    let bare = Store(initialState: Level5.State()) { Level5() }
    let floor = Floor("bare") { count in
      for _ in 0..<count { bare.send(.child(.child(.child(.child(.child(.increment)))))) }
    }
    let store = Store(initialState: Written5.State()) { Written5() }
    await bench.row(
      "send through scopes, as written", size: "5", target: .nanoseconds(400), floor: floor
    ) { count in
      for _ in 0..<count {
        store.send(.child(.child(.child(.child(.child(.incrementButtonTapped))))))
      }
    }
    let title = "A title that is too long for a string to hold in itself"
    await bench.row(
      "send through scopes, as written", size: "5, a String", target: .nanoseconds(400),
      floor: floor
    ) { count in
      for _ in 0..<count {
        store.send(.child(.child(.child(.child(.child(.titleChanged(title)))))))
      }
    }
    let bareChild = bareChild(of: bare)
    let childFloor = Floor("bare") { count in for _ in 0..<count { bareChild.send(.increment) } }
    let child = child(of: store)
    await bench.row(
      "send on a child store, as written", size: "5 down", target: .nanoseconds(600),
      floor: childFloor
    ) { count in
      for _ in 0..<count { child.send(.incrementButtonTapped) }
    }
  }

  /// Measures reading a field of a child's store.
  func reads() async {
    let bare = bareChild(of: Store(initialState: Level5.State()) { Level5() })
    let child = child(of: Store(initialState: Written5.State()) { Written5() })
    var sum = 0
    let floor = Floor("bare") { count in
      var sum = 0
      for _ in 0..<count { sum &+= bare.count }
      blackHole(sum)
    }
    await bench.row(
      "read a field on a child store, as written", size: "5 down", target: .nanoseconds(100),
      floor: floor
    ) { count in
      for _ in 0..<count { sum &+= child.count }
    }
    blackHole(sum)
  }

  private func bareChild(of root: StoreOf<Level5>) -> StoreOf<Counter> {
    root.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
  }

  private func child(of root: StoreOf<Written5>) -> StoreOf<Written> {
    root.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
  }
}
