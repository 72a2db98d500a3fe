import Headrace
import Testing

/// A parent finds the stores of its children while they are in use, however many exist.
@MainActor
struct ChildStoresTests {
  @Test func storesOfRowsAreFoundAsInADictionary() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = Generator(seed: seed)
    var state = TaskList.State()
    for id in 0..<200 { state.rows.append(TaskRow.State(id: id)) }
    let store = Store(initialState: state) { TaskList() }
    let rows = store.scope(state: \.rows, action: \.rows)
    var known: [Int: StoreOf<TaskRow>] = [:]
    for step in 0..<4_000 {
      let id = Int.random(in: 0..<200, using: &random)
      // It has few for a while, then many, then few.
      if Int.random(in: 0..<2_000, using: &random) < abs(step - 2_000) {
        known[id] = nil
      } else {
        let row = try #require(rows[id: id])
        #expect(row.withState(\.id) == id)
        if let before = known[id] { #expect(before === row, "seed \(seed), step \(step)") }
        known[id] = row
      }
    }
    for (id, row) in known { #expect(rows[id: id] === row, "seed \(seed)") }
    #expect(store.scope(state: \.filter, action: \.filter).query == "")
  }

  @Test func elementsWhoseIDsHaveOneHashAreDistinguished() throws {
    let store = Store(initialState: Crowd.State()) { Crowd() }
    let stores = Array(store.scope(state: \.rows, action: \.rows))
    let again = Array(store.scope(state: \.rows, action: \.rows))
    #expect(zip(stores, again).allSatisfy { $0 === $1 })
    #expect(stores.map { $0.withState(\.id.number) } == Array(0..<20))
  }
}

private struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

private struct Crowd: Reducer {
  struct ID: Hashable, Sendable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
  }

  struct Row: Identifiable {
    let id: ID
  }

  struct State {
    var rows = IdentifiedArray(uniqueElements: (0..<20).map { Row(id: ID(number: $0)) })
  }

  @CasePathable
  enum Action {
    case rows(IdentifiedAction<ID, Int>)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}
