import BenchmarkSupport
import Headrace
import HeadraceFlow

// MARK: - Guards, Links and Archives

extension StoreOwner {
  /// Measures guards, links and restoration with stacks of 10 and of 1,000 routes.
  func flow() async {
    for (depth, name) in [(10, "10"), (1_000, "1,000")] {
      await guards(depth, "depth \(name)")
      await links(depth, "depth \(name)")
      await archives(depth, "depth \(name)")
    }
  }

  /// Returns 0.1 ms of a frame's 16 ms for a usual stack, and 1 ms for a huge one.
  private func target(_ depth: Int) -> Target {
    .nanoseconds(depth > 10 ? 1_000_000 : 100_000)
  }

  private func guards(_ depth: Int, _ size: String) async {
    let open = Store(initialState: Flow.State(depth: depth)) { Flow() }
    await bench.row(
      "routes: guarded push, pop", size: size, target: target(depth), floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times {
        open.send(.push)
        open.send(.pop)
      }
    }
    let closed = Store(initialState: Flow.State(depth: depth)) { Flow(isOpen: false) }
    await bench.row(
      "routes: refused push", size: size, target: target(depth), floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times { closed.send(.push) }
    }
  }

  /// Measures a link that adds a screen, with the report to the coordinator, and the way back.
  private func links(_ depth: Int, _ size: String) async {
    let store = Store(initialState: Flow.State(depth: depth)) { Flow() }
    await bench.row(
      "routes: link, pop", size: size, target: target(depth), floor: SwitchFloor.floor
    ) { times in
      for _ in 0..<times {
        store.send(.links(.open("flow://pages/7?count=2", mode: .append)))
        store.send(.pop)
      }
    }
  }

  /// Measures the decoding of a whole stack by Foundation's decoder, for each of its routes.
  private func archives(_ depth: Int, _ size: String) async {
    let state = Flow.State(depth: depth)
    guard let archive = try? flowArchive.encode(state) else {
      preconditionFailure("A stack of \(depth) routes did not encode.")
    }
    let store = Store(initialState: state) { Flow() }
    await bench.row(
      "routes: restore, each", size: size, target: .nanoseconds(100_000),
      floor: SwitchFloor.floor, parts: depth, steadiness: .hashed
    ) { times in
      for _ in 0..<times { store.send(.restoration(.restore(archive))) }
    }
  }
}
