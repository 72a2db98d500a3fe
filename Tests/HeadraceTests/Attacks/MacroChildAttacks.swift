import Headrace
import Testing

extension MacroAttack {
  @MainActor
  @Suite(
    "Attacked with the macros: children that are put back and replaced", .timeLimit(.minutes(30)))
  struct Children {
    private func path(_ store: StoreOf<Desk>, _ count: Int) -> [StackElementID] {
      change(store) { state in
        for id in 0..<count { state.path.append(.worker(Worker.State(id: id))) }
      }
      return store.withState { Array($0.path.ids) }
    }

    @Test(
      "Law 8: a stack's feature that is copied out, changed and assigned back is the same child")
    func aStacksFeatureIsPutBack() {
      let store = desk()
      let id = path(store, 1)[0]
      store.send(.path(.element(id: id, action: .worker(.start))))
      change(store) { state in
        guard case .worker(var worker)? = state.path[id: id] else { return }
        worker.count += 1
        state.path[id: id] = .worker(worker)
      }
      #expect(store.withState { $0.path[id: id, case: \.worker]?.count } == 1)
      #expect(store.effects.count == 1)
    }

    @Test("Law 8: so is one that is put back by its case")
    func aStacksPayloadIsPutBack() {
      let store = desk()
      let id = path(store, 1)[0]
      store.send(.path(.element(id: id, action: .worker(.start))))
      change(store) { state in
        var worker = state.path[id: id, case: \.worker]
        worker?.count += 1
        state.path[id: id, case: \.worker] = worker
      }
      #expect(store.withState { $0.path[id: id, case: \.worker]?.count } == 1)
      #expect(store.effects.count == 1)
    }

    @Test("Law 8: a presented enum that is copied out, changed and assigned back is the same child")
    func anEnumIsPutBack() {
      let store = desk()
      change(store) { $0.destination = .worker(Worker.State(id: 1)) }
      store.send(.destination(.presented(.worker(.start))))
      change(store) { state in
        guard case .worker(var worker)? = state.destination else { return }
        worker.count += 1
        state.destination = .worker(worker)
      }
      #expect(store.effects.count == 1)
      change(store) { $0.destination = .other(Worker.State(id: 1)) }
      #expect(store.effects.isEmpty)
    }

    @Test(
      "Law 8: a presented child that is swapped in place for one with another id ends its effects")
    func aPresentedChildIsSwapped() {
      let store = desk()
      change(store) { $0.shown = Worker.State(id: 1) }
      store.send(.shown(.presented(.start)))
      change(store) { state in
        var other: Worker.State? = Worker.State(id: 2)
        swap(&state.shown, &other)
      }
      #expect(store.withState { $0.shown?.id } == 2)
      #expect(store.effects.isEmpty)
    }

    @Test("Laws 7 and 8: a late dismissal of a swapped child leaves the other one presented")
    func aSwappedChildLeavesLate() async {
      let store = desk()
      change(store) { $0.shown = Worker.State(id: 1) }
      let task = store.send(.shown(.presented(.leave)))
      change(store) { state in
        func replace(_ child: inout Worker.State?) { child = Worker.State(id: 2) }
        replace(&state.shown)
      }
      await task.finish()
      #expect(store.withState { $0.shown?.id } == 2)
    }

