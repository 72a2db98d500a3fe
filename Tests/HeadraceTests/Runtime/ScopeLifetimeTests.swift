import Headrace
import Testing

/// A child whose action removes the state of the feature around it.
private struct Nested: Reducer {
  struct Middle: Equatable { var leaf = 0 }
  struct State {
    var middle: Middle? = Middle()
    var log: [String] = []
  }
  @CasePathable
  enum MiddleAction { case leaf(LeafAction), stop }
  enum LeafAction { case askToLeave, leave, work, idle }
  @CasePathable
  enum Action { case middle(MiddleAction) }
  enum CancelID { case work }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .middle(.leaf(.leave)) = action { state.middle = nil }
      return .none
    }
    .ifLet(\.middle, action: \.middle) {
      Scope(state: \.leaf, action: \.leaf) {
        Reduce<Int, LeafAction> { _, action in
          switch action {
          case .askToLeave: .concatenate(.send(.leave), .send(.work))
          case .idle: .cancel(id: CancelID.work)
          case .leave, .work: .none
          }
        }
      }
      Reduce<Middle, MiddleAction> { [gate] _, action in
        switch action {
        case .leaf(.idle):
          return .run { send in
            await gate.pass()
            await send(.stop)
          }
          .cancellable(id: CancelID.work)
        case .stop, .leaf:
          return .none
        }
      }
    }
  }
}

@MainActor
@Suite("Lifetimes of scopes")
struct ScopeLifetimeTests {
  /// The wallet's demo once crashed here.
  ///
  /// The action that removed the feature still waited in a scope below it, and looked for a scope
  /// above that was freed.
  @Test func anActionMayTakeAwayTheFeatureItComesFrom() {
    let store = Store(initialState: Nested.State()) { Nested(gate: Gate()) }
    store.send(.middle(.leaf(.askToLeave)))
    #expect(store.state.middle == nil)
    #expect(store.effects.isEmpty)
  }

  @Test func aChildThatStartsNothingLeavesItsParentsEffectsInTheTree() async {
    let store = Store(initialState: Nested.State()) { Nested(gate: Gate()) }
    let task = store.send(.middle(.leaf(.idle)))
    #expect(store.effects.count == 1)
    store.send(.middle(.leaf(.leave)))
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect(store.state.middle == nil)
  }

  @Test func aStoreThatGoesAwayFreesItsState() async {
    final class Token {}
    struct Feature: Reducer {
      let gate: Gate
      struct State { let token: Token }
      enum Action { case wait, done }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        guard case .wait = action else { return .none }
        return .run { [gate] send in
          await gate.pass()
          await send(.done)
        }
      }
    }
    weak var token: Token?
    var task: StoreTask?
    do {
      let strong = Token()
      token = strong
      let store = Store(initialState: Feature.State(token: strong)) { Feature(gate: Gate()) }
      task = store.send(.wait)
      #expect(store.effects.count == 1)
    }
    await task?.finish()
    task = nil
    #expect(token == nil)
  }
}
