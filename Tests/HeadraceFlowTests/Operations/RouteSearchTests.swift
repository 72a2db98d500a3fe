import Headrace
import HeadraceFlow
import Testing

/// A lamp that burns until it is removed.
private struct Bulb: Reducer {
  struct State: Equatable {}
  enum Action { case burn, burnAndLeave, flash, putOut }
  enum CancelID { case light }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .burn, .burnAndLeave:
      .run { _ in
        // Only ends when it is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    case .flash: .run { _ in }
    case .putOut: .cancel(id: CancelID.light)
    }
  }
}

/// A room with two lamps and its own fan.
private struct Room: Reducer {
  struct State: Equatable {
    var left: Bulb.State? = Bulb.State()
    var right: Bulb.State? = Bulb.State()
    var shelves: IdentifiedArrayOf<Shelf.State> = [Shelf.State(id: 0)]
  }
  @CasePathable
  enum Action {
    case turn
    case left(Bulb.Action)
    case right(Bulb.Action)
    case shelves(IdentifiedAction<Int, Bulb.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turn: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      case .right(.burnAndLeave): state.right = nil
      case .left, .right, .shelves: break
      }
      return .none
    }
    .ifLet(\.left, action: \.left) { Bulb() }
    .ifLet(\.right, action: \.right) { Bulb() }
    .forEach(\.shelves, action: \.shelves) { Shelf() }
  }
}

private struct Shelf: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  func reduce(into state: inout State, action: Bulb.Action) -> Effect<Bulb.Action> {
    var bulb = Bulb.State()
    return Bulb().reduce(into: &bulb, action: action)
  }
}

/// One of several floors, with a stack of rooms.
private struct Floor: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var routes: [Route<Room.State>] = [.root(Room.State())]
  }
  @CasePathable
  enum Action { case router(IndexedRouterActionOf<Room>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEachRoute(\.routes, action: \.router) { Room() }
  }
}

private struct House: Reducer {
  struct State: Equatable {
    var floors: IdentifiedArrayOf<Floor.State> = [Floor.State(id: 0)]
  }
  @CasePathable
  enum Action { case floors(IdentifiedAction<Int, Floor.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.floors, action: \.floors) { Floor() }
  }
}

@MainActor
@Suite("Routes in rows: the search for effects of removed features")
struct RouteSearchTests {
  private func makeStore() -> StoreOf<House> {
    Store(initialState: House.State()) { House() }
  }

  private func send(_ action: Room.Action, to store: StoreOf<House>) -> StoreTask {
    let id = store.state.floors[0].routes[0].id
    return store.send(
      .floors(.element(id: 0, action: .router(.routeAction(id: id, action: action)))))
  }

  @Test("Law 8: a child that its parent takes away in the same action starts nothing")
  func aChildThatIsTakenAway() {
    let store = makeStore()
    _ = send(.turn, to: store)
    _ = send(.left(.burn), to: store)
    #expect(store.effects.count == 2)
    _ = send(.right(.burnAndLeave), to: store)
    #expect(store.effects.count == 2)
  }

  @Test("Law 8: effects below hundreds of routes end with their screens, and no others")
  func manyRoutes() {
    var state = Floor.State(id: 0)
    for _ in 1..<300 { state.routes.presentCover(Room.State()) }
    let store = Store(initialState: state) { Floor() }
    let ids = store.state.routes.map(\.id)
    for id in ids { store.send(.router(.routeAction(id: id, action: .left(.burn)))) }
    #expect(store.effects.count == 300)
    store.send(.router(.dismiss(id: ids[200])))
    #expect(store.effects.count == 200)
    store.send(.router(.routeAction(id: ids[0], action: .left(.burn))))
    #expect(store.effects.count == 201)
    store.send(.router(.goBackToRoot))
    #expect(store.effects.count == 2)
  }

  @Test("Law 14: effects in rows of a route leave nothing noted")
  func effectsThatEnd() async {
    let store = makeStore()
    for _ in 0..<100 {
      await send(.shelves(.element(id: 0, action: .flash)), to: store).finish()
    }
    #expect(store.notedRowCount == 0)
    #expect(store.endableScopeCount == 0)
  }

  @Test("Law 14: rows that cancel effects that never started leave nothing recorded")
  func rowsThatCancelNothing() {
    let store = makeStore()
    for _ in 0..<100 { _ = send(.shelves(.element(id: 0, action: .putOut)), to: store) }
    #expect(store.notedRowCount == 0)
    #expect(store.endableScopeCount == 0)
  }
}