    @Test("Law 8: replacing an element of a stack in place ends its effects")
    func anElementIsReplacedInPlace() {
      let store = Store(initialState: Pile.State()) { Pile() }
      let id = store.withState { Array($0.path.ids)[0] }
      store.send(.path(.element(id: id, action: .start)))
      store.send(.replace { $0?.count += 1 })
      #expect(store.effects.count == 1)
      store.send(.replace { $0 = Worker.State(id: 2) })
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: replacing a presented enum in place, in the same case, ends its effects")
    func anEnumIsReplacedInPlace() {
      let store = desk()
      change(store) { $0.destination = .worker(Worker.State(id: 1)) }
      store.send(.destination(.presented(.worker(.start))))
      change(store) { state in
        func replace(_ child: inout Destination.State?) { child = .worker(Worker.State(id: 2)) }
        replace(&state.destination)
      }
      #expect(store.effects.isEmpty)
    }

    @Test(
      "Law 8: an optional child that is swapped in place for one with another id ends its effects")
    func anOptionalChildIsSwapped() {
      let store = desk()
      change(store) { $0.optional = Worker.State(id: 1) }
      store.send(.optional(.start))
      change(store) { state in
        var other: Worker.State? = Worker.State(id: 2)
        swap(&state.optional, &other)
      }
      #expect(store.effects.isEmpty)
    }

    @Test(
      "Law 8: the effect of a child that its parent removes in the same action never runs",
      arguments: Place.allCases.filter { $0 != .fixed })
    func removedInItsOwnAction(_ place: Place) async {
      let lives = Lives()
      let state = Place.state()
      let store = desk(state, lives: lives) { state, action in
        if case .start? = action.inner { place.remove(from: &state) }
        return .none
      }
      let task = store.send(place.action(.start, in: state))
      #expect(store.effects.isEmpty)
      await task.finish()
      #expect(lives.begun == 0)
    }

    @Test("Law 8: a child replaced in its own action leaves the way free for the next one's effect")
    func replacedInItsOwnAction() {
      var state = Desk.State()
      state.optional = Worker.State(id: 1)
      let store = desk(state) { state, action in
        guard case .optional(.hold) = action else { return .none }
        state.optional = Worker.State(id: 2)
        return .send(.optional(.start))
      }
      store.send(.optional(.start))
      store.send(.optional(.hold))
      #expect(store.effects.count == 1)
      store.send(.optional(.stop))
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: effects of a computed child continue while the child exists, and end with it")
    func aComputedChild() {
      let store = Store(initialState: Computed.State()) { Computed() }
      store.send(.child(.start))
      #expect(store.effects.count == 1)
      store.send(.touch)
      #expect(store.effects.count == 1)
      store.send(.off)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: a pop ends the effects of all that it takes away, and no others")
    func aPopInTheMiddle() {
      let store = desk()
      let ids = path(store, 4)
      for id in ids { store.send(.path(.element(id: id, action: .worker(.start)))) }
      #expect(store.effects.count == 4)
      store.send(.path(.popFrom(id: ids[2])))
      #expect(store.effects.count == 2)
      store.send(.path(.element(id: ids[0], action: .worker(.stop))))
      #expect(store.effects.count == 1)
    }

    @Test("Law 8: restoring an older path ends the elements that it does not contain")
    func anOlderPathIsPutBack() {
      let store = desk()
      let ids = path(store, 2)
      let saved = store.withState { $0.path }
      change(store) { $0.path.append(.worker(Worker.State(id: 9))) }
      let top = store.withState { Array($0.path.ids)[2] }
      for id in ids + [top] { store.send(.path(.element(id: id, action: .worker(.start)))) }
      change(store) { $0.path = saved }
      #expect(store.effects.count == 2)
    }

    @Test("Law 8: pages that present themselves: the effects below a dismissed one end")
    func pagesThatPresentThemselves() {
      let store = Store(initialState: Page.State()) { Page() }
      store.send(.open)
      store.send(.next(.presented(.open)))
      store.send(.next(.presented(.next(.presented(.open)))))
      store.send(.start)
      store.send(.next(.presented(.start)))
      store.send(.next(.presented(.next(.presented(.start)))))
      store.send(.next(.presented(.next(.presented(.next(.presented(.start)))))))
      #expect(store.effects.count == 4)
      store.send(.next(.presented(.next(.dismiss))))
      #expect(store.effects.count == 2)
      store.send(.next(.dismiss))
      #expect(store.effects.count == 1)
    }

    @Test("Law 7: actions of a dismissed child's effect to its parent are dropped and counted")
    func aDelegateAfterTheDismissal() async {
      let store = desk { state, action in
        if case .told? = action.inner { state.log.append("told") }
        return .none
      }
      change(store) { $0.shown = Worker.State(id: 1) }
      await store.send(.shown(.presented(.leaveAndTell))).finish()
      #expect(store.withState { $0.shown == nil && $0.log.isEmpty })
      #expect(store.lateSendCount == 1)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 7: actions that a popped feature has sent with '.send' are dropped and counted")
    func aDelegateOfAPoppedFeature() {
      let store = desk { state, action in
        switch action.inner {
        case .tell?: state.path.removeAll()
        case .told?: state.log.append("told")
        default: break
        }
        return .none
      }
      let id = path(store, 1)[0]
      store.send(.path(.element(id: id, action: .worker(.tell))))
      #expect(store.withState { $0.path.isEmpty && $0.log.isEmpty })
      #expect(store.lateSendCount == 1)
    }

    @Test("Law 7: a late delegate action of a replaced child does not dismiss the new one")
    func aReplacedChildLeaves() async {
      let store = desk { state, action in
        if case .told? = action.inner { state.shown = Worker.State(id: 2) }
        return .none
      }
      change(store) { $0.shown = Worker.State(id: 1) }
      await store.send(.shown(.presented(.tellAndLeave))).finish()
      #expect(store.withState { $0.shown?.id } == 2)
      #expect(store.lateSendCount == 1)
    }
  }
}
