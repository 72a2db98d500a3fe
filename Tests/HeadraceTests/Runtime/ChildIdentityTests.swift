import Headrace
import Testing

/// Runs until it is cancelled.
private struct Clockwork: Reducer {
  @ObservableState
  struct State: Equatable {
    var turns = 0
  }

  enum Action { case wind, turn }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wind:
      return .run { _ in await Gate().pass() }
    case .turn:
      state.turns += 1
      return .none
    }
  }
}

/// A box whose clockwork can be replaced.
private struct Box: Reducer {
  @ObservableState
  struct State: Equatable {
    var clockwork: Clockwork.State? = Clockwork.State()
    var spare = Clockwork.State()
    var place = Place.on(Clockwork.State())
  }

  @CasePathable
  @ObservableState
  enum Place: Equatable {
    case off
    case on(Clockwork.State)
  }

  @CasePathable
  enum Action {
    case clockwork(Clockwork.Action), place(PlaceAction)
    case changed(Change)
  }

  @CasePathable
  enum PlaceAction { case on(Clockwork.Action) }

  enum Change { case copied, exchanged, leftAndEntered, leftAndEnteredAnew, madeAnew, restored }

  var body: some ReducerOf<Self> {
    Scope(state: \.place, action: \.place) {
      EmptyReducer().ifCaseLet(\.on, action: \.on) { Clockwork() }
    }
    Reduce { state, action in
      guard case .changed(let change) = action else { return .none }
      switch change {
      case .copied:
        var copy = state.clockwork
        copy?.turns += 1
        state.clockwork = copy
      case .exchanged:
        state.clockwork = state.spare
      case .leftAndEntered:
        let place = state.place
        state.place = .off
        state.place = place
      case .leftAndEnteredAnew:
        state.place = .off
        state.place = .on(Clockwork.State())
      case .madeAnew:
        state.clockwork = Clockwork.State()
      case .restored:
        let clockwork = state.clockwork
        state.clockwork = nil
        state.clockwork = clockwork
      }
      return .none
    }
    .ifLet(\.clockwork, action: \.clockwork) { Clockwork() }
  }
}

@MainActor
@Suite("Law 8: which child is the same after an action")
struct ChildIdentityTests {
  @Test("Law 8: a restored copy is the same child, a newly made state is another one")
  func anObservableStateIsKnownByItsLineage() {
    let store = Store(initialState: Box.State()) { Box() }
    store.send(.clockwork(.wind))
    store.send(.clockwork(.turn))
    store.send(.changed(.copied))
    store.send(.changed(.restored))
    #expect(store.effects.count == 1)
    #expect(store.clockwork?.turns == 2)
    store.send(.changed(.madeAnew))
    #expect(store.effects.isEmpty)
    store.send(.clockwork(.wind))
    #expect(store.effects.count == 1)
    store.send(.changed(.exchanged))
    #expect(store.effects.isEmpty)
  }

  @Test("Law 8: a case that is left and entered again with a copy has the same child")
  func aCaseIsKnownByItsPayload() {
    let store = Store(initialState: Box.State()) { Box() }
    store.send(.place(.on(.wind)))
    store.send(.changed(.leftAndEntered))
    #expect(store.effects.count == 1)
    store.send(.changed(.leftAndEnteredAnew))
    #expect(store.effects.isEmpty)
  }
}
