import Headrace
import HeadraceFlow
import Testing

@MainActor
@Suite("Law 8, attacked", .timeLimit(.minutes(30)))
struct Law08Attacks {
  private let lives = Lives()

  /// Returns a store whose children start an effect on `go(1)`, and a reducer that changes them.
  private func store(
    _ change: @escaping (inout AttackRoot.State) -> Void
  ) -> StoreOf<AttackRoot> {
    var state = AttackRoot.State()
    state.child = AttackChild.State(id: 1)
    state.shown = AttackChild.State(id: 1)
    state.rows = [AttackChild.State(id: 1), AttackChild.State(id: 2)]
    let store = AttackRoot.store(
      state,
      child: { [lives] _, action in
        if case .go(1) = action { return lives.effect() }
        return .none
      },
      root: { state, action in
        if case .go = action { change(&state) }
        return .none
      })
    for action in [AttackRoot.Action.row(1, .go(1)), .child(.go(1)), .shown(.presented(.go(1)))] {
      store.send(action)
    }
    #expect(store.effects.count == 3)
    return store
  }

  @Test("Law 8: a row that is removed and restored in one action continues")
  func aRowPutBackContinues() {
    let store = store { state in
      guard let row = state.rows.remove(id: 1) else { return }
      state.rows.append(row)
    }
    store.send(.go(0))
    #expect(store.effects.count == 3)
  }

  @Test("Law 8: a row is its id, even if another with that id replaces it")
  func aRowIsItsID() {
    let store = store { state in
      state.rows.remove(id: 1)
      state.rows.append(AttackChild.State(id: 1, count: 5))
    }
    store.send(.go(0))
    #expect(store.effects.count == 3)
  }

  @Test("Law 8: an optional child with the same id is the same, with another id another")
  func anOptionalChildIsItsID() {
    var id = 1
    let store = store { state in
      state.child = nil
      state.child = AttackChild.State(id: id, count: 9)
    }
    store.send(.go(0))
    #expect(store.effects.count == 3)
    id = 2
    store.send(.go(0))
    #expect(store.effects.count == 2)
    store.send(.child(.go(1)))
    #expect(store.effects.count == 3)
  }

  @Test("Law 8: a child presented by assignment is a new one, unless its id is the same")
  func anAssignmentPresentsAnother() {
    var id = 1
    let store = store { $0.shown = AttackChild.State(id: id) }
    store.send(.go(0))
    #expect(store.effects.count == 3)
    id = 2
    store.send(.go(0))
    #expect(store.effects.count == 2)
    store.send(.shown(.presented(.go(1))))
    #expect(store.effects.count == 3)
  }

  @Test("Law 8: a presented child that is changed in place is the same child")
  func aChangeInPlaceKeepsWhatIsPresented() {
    let store = store { $0.shown?.count += 1 }
    store.send(.go(0))
    #expect(store.effects.count == 3)
  }

  @Test("Law 8: effects of a child that its parent removes in the same action never run")
  func effectsOfAChildRemovedInItsOwnActionNeverRun() async {
    let store = Self.removing(lives)
    let actions: [AttackRoot.Action] = [
      .child(.go(2)), .shown(.presented(.go(2))), .row(2, .go(2)),
    ]
    for action in actions { await store.send(action).finish() }
    #expect(lives.begun == 0)
    #expect(store.effects.isEmpty)
    store.send(.child(.go(1)))
    store.send(.shown(.presented(.go(1))))
    await lives.begun(2)
    store.send(.child(.go(2)))
    store.send(.shown(.presented(.go(2))))
    #expect(store.effects.isEmpty)
    await lives.ended(2)
    #expect(lives.begun == 2)
    store.send(.child(.go(1)))
    store.send(.shown(.presented(.go(1))))
    #expect(store.effects.count == 2, "the new children's effects live")
  }

  @Test("Law 8: the effect of a child that removes its own child continues")
  func aChildRemovesItsOwnChild() {
    let store = Self.removing(lives)
    store.send(.row(1, .leaf(.go(1))))
    #expect(store.effects.count == 2)
    store.send(.row(1, .leaf(.go(9))))
    #expect(store.effects.map(\.path).allSatisfy { $0.last == "AttackChild[1]" })
    #expect(store.effects.count == 2)
  }

  private static func removing(_ lives: Lives) -> StoreOf<AttackRoot> {
    var state = AttackRoot.State()
    state.child = AttackChild.State(id: 1)
    state.shown = AttackChild.State(id: 1)
    state.rows = [AttackChild.State(id: 1, leaf: AttackLeaf.State()), AttackChild.State(id: 2)]
    return AttackRoot.store(
      state, leaf: { _, _ in lives.effect() },
      child: { state, action in
        switch action {
        case .go(1): return lives.effect()
        case .go(2): return .merge(lives.effect(), .send(.go(3)), lives.effect())
        case .leaf(.go(1)): return lives.effect()
        case .leaf(.go(9)):
          state.leaf = nil
          return lives.effect()
        default: return .none
        }
      },
      root: { state, action in
        switch action {
        case .child(.go(2)): state.child?.id += 5
        case .shown(.presented(.go(2))):
          state.shown = AttackChild.State(id: (state.shown?.id ?? 0) + 5)
        case .rows(.element(id: 2, action: .go(2))): state.rows.remove(id: 2)
        default: break
        }
        return .none
      })
  }

