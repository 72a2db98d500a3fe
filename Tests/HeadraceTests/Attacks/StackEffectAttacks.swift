import Headrace
import TestEffort
import Testing

/// A feature with a stack of screens, some of which have a child.
private struct Shelves: Reducer {
  struct Lid { let name: Int }
  struct Jar { var lid: Lid? }

  @CasePathable
  enum Shelf {
    case jar(Jar)
    case empty
  }

  @CasePathable
  enum JarAction { case lid(LidAction) }
  enum LidAction { case turn }

  @CasePathable
  enum ShelfAction { case jar(JarAction) }

  struct State { var path = StackState<Shelf>() }

  @CasePathable
  enum Action {
    case change(@Sendable (inout StackState<Shelf>) -> Void)
    case path(StackAction<Shelf, ShelfAction>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state.path) }
      return .none
    }
    .forEach(\.path, action: \.path) {
      EmptyReducer<Shelf, ShelfAction>().ifCaseLet(\.jar, action: \.jar) {
        EmptyReducer<Jar, JarAction>().ifLet(\.lid, action: \.lid) {
          Reduce<Lid, LidAction> { lid, _ in
            .run(name: "\(lid.name)") { _ in await Gate().pass() }
              .cancellable(id: "turn", cancelInFlight: true)
          }
        }
      }
    }
  }
}

/// One way to change a stack.
private enum Change: CaseIterable {
  case byID, byIDInPlace, byIDAndCase, byIDAndCaseInPlace, byPosition, byPositionInPlace
  case append, insert, remove, removeLast, pop, replace, removeAll, whole, restore

  func callAsFunction(
    _ stack: inout StackState<Shelves.Shelf>, saved: StackState<Shelves.Shelf>, seed: UInt64
  ) {
    var random = AttackRandom(seed: seed)
    let name = Int(truncatingIfNeeded: random.next() % 1_000_000)
    let lid = Bool.random(using: &random) ? nil : Shelves.Lid(name: name)
    let shelf = Shelves.Shelf.jar(Shelves.Jar(lid: lid))
    guard !stack.isEmpty else { return stack.append(shelf) }
    let position = Int.random(in: stack.indices, using: &random)
    let id = Array(stack.ids)[position]
    switch self {
    case .byID: stack[id: id] = shelf
    case .byIDInPlace: stack[id: id]?.modify(\.jar) { $0.lid = lid }
    case .byIDAndCase: stack[id: id, case: \.jar] = Shelves.Jar(lid: lid)
    case .byIDAndCaseInPlace: stack[id: id, case: \.jar]?.lid = lid
    case .byPosition: stack[position] = shelf
    case .byPositionInPlace: stack[position].modify(\.jar) { $0.lid = lid }
    case .append: stack.append(shelf)
    case .insert: stack.insert(shelf, at: position)
    case .remove: stack.remove(at: position)
    case .removeLast: stack.removeLast()
    case .pop: stack.pop(to: id)
    case .replace: stack.replaceSubrange(position..., with: [shelf, shelf])
    case .removeAll:
      stack.removeAll { if case .jar(let jar) = $0 { jar.lid == nil } else { false } }
    case .whole: stack = StackState(Array(stack))
    case .restore: stack = saved
    }
  }
}

/// Effects of children in a stack, compared with the rule: such an effect lives while its element
/// is the same and its child exists.
@MainActor
@Suite("Law 8, attacked: stacks with children", .timeLimit(.minutes(30)))
struct StackEffectAttacks {
  @Test(
    "Law 8: an effect of a screen's child lives while both do",
    arguments: 1...Effort.count(40 as UInt64))
  func effectsOfScreensChildren(seed: UInt64) {
    var random = AttackRandom(seed: seed)
    let store = Store(initialState: Shelves.State()) { Shelves() }
    var living: [StackElementKey: (id: StackElementID, name: Int)] = [:]
    var saved = store.state.path
    var trace: [Change] = []
    for _ in 1...60 {
      let before = store.state.path
      if let id = Array(before.ids).randomElement(using: &random), let key = before.key(of: id),
        let lid = Self.lid(before[id: id])
      {
        store.send(.path(.element(id: id, action: .jar(.lid(.turn)))))
        living[key] = (id, lid.name)
      }
      let change = Change.allCases.randomElement(using: &random) ?? .byID
      trace.append(change)
      let (step, copy) = (random.next(), saved)
      store.send(.change { change(&$0, saved: copy, seed: step) })
      let after = store.state.path
      living = living.filter {
        after.key(of: $0.value.id) == $0.key && Self.lid(after[id: $0.value.id]) != nil
      }
      #expect(
        store.effects.compactMap { $0.name.flatMap { Int($0) } }.sorted()
          == living.values.map(\.name).sorted(),
        "seed \(seed): \(trace)")
      if Int.random(in: 0..<5, using: &random) == 0 { saved = after }
    }
  }

  private static func lid(_ shelf: Shelves.Shelf?) -> Shelves.Lid? {
    guard case .jar(let jar) = shelf else { return nil }
    return jar.lid
  }
}
