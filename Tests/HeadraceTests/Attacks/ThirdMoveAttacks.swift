import Headrace
import Testing

extension ThirdAttack {
  /// Restores the state if the base has made it invalid.
  struct Undoing: WrapperReducer {
    let base: Whole

    func reduce(
      into state: inout Whole.State, action: Whole.Action,
      base: CompiledReducer<Whole.State, Whole.Action>
    ) -> Effect<Whole.Action> {
      let saved = state
      let effect = base.reduce(into: &state, action: action)
      if state.n < 0 { state = saved }
      return effect
    }
  }

  @MainActor
  @Suite("Attacked again: children that move and are copied", .timeLimit(.minutes(30)))
  struct Moves {
    @Test("Law 8: rows that are moved, sorted and filtered keep their effects")
    func movedRows() {
      let store = whole()
      for id in 1...3 {
        store.send(.part(id, .leaf(.start)))
        store.send(.part(id, .shown(.presented(.start))))
        store.send(.part(id, .rows(.element(id: 1, action: .start))))
      }
      change(store) { $0.parts.swapAt(0, 2) }
      change(store) { $0.parts.sort { $0.id < $1.id } }
      change(store) { $0.parts = IdentifiedArray(uniqueElements: $0.parts.reversed()) }
      #expect(store.effects.count == 9)
      change(store) { $0.parts[id: 1]?.rows.removeAll { $0.id == 1 } }
      #expect(store.effects.count == 8)
      change(store) { $0.parts.removeAll { $0.id == 2 } }
      #expect(store.effects.count == 5)
      change(store) { $0.parts = [] }
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: a row that moves to another list is another child there")
    func rowsOfTwoLists() {
      let store = whole()
      store.send(.part(1, .shown(.presented(.start))))
      store.send(.part(2, .leaf(.start)))
      change(store) { state in
        guard let part = state.parts.remove(id: 1) else { return }
        state.others.append(part)
      }
      #expect(store.effects.count == 1)
      change(store) { exchange(&$0, \.parts, \.others) }
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: children that are exchanged end their effects; exchanged twice, they don't")
    func exchangedChildren() {
      let store = whole()
      store.send(.a(.start))
      change(store) { state in
        exchange(&state, \.a, \.b)
        exchange(&state, \.a, \.b)
      }
      #expect(store.effects.count == 1)
      store.send(.b(.start))
      change(store) { exchange(&$0, \.a, \.b) }
      #expect(store.effects.isEmpty)
      for id in 1...2 { store.send(.part(id, .shown(.presented(.start)))) }
      change(store) { state in
        let (one, two) = (state.parts[id: 1]?.shown, state.parts[id: 2]?.shown)
        state.parts[id: 1]?.shown = two
        state.parts[id: 2]?.shown = one
      }
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: elements of a stack that are exchanged end their effects")
    func exchangedElements() {
      let store = whole()
      let ids = store.withState { Array($0.path.ids) }
      store.send(.path(.element(id: ids[0], action: .leaf(.start))))
      store.send(.path(.element(id: ids[1], action: .part(.leaf(.start)))))
      change(store) { state in
        let saved = state.path
        state.path.removeAll()
        state.path = saved
      }
      #expect(store.effects.count == 2)
      change(store) { state in
        let (first, second) = (state.path[id: ids[0]], state.path[id: ids[1]])
        state.path[id: ids[0]] = second
        state.path[id: ids[1]] = first
      }
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: a wrapper that restores the state keeps the child that was there")
    func aWrapperRestores() {
      let store = Store(initialState: full()) { Undoing(base: Whole()) }
      store.send(.a(.start))
      store.send(
        .change { state in
          state.a = Leaf.State(id: 9)
          state.n = -1
        })
      #expect(store.withState { $0.a?.id } == 1)
      #expect(store.effects.count == 1)
      store.send(.change { $0.a = nil })
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: 'onChange' removes the child whose effect the same action starts")
    func onChangeRemoves() async {
      let notes = Notes()
      let store = Store(initialState: full()) {
        Whole { state, action in
          if case .parts(.element(id: 1, action: .leaf)) = action { state.n += 1 }
          return .none
        }
        .onChange(of: \.n) { _, state in
          state.parts.remove(id: 1)
          return .none
        }
      } withDependencies: {
        $0.thirdNotes = notes
      }
      await store.send(.part(1, .leaf(.guarded("effect")))).finish()
      #expect(store.effects.isEmpty)
      #expect(notes.all.isEmpty)
    }

    @Test("Laws 8 and 12: a copy of a row under another id is another child")
    func aDuplicate() throws {
      let store = whole()
      store.send(.part(1, .leaf(.start)))
      change(store) { state in
        guard var copy = state.parts[id: 1] else { return }
        copy.id = 9
        state.parts.append(copy)
      }
      let parts = store.scope(state: \.parts, action: \.parts)
      let first = try #require(parts[id: 1]).scope(state: \.leaf, action: \.leaf)
      let copy = try #require(parts[id: 9]).scope(state: \.leaf, action: \.leaf)
      var (firsts, copies) = ([Int](), [Int]())
      let tokens = [
        first.observe { firsts.append(first.n) }, copy.observe { copies.append(copy.n) },
      ]
      copy.send(.add(1))
      first.send(.add(2))
      change(store) { state in
        guard let leaf = state.parts[id: 1]?.leaf else { return }
        state.parts[id: 9]?.leaf = leaf
      }
      change(store) { $0.parts[id: 9]?.leaf.n += 1 }
      #expect(firsts == [0, 2])
      #expect(copies == [0, 1, 2, 3])
      copy.send(.start)
      copy.send(.stop)
      #expect(store.effects.count == 1)
      withExtendedLifetime(tokens) {}
    }

    @Test("Law 12: restoring a list after edits and removals notifies of the differences")
    func aListIsRestored() throws {
      let store = whole()
      let parts = store.scope(state: \.parts, action: \.parts)
      let one = try #require(parts[id: 1]).scope(state: \.leaf, action: \.leaf)
      let two = try #require(parts[id: 2]).scope(state: \.leaf, action: \.leaf)
      var (ones, twos, ids) = ([Int](), [Int](), [[Int]]())
      let tokens = [
        one.observe { ones.append(one.n) }, two.observe { twos.append(two.n) },
        store.observe { ids.append(Array(store.scope(state: \.parts, action: \.parts).ids)) },
      ]
      let saved = store.withState { $0.parts }
      one.send(.add(1))
      change(store) { $0.parts = saved }
      change(store) { state in
        state.parts.remove(id: 3)
        state.parts[id: 2]?.leaf.n = 8
      }
      change(store) { $0.parts = saved }
      change(store) { state in
        func restore(_ parts: inout IdentifiedArrayOf<Part.State>) {
          parts[id: 1]?.leaf.n = 5
          parts = saved
          parts[id: 2]?.leaf.n = 6
        }
        restore(&state.parts)
      }
      #expect(ones.filter { $0 != 0 } == [1])
      #expect(twos == [0, 8, 0, 6])
      #expect(ids == [[1, 2, 3], [1, 2], [1, 2, 3]])
      withExtendedLifetime(tokens) {}
    }

    @Test("Law 12: one copy at two places notifies each of its own changes")
    func twoPlacesOfOneCopy() throws {
      let store = whole()
      change(store) { state in
        let leaf = Leaf.State(id: 1)
        state.a = leaf
        state.b = leaf
      }
      let a = try #require(store.scope(state: \.a, action: \.a))
      let b = try #require(store.scope(state: \.b, action: \.b))
      var (ofA, ofB) = ([Int](), [Int]())
      let tokens = [a.observe { ofA.append(a.n) }, b.observe { ofB.append(b.n) }]
      a.send(.add(1))
      b.send(.add(2))
      change(store) { $0.b = $0.a }
      change(store) { $0.a?.n = 7 }
      change(store) { exchange(&$0, \.a, \.b) }
      #expect(ofA == [0, 1, 7, 1])
      #expect(ofB == [0, 2, 1, 7])
      withExtendedLifetime(tokens) {}
    }
  }
}
