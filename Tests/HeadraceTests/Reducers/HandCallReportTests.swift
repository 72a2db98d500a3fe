import Headrace
import Testing

/// The words of the reports about reducers that are called by hand.
@MainActor
@Suite struct HandCallReportTests {
  @Test func otherChildrenForEveryActionAreReportedOnce() async {
    let store = Store(initialState: Panel.State()) {
      Reduce<Panel.State, Panel.Action> { state, action in
        state.number += 1
        return Panel(number: state.number).reduce(into: &state, action: action)
      }
    }
    let reports = await reports {
      for _ in 1...9 { store.send(.bulb(.burn)) }
    }
    #expect(store.effects.count == 9)
    #expect(
      reports.map(\.text) == [
        """
        A reducer that is called by hand has different children for every action: 'Panel'.

        More than 3 earlier values of it have children with effects in flight. The store has \
        forgotten the oldest of these values, so its effects continue when their children are \
        gone. Give the reducer the same children each time, or compose it in a 'body'.
        """
      ])
  }

  @Test func moreReducersOfOneTypeThanCanBeDistinguishedAreReportedOnce() async {
    let store = Store(initialState: Lamp.State()) {
      Reduce<Lamp.State, Lamp.Action> { state, action in
        for wattage in 0..<65 {
          let lamp = Lamp(isBright: true, wattage: wattage, reads: Reads())
          _ = lamp.reduce(into: &state, action: action)
        }
        return .none
      }
    }
    let reports = await reports {
      store.send(.touch)
      store.send(.touch)
    }
    #expect(
      reports.map(\.text) == [
        """
        A reducer calls more than 64 different reducers of one type by hand in one run: 'Lamp'.

        The store distinguishes that many by the order of the calls. The others cancel each \
        other's effects if the effects have equal ids. Compose them in a 'body' by 'forEach' or \
        'Scope'.
        """
      ])
  }

  @Test func childrenOfAPartThatTheStoreCanNotFindAreReportedOnce() async {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let reports = await reports {
      store.send(.lamp(.bulb(.burn)))
      store.send(.lamp(.touch))
      store.send(.lamp(.touch))
    }
    #expect(
      reports.map(\.text) == [
        """
        A reducer with children was called by hand on a part of a state: 'Lamp' on a 'State' in a \
        'State'.

        The store can't find that part again, so the effects of children that are gone go on. Run \
        the reducer by 'Scope(state:action:)' in a 'body': it says where the part is.
        """
      ])
  }
}

/// Has one of its bulbs as a child.
private struct Panel: Reducer {
  struct State {
    var bulbs: [Bulb.State?] = Array(repeating: Bulb.State(), count: 10)
    var number = 0
  }

  @CasePathable enum Action { case bulb(Bulb.Action) }

  let number: Int

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.bulbs[number], action: \.bulb) { Bulb() }
  }
}

/// Calls a lamp by hand on a copy of its state.
private struct Shelf: Reducer {
  struct State { var lamp = Lamp.State() }
  enum Action { case lamp(Lamp.Action) }

  let reads = Reads()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .lamp(let action):
      var lamp = state.lamp
      defer { state.lamp = lamp }
      return Lamp(isBright: true, wattage: 40, reads: reads)
        .reduce(into: &lamp, action: action).map(Action.lamp)
    }
  }
}
