import Headrace
import Testing

@MainActor
@Suite("Law 4: body once")
struct Law04Tests {
  @Test("Law 4: body once, evaluated once per store")
  func bodyIsReadOncePerStore() {
    typealias Reads = BodyIsReadOncePerStore.Reads
    typealias Child = BodyIsReadOncePerStore.Child
    typealias Parent = BodyIsReadOncePerStore.Parent
    typealias Wrapper = BodyIsReadOncePerStore.Wrapper
    let reads = Reads()
    let store = Store(initialState: Parent.State()) { Parent(reads: reads) }
    #expect(reads.parent == 1)
    for _ in 1...10 {
      store.send(.scoped(.add))
      store.send(.optional(.add))
    }
    #expect(store.state.scoped == 10)
    #expect(store.state.optional == 10)
    #expect(reads.parent == 1)
    #expect(reads.child == 11, "once in the store, and once for each of 10 calls by hand")
    let other = Store(initialState: Parent.State()) { Parent(reads: reads) }
    other.send(.scoped(.add))
    #expect(reads.parent == 2)
    #expect(reads.child == 12)
  }

  @Test("Law 4: a feature may contain itself, to any depth")
  func recursiveFeaturesEndInTheirAncestorsNode() {
    typealias Nested = RecursiveFeaturesEndInTheirAncestorsNode.Nested
    let depth = 100
    var state = Nested.State(id: depth)
    var action = Nested.Action.add
    for level in (0..<depth).reversed() {
      state = Nested.State(id: level, rows: [state])
      action = .rows(.element(id: level + 1, action: action))
    }
    let store = Store(initialState: state) { Nested() }
    store.send(action)
    var level: Nested.State? = store.state
    while let next = level?.rows.first { level = next }
    #expect(level?.id == depth)
    #expect(level?.count == 1)
  }
}

// MARK: - Fixtures

extension Law04Tests {
  fileprivate enum BodyIsReadOncePerStore {
    final class Reads { var child = 0, parent = 0 }

    struct Child: Reducer {
      let reads: Reads
      typealias State = Int
      enum Action { case add }
      var body: some Reducer<Int, Action> {
        let _ = reads.child += 1
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }

    struct Parent: Reducer {
      let reads: Reads
      struct State {
        var scoped = 0
        var optional: Int? = 0
      }
      @CasePathable
      enum Action { case scoped(Child.Action), optional(Child.Action) }
      var body: some ReducerOf<Self> {
        let _ = reads.parent += 1
        Scope(state: \.scoped, action: \.scoped) { Child(reads: reads) }
        EmptyReducer().ifLet(\.optional, action: \.optional) { Wrapper(base: Child(reads: reads)) }
      }
    }

    /// A reducer that wraps another by hand.
    struct Wrapper<Base: Reducer>: Reducer {
      let base: Base
      func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        base.reduce(into: &state, action: action)
      }
    }
  }

  fileprivate enum RecursiveFeaturesEndInTheirAncestorsNode {
    struct Nested: Reducer {
      struct State: Identifiable {
        let id: Int
        var count = 0
        var rows: IdentifiedArrayOf<State> = []
      }
      @CasePathable
      enum Action {
        case add
        indirect case rows(IdentifiedActionOf<Nested>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .add = action { state.count += 1 }
          return .none
        }
        .forEach(\.rows, action: \.rows) { Nested() }
      }
    }
  }
}
