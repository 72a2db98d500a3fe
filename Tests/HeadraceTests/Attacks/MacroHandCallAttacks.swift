import Headrace
import Testing

extension MacroAttack {
  @MainActor
  @Suite("Attacked with the macros: reducers by hand", .timeLimit(.minutes(5)))
  struct HandCalls {
    @Test("Law 7: a child cancels the effect that its parent began by calling itself")
    func aParentCallsItself() {
      let store = Store(initialState: Caller.State()) { Caller(reads: Count()) }
      store.send(.begin)
      #expect(store.effects.count == 1)
      store.send(.worker(.stop))
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: the effect that a parent began by calling itself ends with the child")
    func aParentCallsItselfAndTheChildGoes() {
      let store = Store(initialState: Caller.State()) {
        Caller(reads: Count())
          .onChange(of: \.worker?.count) { _, state in
            state.worker = nil
            return .none
          }
      }
      store.send(.begin)
      store.send(.worker(.add(1)))
      #expect(store.effects.isEmpty)
    }

    @Test("Law 4: the body is evaluated once, though the feature calls itself")
    func aBodyIsReadOnce() {
      let reads = Count()
      let store = Store(initialState: Caller.State()) { Caller(reads: reads) }
      for _ in 1...20 {
        store.send(.begin)
        store.send(.worker(.stop))
      }
      #expect(reads.value == 1)
    }

    @Test("Law 7: equal reducers on two parts cancel their own effects alone")
    func equalReducersOnTwoParts() {
      let store = Store(initialState: Twins.State()) { Twins() }
      store.send(.left(.inner(.start)))
      store.send(.right(.inner(.start)))
      #expect(store.effects.count == 2)
      store.send(.left(.inner(.stop)))
      #expect(store.effects.count == 1)
    }

    @Test("Law 7: equal reducers on two elements cancel their own effects alone")
    func equalReducersOnTwoElements() {
      let store = Store(initialState: Panels.State()) { Panels() }
      store.send(.part(0, .inner(.start)))
      store.send(.part(1, .inner(.start)))
      #expect(store.effects.count == 2)
      store.send(.part(1, .inner(.stop)))
      #expect(store.effects.count == 1)
    }

    @Test("Law 7: a child below a generic wrapper cancels its own effect, each time")
    func aGenericWrapper() {
      let store = Store(initialState: Room.State(id: 1)) {
        Timed(isOn: true, base: Timed(isOn: false, base: Room(isDemo: true, limit: 3)))
      }
      for _ in 1...20 {
        store.send(.worker(.start))
        store.send(.touch)
        store.send(.worker(.stop))
        #expect(store.effects.isEmpty)
      }
      store.send(.worker(.start))
      store.send(.take)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 7: a child below a reducer that is made anew cancels its own effect")
    func aReducerMadeAnew() {
      let store = Store(initialState: Room.State(id: 1)) {
        Renewing { Room(isDemo: $0 < 0, label: "a label that lies on the heap, number \($0)") }
      }
      allowingReports {
        for _ in 1...20 {
          store.send(.worker(.start))
          store.send(.worker(.stop))
          #expect(store.effects.isEmpty)
        }
        store.send(.worker(.start))
        store.send(.take)
        #expect(store.effects.isEmpty)
      }
    }

    @Test("Law 8: reducers of one type that take turns keep the child's effects, until it goes")
    func reducersThatTakeTurns() {
      let store = Store(initialState: Room.State(id: 1)) {
        Renewing { Room(isDemo: false, limit: $0 % 6) }
      }
      allowingReports {
        store.send(.worker(.start))
        for _ in 1...30 { store.send(.touch) }
        #expect(store.effects.count == 1)
        store.send(.take)
        #expect(store.effects.isEmpty)
      }
    }

    @Test("Laws 7 and 8: rows whose reducers are made from their states keep their effects apart")
    func rowsMadeFromTheirStates() {
      var state = Hotel.State()
      for id in 0..<10 { state.rooms.append(Room.State(id: id)) }
      let store = Store(initialState: state) { Hotel() }
      allowingReports {
        for id in 0..<10 { store.send(.rooms(.element(id: id, action: .worker(.start)))) }
        #expect(store.effects.count == 10)
        store.send(.rooms(.element(id: 3, action: .worker(.stop))))
        #expect(store.effects.count == 9)
        store.send(.remove(5))
        #expect(store.effects.count == 8)
        store.send(.rooms(.element(id: 7, action: .take)))
        #expect(store.effects.count == 7)
      }
    }

    @Test("Law 14: reducers made anew for each action are freed while the store lives")
    func reducersMadeAnewAreFreed() {
      let lives = Lives()
      let store = Store(initialState: Room.State(id: 1)) {
        Renewing { _ in Room(isDemo: false, held: lives.makeThing()) }
      }
      allowingReports {
        for _ in 1...500 { store.send(.touch) }
      }
      #expect(lives.made == 500)
      #expect(lives.made - lives.freed <= 16)
    }

    @Test("Laws 7 and 8: a wrapper runs its base for two children in one action; the second's runs")
    func aWrapperRunsItsBaseForTwoChildren() {
      var state = Desk.State()
      state.optional = Worker.State(id: 1)
      let store = Store(initialState: state) {
        Twice(base: Desk(react: { _, _ in .none }))
      }
      store.send(.retry)
      #expect(store.withState { $0.optional?.id } == 2)
      #expect(store.effects.count == 1)
      store.send(.optional(.stop))
      #expect(store.effects.isEmpty)
    }

    @Test("Laws 7 and 8: an enum of reducers that is called by hand")
    func anEnumOfReducers() {
      let store = Store(initialState: Destination.State.worker(Worker.State(id: 1))) {
        Around()
      }
      allowingReports {
        for _ in 1...12 {
          store.send(.worker(.start))
          store.send(.worker(.stop))
          #expect(store.effects.isEmpty)
        }
        store.send(.worker(.start))
        store.send(.other(.tell))
        #expect(store.effects.isEmpty)
      }
    }
  }
}
