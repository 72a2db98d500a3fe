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
        Self.anotherForEveryAction("Panel"),
        """
        A reducer that is called by hand has different children for every action: 'Panel'.

        More than 3 earlier values of it have children with effects in flight. The store has \
        forgotten the oldest of these values, so its effects continue when their children are \
        gone. Give the reducer the same children each time, or compose it in a 'body'.
        """,
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

  private static let otherForEveryAction = anotherForEveryAction("Lamp")

  private static func anotherForEveryAction(_ reducer: String) -> String {
    """
    A reducer that is called by hand is another one for almost every action: '\(reducer)'.

    Its body was read and compiled 8 times, each time for a value that the store does not know, or \
    for other dependencies. That takes far longer than an action. Hold the reducer in a stored \
    property of the one that calls it, or make the one that calls it a 'WrapperReducer'; what \
    differs between actions belongs in the state. Override dependencies by '.dependency' in a \
    'body', not by 'withDependencies' around the call.
    """
  }

  /// Calls lamps by hand, and returns the reports and how often a body was read.
  private func reportsOfCalls(
    actions: Int = 100,
    _ call: @escaping (Lamp, inout Lamp.State, Lamp.Action) -> Effect<Lamp.Action>
  ) async -> (texts: [String], readCount: Int) {
    let reads = Reads()
    let lamp = Lamp(isBright: true, wattage: 60, reads: reads)
    let store = Store(initialState: Lamp.State()) {
      Reduce<Lamp.State, Lamp.Action> { state, action in
        state.touchCount += 1
        return call(lamp, &state, action)
      }
    }
    let reports = await reports {
      for _ in 1...actions { store.send(.touch) }
    }
    return (reports.map(\.text), reads.count)
  }

  @Test("Law 4: other dependencies for every call are reported once")
  func otherDependenciesForEveryAction() async {
    let (texts, _) = await reportsOfCalls { lamp, state, action in
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        lamp.reduce(into: &state, action: action)
      }
    }
    #expect(texts == [Self.otherForEveryAction])
  }

  @Test("Law 4: more values in turn than are kept are reported once")
  func moreValuesInTurnThanAreKept() async {
    let (texts, _) = await reportsOfCalls { lamp, state, action in
      Lamp(isBright: true, wattage: state.touchCount % 5, reads: lamp.reads)
        .reduce(into: &state, action: action)
    }
    #expect(texts == [Self.otherForEveryAction])
  }

  @Test("Law 4: a value that differs beside one that does not is reported once")
  func aValueBesideAnother() async {
    let (texts, _) = await reportsOfCalls { lamp, state, action in
      let other = Lamp(isBright: true, wattage: 1_000 + state.touchCount, reads: lamp.reads)
      return lamp.reduce(into: &state, action: action)
        .merge(with: other.reduce(into: &state, action: action))
    }
    #expect(texts == [Self.otherForEveryAction])
  }

  @Test("Law 4: few values, or values that differ now and then, are not reported", arguments: 1...4)
  func fewValues(count: Int) async {
    let (texts, readCount) = await reportsOfCalls { lamp, state, action in
      Lamp(isBright: true, wattage: state.touchCount % count, reads: lamp.reads)
        .reduce(into: &state, action: action)
    }
    #expect(texts.isEmpty)
    #expect(readCount == count)
    let rare = await reportsOfCalls(actions: 200) { lamp, state, action in
      Lamp(isBright: true, wattage: state.touchCount / 10, reads: lamp.reads)
        .reduce(into: &state, action: action)
    }
    #expect(rare.texts.isEmpty)
    #expect(rare.readCount == 21)
  }

  @Test("Law 8: a wrapper that gives its base a copy of its state is reported once")
  func aWrapperRunsItsBaseOnACopy() async {
    let store = Store(initialState: Lamp.State()) {
      CopyingShade(base: Lamp(isBright: true, wattage: 60, reads: Reads()))
    }
    let reports = await reports {
      store.send(.touch)
      #expect(store.effects.isEmpty)
      store.send(.bulb(.burn))
      store.send(.bulb(.burn))
    }
    #expect(
      reports.map(\.text) == [
        """
        A 'WrapperReducer' has run its base on another state than its own: 'CopyingShade<Lamp>'.

        The base's children are looked for in the wrapper's own state, and their effects end when \
        it does not have them. Pass the base the 'state' that 'reduce(into:action:base:)' was \
        given, and compare or change that state before and after.
        """
      ])
  }

  @Test("Law 8: a wrapper that runs its base twice on its own state is not reported")
  func aWrapperRunsItsBaseTwice() async {
    let store = Store(initialState: Lamp.State()) {
      DoublingShade(base: Lamp(isBright: true, wattage: 60, reads: Reads()))
    }
    let reports = await reports {
      store.send(.bulb(.burn))
      store.send(.touch)
    }
    #expect(reports.isEmpty)
    #expect(store.effects.count == 2)
    store.send(.bulbTaken)
    #expect(store.effects.isEmpty)
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

/// Runs its base on a copy of its state.
private struct CopyingShade<Base: Reducer>: WrapperReducer {
  let base: Base

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    var copy = state
    defer { state = copy }
    return base.reduce(into: &copy, action: action)
  }
}

/// Runs its base twice.
private struct DoublingShade<Base: Reducer>: WrapperReducer {
  let base: Base

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
      .merge(with: base.reduce(into: &state, action: action))
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
