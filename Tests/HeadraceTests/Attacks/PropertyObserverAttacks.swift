import Headrace
import Testing

/// A parent that counts the sets of its children's properties, in its author's code.
private struct Manor: Reducer {
  struct State {
    var setCount = 0
    var touchCount = 0
    var fixed = AttackChild.State(leaf: AttackLeaf.State()) { didSet { setCount += 1 } }
    var optional: Bulb.State? = Bulb.State() { didSet { setCount += 1 } }
    @PresentationState var shown: Bulb.State? = Bulb.State() { didSet { setCount += 1 } }
    var rows: IdentifiedArrayOf<AttackChild.State> = [
      AttackChild.State(id: 1, leaf: AttackLeaf.State())
    ]
    { didSet { setCount += 1 } }
    var stack = StackState([Bulb.State()]) { didSet { setCount += 1 } }
    private var box: Bulb.State? = Bulb.State()

    var boxed: Bulb.State? {
      get { box }
      set {
        setCount += 1
        box = newValue
      }
    }
  }

  @CasePathable
  enum Action {
    case touch, clear
    case fixed(AttackChild.Action)
    case optional(Bulb.Action)
    case shown(PresentationAction<Bulb.Action>)
    case rows(IdentifiedAction<Int, AttackChild.Action>)
    case stack(StackAction<Bulb.State, Bulb.Action>)
    case boxed(Bulb.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.fixed, action: \.fixed) { child }
    Reduce { state, action in
      switch action {
      case .touch: state.touchCount += 1
      case .clear:
        state.fixed.leaf = nil
        state.optional = nil
        state.shown = nil
        state.rows = []
        state.stack = []
        state.boxed = nil
      case .fixed, .optional, .shown, .rows, .stack, .boxed: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Bulb() }
    .ifLet(\.$shown, action: \.shown) { Bulb() }
    .ifLet(\.boxed, action: \.boxed) { Bulb() }
    .forEach(\.rows, action: \.rows) { child }
    .forEach(\.stack, action: \.stack) { Bulb() }
  }

  private var child: AttackChild {
    AttackChild(
      run: { _, _ in .none }, leaf: { _, _ in .run { _ in await Gate().pass() } })
  }
}

/// The same with observable properties.
@Reducer
private struct Villa {
  @ObservableState
  struct State {
    @ObservationStateIgnored var setCount = 0
    var touchCount = 0
    var fixed = AttackChild.State(leaf: AttackLeaf.State()) { didSet { setCount += 1 } }
    var optional: Bulb.State? = Bulb.State() { didSet { setCount += 1 } }
    var rows: IdentifiedArrayOf<AttackChild.State> = [
      AttackChild.State(id: 1, leaf: AttackLeaf.State())
    ]
    { didSet { setCount += 1 } }
  }

  enum Action {
    case touch, clear
    case fixed(AttackChild.Action)
    case optional(Bulb.Action)
    case rows(IdentifiedActionOf<AttackChild>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.fixed, action: \.fixed) { child }
    Reduce { state, action in
      switch action {
      case .touch: state.touchCount += 1
      case .clear:
        state.fixed.leaf = nil
        state.optional = nil
        state.rows = []
      case .fixed, .optional, .rows: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Bulb() }
    .forEach(\.rows, action: \.rows) { child }
  }

  private var child: AttackChild {
    AttackChild(
      run: { _, _ in .none }, leaf: { _, _ in .run { _ in await Gate().pass() } })
  }
}

@MainActor
@Suite("Laws 3 and 12, attacked: properties whose author observes or computes them")
struct PropertyObserverAttacks {
  @Test("Law 3: while effects live below it, a property is set only when it changes")
  func propertiesAreNotSet() throws {
    let store = Store(initialState: Manor.State()) { Manor() }
    let element = try #require(store.state.stack.ids.first)
    store.send(.fixed(.leaf(.go(0))))
    store.send(.optional(.burn))
    store.send(.shown(.presented(.burn)))
    store.send(.rows(.element(id: 1, action: .leaf(.go(0)))))
    store.send(.stack(.element(id: element, action: .burn)))
    store.send(.boxed(.burn))
    #expect(store.effects.count == 6)
    // A child may change in place: its own action is a set.
    let setCount = store.state.setCount
    for _ in 1...10 { store.send(.touch) }
    #expect(store.state.setCount == setCount)
    #expect(store.state.touchCount == 10)
    #expect(store.effects.count == 6)
    store.send(.clear)
    #expect(store.effects.isEmpty)
    #expect(store.state.setCount == setCount + 6)
  }

  @Test("Law 12: the same for properties that are observed by field")
  func observedPropertiesAreNotSet() {
    let store = Store(initialState: Villa.State()) { Villa() }
    store.send(.fixed(.leaf(.go(0))))
    store.send(.optional(.burn))
    store.send(.rows(.element(id: 1, action: .leaf(.go(0)))))
    #expect(store.effects.count == 3)
    let setCount = store.state.setCount
    var runs = 0
    let token = store.observe {
      runs += 1
      _ = (store.fixed.count, store.optional, store.rows.count)
    }
    for _ in 1...10 { store.send(.touch) }
    #expect(store.state.setCount == setCount)
    #expect(runs == 1)
    store.send(.clear)
    #expect(store.effects.isEmpty)
    #expect(store.state.setCount == setCount + 3)
    #expect(runs == 2)
    token.cancel()
  }

  @Test("Law 3: dismissing or popping in vain sets nothing")
  func nothingIsSetInVain() async throws {
    let store = Store(initialState: Manor.State()) { Manor() }
    let element = try #require(store.state.stack.ids.first)
    store.send(.clear)
    let setCount = store.state.setCount
    let reports = await reports {
      store.send(.shown(.dismiss))
      store.send(.stack(.popFrom(id: element)))
    }
    #expect(reports.count == 2)
    #expect(store.state.setCount == setCount)
  }
}
