import Headrace
import Testing

/// Calls its lamp by hand, on a part of its state.
private struct Room: Reducer {
  struct State: Equatable { var lamp = Lamp.State() }
  @CasePathable
  enum Action { case lamp(Lamp.Action), dark }

  let lamp: Lamp

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lamp(let action):
        lamp.reduce(into: &state.lamp, action: action).map(Action.lamp)
      case .dark: .cancel(id: Bulb.CancelID.light)
      }
    }
  }
}

/// Has a room that can be removed.
private struct House: Reducer {
  struct State: Equatable { var room: Room.State? = Room.State() }
  @CasePathable
  enum Action { case room(Room.Action), roomTaken }

  let lamp: Lamp

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .roomTaken = action { state.room = nil }
      return .none
    }
    .ifLet(\.room, action: \.room) { Room(lamp: lamp) }
  }
}

/// Calls itself by hand for every touch but the third.
private struct Stairs: Reducer {
  var body: some Reducer<Int, Void> {
    Reduce { state, action in
      state += 1
      return state < 3 ? reduce(into: &state, action: action) : .none
    }
  }
}

/// The ways to wrap a reducer so that the store compiles it.
private enum CompiledWrapping: CaseIterable, Sendable {
  case wrapper, twice, erased

  func reducer(of lamp: Lamp) -> any Reducer<Lamp.State, Lamp.Action> {
    switch self {
    case .wrapper: Shade(base: lamp, count: 1)
    case .twice: Shade(base: lamp, count: 2)
    case .erased: Reduce(lamp)
    }
  }
}

/// Runs its base a number of times.
private struct Shade<Base: Reducer>: WrapperReducer {
  let base: Base
  let count: Int

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    .merge((0..<count).map { _ in base.reduce(into: &state, action: action) })
  }
}

@MainActor
@Suite("Laws 4, 7 and 8: reducers that are called by hand")
struct CallingByHandTests {
  private static func store(_ reads: Reads = Reads()) -> Store<House.State, House.Action> {
    Store(initialState: House.State()) { House(lamp: Lamp(reads: reads)) }
  }

  @Test("Law 4: the body of a reducer that is called by hand is read at each call")
  func theBodyIsReadAtEachCall() {
    let reads = Reads()
    let store = Self.store(reads)
    for _ in 1...3 { store.send(.room(.lamp(.touch))) }
    #expect(reads.count == 3)
    #expect(store.state.room?.lamp.touchCount == 3)
  }

  @Test("Laws 7 and 13: its effects belong to the caller, which cancels them")
  func theCallerCancelsItsEffects() {
    let store = Self.store()
    store.send(.room(.lamp(.flash(.burn))))
    #expect(store.effects.map(\.path) == [["House", "Room"]])
    store.send(.room(.dark))
    #expect(store.effects.isEmpty)
    store.send(.room(.lamp(.flash(.burn))))
    store.send(.room(.lamp(.flash(.putOut))))
    #expect(store.effects.isEmpty)
  }

  @Test("Law 8: its effects end with the caller")
  func itsEffectsEndWithTheCaller() {
    let store = Self.store()
    store.send(.room(.lamp(.flash(.burn))))
    #expect(store.effects.count == 1)
    store.send(.roomTaken)
    #expect(store.effects.isEmpty)
  }

  @Test("Laws 8 and 15: an effect of its child is reported, and ends with the caller")
  func effectsOfItsChildrenAreReported() async {
    let store = Self.store()
    let reports = await reports {
      store.send(.room(.lamp(.bulb(.burn))))
      store.send(.room(.lamp(.touch)))
    }
    #expect(
      reports.map(\.text) == [
        """
        A reducer that is called by hand has a child with an effect: 'Bulb'.

        The effect belongs to the caller, so it does not end with the child. Make the caller a \
        'WrapperReducer', which keeps the children of its base, or return '.send' instead of \
        calling the reducer.
        """
      ])
    // The line of the 'ifLet': the call by hand has none.
    #expect(reports.map(\.fileID) == ["HeadraceTests/LampFixtures.swift"])
    store.send(.room(.lamp(.bulbTaken)))
    #expect(store.effects.count == 1)
    store.send(.roomTaken)
    #expect(store.effects.isEmpty)
  }

  @Test(
    "Laws 4, 7 and 8: a base that is compiled keeps its children",
    arguments: CompiledWrapping.allCases)
  fileprivate func aCompiledBaseKeepsItsChildren(_ wrapping: CompiledWrapping) {
    let reads = Reads()
    let lamp = Lamp(reads: reads)
    let store = Store(initialState: Lamp.State()) { Reduce(wrapping.reducer(of: lamp)) }
    let count = wrapping == .twice ? 2 : 1
    for _ in 1...3 {
      store.send(.bulb(.burn))
      store.send(.flash(.burn))
      #expect(store.effects.count == 2 * count)
      store.send(.bulb(.putOut))
      #expect(store.effects.count == count)
      store.send(.flash(.putOut))
    }
    store.send(.bulb(.burn))
    store.send(.touch)
    #expect(store.effects.count == count)
    store.send(.bulbTaken)
    #expect(store.effects.isEmpty)
    #expect(reads.count == 1)
  }

  @Test func aReducerMayCallItself() {
    let store = Store(initialState: 0) { Stairs() }
    store.send(())
    #expect(store.state == 3)
  }

  @Test func aReducerThatIsCalledOutsideEveryStoreRuns() {
    var state = Lamp.State()
    _ = Lamp(reads: Reads()).reduce(into: &state, action: .touch)
    #expect(state.touchCount == 1)
  }
}
