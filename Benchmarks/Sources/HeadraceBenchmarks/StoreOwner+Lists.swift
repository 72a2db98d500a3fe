import BenchmarkSupport
import Headrace

// MARK: - Lists

extension StoreOwner {
  /// Measures actions to one row of many, and beside ten thousand row stores.
  func lists() async {
    let name = "action to one row"
    for (count, label) in Self.sizes {
      guard bench.wants("\(name) (\(label) rows)") else { continue }
      let store = Store(initialState: Rows.State(count: count)) { Rows() }
      await bench.row(
        name, size: "\(label) rows", floor: SwitchFloor.floor,
        steadiness: .hashed
      ) { times in
        for _ in 0..<times { store.send(.rows(.element(id: count / 2, action: .increment))) }
      }
    }
    for (count, label) in Self.sizes {
      guard bench.wants("\(name), lifted (\(label) rows)") else { continue }
      let store = lifted(count)
      await bench.row(
        "\(name), lifted", size: "\(label) rows", floor: SwitchFloor.floor,
        steadiness: .hashed
      ) { times in
        for _ in 0..<times {
          store.send(.list(.rows(.element(id: count / 2, action: .increment))))
        }
      }
    }
    await otherRows()
    await flatness()
    await rowStores()
  }

  private static let sizes = [
    (10, "10"), (100, "100"), (1_000, "1,000"), (10_000, "10,000"), (100_000, "100,000"),
  ]

  private func lifted(_ count: Int) -> StoreOf<RowsLifted> {
    Store(initialState: RowsLifted.State(list: Rows.State(count: count))) { RowsLifted() }
  }

  /// Measures actions that go to a different row each time.
  ///
  /// A list finds the row of the last action again without hashing.
  private func otherRows() async {
    for (count, label) in Self.sizes {
      let store = Store(initialState: Rows.State(count: count)) { Rows() }
      await bench.row(
        "action to another row each time", size: "\(label) rows",
        floor: SwitchFloor.floor, steadiness: .hashed
      ) { times in
        var id = 0
        for _ in 0..<times {
          id = (id &+ 7_919) % count
          store.send(.rows(.element(id: id, action: .increment)))
        }
      }
    }
  }

  /// Compares the longest list with the shortest.
  private func flatness() async {
    let few = Store(initialState: Rows.State(count: 10)) { Rows() }
    let many = Store(initialState: Rows.State(count: 100_000)) { Rows() }
    await bench.row(
      "action to one row", size: "100,000 beside 10 rows", target: .ratio(1.3),
      floor: Floor("10 rows") { times in
        for _ in 0..<times { few.send(.rows(.element(id: 5, action: .increment))) }
      }, steadiness: .hashed
    ) { times in
      for _ in 0..<times { many.send(.rows(.element(id: 50_000, action: .increment))) }
    }
    let (fewLifted, manyLifted) = (lifted(10), lifted(100_000))
    await bench.row(
      "action to one row, lifted", size: "100,000 beside 10 rows", target: .ratio(1.3),
      floor: Floor("10 rows") { times in
        for _ in 0..<times { fewLifted.send(.list(.rows(.element(id: 5, action: .increment)))) }
      }, steadiness: .hashed
    ) { times in
      for _ in 0..<times {
        manyLifted.send(.list(.rows(.element(id: 50_000, action: .increment))))
      }
    }
  }

  /// Measures an action that concerns no row, without row stores and with 10,000.
  private func rowStores() async {
    let lonely = Store(initialState: Rows.State(count: 10_000)) { Rows() }
    await bench.row("unrelated action", size: "no row store", floor: SwitchFloor.floor) { times in
      for _ in 0..<times { lonely.send(.unrelated) }
    }
    let crowded = Store(initialState: Rows.State(count: 10_000)) { Rows() }
    let rows = Array(crowded.scope(state: \.rows, action: \.rows))
    await bench.row(
      "unrelated action", size: "10,000 row stores", target: .ratio(1.3),
      floor: Floor("no row store") { times in for _ in 0..<times { lonely.send(.unrelated) } }
    ) { times in
      for _ in 0..<times { crowded.send(.unrelated) }
    }
    blackHole(rows)
  }
}