  @Test("Law 8: a grandchild's effects end with it, below a child of every kind")
  func grandchildrenEnd() {
    let store = AttackRoot.store(
      .full(), leaf: { [lives] _, _ in lives.effect() },
      child: { state, action in
        if case .go(0) = action { state.leaf = nil }
        return .none
      },
      root: { _, _ in .none })
    for action in AttackRoot.Action.all(.leaf(.go(1))) { store.send(action) }
    #expect(store.effects.count == 4)
    for (count, action) in AttackRoot.Action.all(.go(0)).enumerated() {
      store.send(action)
      #expect(store.effects.count == 3 - count)
    }
  }

  @Test("Law 8: and with their parents, when the root takes all away")
  func grandchildrenEndWithTheirParents() {
    let store = AttackRoot.store(
      .full(), leaf: { [lives] _, _ in lives.effect() },
      root: { state, action in
        guard case .go = action else { return .none }
        state.rows = []
        state.shown = nil
        state.child = nil
        state.fixed.leaf = nil
        return .none
      })
    for action in AttackRoot.Action.all(.leaf(.go(1))) { store.send(action) }
    #expect(store.effects.count == 4)
    store.send(.go(0))
    #expect(store.effects.isEmpty)
  }
}

@CasePathable
private enum Gear {
  case idle
  case busy(AttackChild.State)
}

extension Law08Attacks {
  @Test("Law 8: a case entered again with the same id continues, and ends with another id")
  func aCaseIsEnteredAgain() {
    let store = Store<Gear, AttackRoot.Action>(initialState: .busy(AttackChild.State(id: 1))) {
      Reduce<Gear, AttackRoot.Action> { state, action in
        guard case .go(let id) = action else { return .none }
        state = .idle
        if id > 0 { state = .busy(AttackChild.State(id: id, count: 9)) }
        return .none
      }
      .ifCaseLet(\.busy, action: \.child) {
        AttackChild(run: { [lives] _, _ in lives.effect() }, leaf: { _, _ in .none })
      }
    }
    store.send(.child(.go(1)))
    store.send(.go(1))
    #expect(store.effects.count == 1)
    store.send(.go(2))
    #expect(store.effects.isEmpty)
    store.send(.child(.go(1)))
    #expect(store.effects.count == 1)
    store.send(.go(0))
    #expect(store.effects.isEmpty)
  }

  @Test("Law 8: a route is its id: it ends when replaced, and continues when restored")
  func routes() {
    let store = Store(initialState: Walk.State()) { Walk(lives: lives) }
    func send(_ action: AttackChild.Action) {
      guard let id = store.routes.last?.id else { return }
      store.send(.router(.routeAction(id: id, action: action)))
    }
    send(.go(1))
    #expect(store.effects.count == 1)
    send(.go(2))
    #expect(store.effects.isEmpty, "the old one's ends, and what its last action started")
    send(.go(1))
    send(.go(3))
    #expect(store.effects.isEmpty, "back and on in one action leads to another route")
    send(.go(1))
    store.send(.go(0))
    #expect(store.effects.count == 1, "the same route, taken off and put back")
    store.send(.go(1))
    store.send(.go(2))
    #expect(store.effects.count == 1, "a second place of the same route comes and goes")
    if let id = store.routes.last?.id { store.send(.router(.dismiss(id: id))) }
    #expect(store.effects.isEmpty)
  }
}

@Reducer
private struct Walk {
  @ObservableState
  struct State {
    var routes: [Route<AttackChild.State>] = [
      .root(AttackChild.State()), .push(AttackChild.State(id: 1)), .push(AttackChild.State(id: 2)),
    ]
  }

  enum Action {
    case go(Int)
    case router(IndexedRouterActionOf<AttackChild>)
  }

  let lives: Lives

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .router(.routeAction(_, .go(2))):
        state.routes.replaceCurrent(AttackChild.State(id: 9))
      case .router(.routeAction(_, .go(3))):
        state.routes.goBack()
        state.routes.push(AttackChild.State(id: 2))
      case .go(0):
        let route = state.routes.removeLast()
        state.routes.append(route)
      case .go(1):
        if let route = state.routes.last { state.routes.append(route) }
      case .go(2):
        state.routes.removeLast()
      case .go, .router:
        break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) {
      AttackChild(run: { [lives] _, _ in lives.effect() }, leaf: { _, _ in .none })
    }
  }
}
