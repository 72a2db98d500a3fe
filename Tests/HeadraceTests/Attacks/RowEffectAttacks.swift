import Headrace
import TestEffort
import Testing

/// A row of a list, with a child and with its own rows.
private struct Shoot: Reducer {
  struct Bud {
    let path: [Int]
  }

  enum BudAction { case grow }

  struct State: Identifiable {
    let id: Int
    var bud: Bud?
    var shoots: IdentifiedArrayOf<State> = []

    /// Returns a row with a child, and rows below with children.
    static func grown(_ id: Int, below path: [Int] = [], depth: Int = 1) -> State {
      let path = path + [id]
      var state = State(id: id, bud: Bud(path: path))
      guard depth > 0 else { return state }
      for id in 0..<3 {
        state.shoots.append(.grown(id, below: path, depth: depth - 1))
      }
      return state
    }
  }

  @CasePathable
  indirect enum Action {
    case change(@Sendable (inout State) -> Void)
    case bud(BudAction)
    case shoots(IdentifiedAction<Int, Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.bud, action: \.bud) {
      Reduce<Bud, BudAction> { state, _ in
        let name = "\(state.path)"
        return .run(name: name) { _ in await Gate().pass() }
          .cancellable(id: "grow", cancelInFlight: true)
      }
    }
    .forEach(\.shoots, action: \.shoots) { Shoot() }
  }

  /// Returns the action of a child below some rows.
  static func action(_ action: Action, at path: some Collection<Int>) -> Action {
    path.reversed().reduce(action) { .shoots(.element(id: $1, action: $0)) }
  }
}

extension Shoot.State {
  /// Returns the child at a path of ids.
  fileprivate func bud(at path: some Collection<Int>) -> Shoot.Bud? {
    guard let first = path.first else { return bud }
    return shoots[id: first]?.bud(at: path.dropFirst())
  }
}

/// One way to change a list of rows.
private enum Change: Int, CaseIterable {
  case byID, byIDInPlace, byPosition, byPositionInPlace, update, updateOrAppend, swap, sort, move
  case removeAndInsert, remove, removeRange, append, partition, shuffle, slice, whole, restore
  case memory, everyRow, below

  /// Makes the change, which depends only on the seed.
  func callAsFunction(
    _ rows: inout IdentifiedArrayOf<Shoot.State>, at path: [Int],
    saved: IdentifiedArrayOf<Shoot.State>, seed: UInt64
  ) {
    var random = AttackRandom(seed: seed)
    guard !rows.isEmpty else {
      rows.append(.grown(0, below: path, depth: 1 - path.count))
      return
    }
    let position = Int.random(in: rows.indices, using: &random)
    let other = Int.random(in: rows.indices, using: &random)
    let id = rows[position].id
    var row = rows[position]
    row.bud = Bool.random(using: &random) ? nil : Shoot.Bud(path: path + [id])
    switch self {
    case .byID: rows[id: id] = row
    case .byIDInPlace: rows[id: id]?.bud = row.bud
    case .byPosition: rows[position] = row
    case .byPositionInPlace: rows[position].bud = row.bud
    case .update: _ = rows.update(row, at: position)
    case .updateOrAppend: rows.updateOrAppend(row)
    case .swap:
      rows.swapAt(position, other)
      rows[other].bud = row.bud
      rows.swapAt(position, 0)
    case .sort:
      rows[position].bud = row.bud
      rows.sort { $0.id > $1.id }
    case .move:
      rows[other].bud = nil
      rows.move(from: position, to: other)
      rows[position].bud = nil
    case .removeAndInsert:
      rows.remove(id: id)
      rows.insert(row, at: 0)
    case .remove: rows.remove(id: id)
    case .removeRange: rows.removeSubrange(min(position, other)...max(position, other))
    case .append:
      // There may be one with this id.
      let row = Shoot.State.grown(rows.count, below: path, depth: 1 - path.count)
      _ = rows.append(row) as (inserted: Bool, index: Int)
    case .partition:
      rows[position].bud = row.bud
      _ = rows.partition { $0.id.isMultiple(of: 2) }
    case .shuffle:
      rows[position].bud = row.bud
      rows.shuffle(using: &random)
    case .slice: rows[position..<rows.count] = [row] + Array(rows.dropFirst(position + 1))
    case .whole: rows = IdentifiedArray(uniqueElements: rows.dropLast().reversed())
    case .restore: rows = saved
    case .memory: rows.withContiguousMutableStorageIfAvailable { $0[position] = row }
    case .everyRow: for index in rows.indices { rows[index].bud = row.bud }
    case .below: rows[position].shoots[id: 1]?.bud = nil
    }
  }
}

/// Effects of children in rows, compared with the rule: such an effect lives while its child does.
@MainActor
@Suite("Law 8, attacked: rows that have children", .timeLimit(.minutes(30)))
struct RowEffectAttacks {
  @Test(
    "Law 8: an effect of a row's child lives while the child does",
    arguments: 1...Effort.count(40 as UInt64))
  func effectsOfRowsChildren(seed: UInt64) {
    var random = AttackRandom(seed: seed)
    let store = Store(initialState: Shoot.State.grown(0)) { Shoot() }
    // The name of the effect, by the path of its row; a bud may come from another row.
    var living: [[Int]: String] = [:]
    var saved: [[Int]: IdentifiedArrayOf<Shoot.State>] = [[]: store.state.shoots]
    var trace: [Change] = []
    for _ in 1...60 {
      // Some children get effects.
      for _ in 1...2 {
        let path = Self.path(in: store.state, &random)
        guard let bud = store.withState({ $0.bud(at: path) }) else { continue }
        store.send(Shoot.action(.bud(.grow), at: path))
        living[path] = "\(bud.path)"
      }
      let change = Change.allCases.randomElement(using: &random) ?? .byID
      let step = random.next()
      let path = Bool.random(using: &random) ? [] : Self.path(in: store.state, &random).prefix(1)
      let copy = saved[Array(path)] ?? []
      trace.append(change)
      if path.isEmpty || Bool.random(using: &random) {
        // By the root, which reaches into its row.
        store.send(
          .change { state in
            guard let id = path.first else {
              return change(&state.shoots, at: [0], saved: copy, seed: step)
            }
            guard let position = state.shoots.index(id: id) else { return }
            change(&state.shoots[position].shoots, at: [0, id], saved: copy, seed: step)
          })
      } else if let id = path.first {
        store.send(
          .shoots(
            .element(
              id: id,
              action: .change { change(&$0.shoots, at: [0, id], saved: copy, seed: step) })))
      }
      let state = store.state
      living = living.filter { state.bud(at: $0.key) != nil }
      #expect(
        store.effects.compactMap(\.name).sorted() == living.values.sorted(),
        "seed \(seed): \(trace)")
      if seed.isMultiple(of: 2) || trace.count.isMultiple(of: 5) {
        let rows = store.state.shoots
        saved[Array(path)] = path.first.map { rows[id: $0]?.shoots ?? [] } ?? rows
      }
    }
  }

  private static func path(in state: Shoot.State, _ random: inout AttackRandom) -> [Int] {
    guard let first = state.shoots.ids.randomElement(using: &random) else { return [] }
    guard Bool.random(using: &random),
      let second = state.shoots[id: first]?.shoots.ids.randomElement(using: &random)
    else { return [first] }
    return [first, second]
  }
}
