import CAllocationCount
import Headrace
import Testing

/// Counts, and starts nothing.
@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }
  enum Action { case add }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@Reducer(state: .equatable)
private enum Screen {
  case leaf(Leaf)
  @ReducerCaseEphemeral case alert(AlertState<Int>)
}

/// Reaches a leaf in every possible way.
@Reducer
private struct Everything {
  @ObservableState
  struct State {
    var leaf = Leaf.State(id: 0)
    var optional: Leaf.State? = Leaf.State(id: 0)
    var choice = Screen.State.leaf(Leaf.State(id: 0))
    var rows: IdentifiedArrayOf<Leaf.State>
    var path = StackState<Screen.State>([.leaf(Leaf.State(id: 0))])
    @Presents var sheet: Leaf.State?
    @Presents var destination: Screen.State?
    var name = ""
    var changeCount = 0
    var ownCount = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case own
    case leaf(Leaf.Action)
    case optional(Leaf.Action)
    case choice(Screen.Action)
    case rows(IdentifiedActionOf<Leaf>)
    case path(StackActionOf<Screen>)
    case sheet(PresentationAction<Leaf.Action>)
    case destination(PresentationAction<Screen.Action>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    CombineReducers {
      Scope(state: \.leaf, action: \.leaf) { Leaf() }
        .dependency(\.isCounted, true)
    }
    .onChange(of: \.leaf.count) { _, state in
      state.changeCount += 1
      return .none
    }
    Scope(state: \.choice, action: \.choice) { Screen.body }
    Reduce { state, action in
      if case .own = action { state.ownCount += 1 }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Leaf() }
    .forEach(\.rows, action: \.rows) { Leaf() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$sheet, action: \.sheet) { Leaf() }
    .ifLet(\.$destination, action: \.destination)
  }
}

private enum IsCounted: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  fileprivate var isCounted: Bool {
    get { self[IsCounted.self] }
    set { self[IsCounted.self] = newValue }
  }
}

@MainActor
@Suite(.enabled(if: allocation_count_is_available()))
struct Law05Tests {
  private static func makeStore(rowCount: Int) -> StoreOf<Everything> {
    let rows = IdentifiedArray(uniqueElements: (0..<rowCount).map { Leaf.State(id: $0) })
    var state = Everything.State(rows: rows)
    state.sheet = Leaf.State(id: 0)
    state.destination = .leaf(Leaf.State(id: 0))
    return Store(initialState: state) { Everything() }
  }

  @Test("Law 5: an action whose reducer returns .none allocates nothing", arguments: [1, 10_000])
  func noneAllocatesNothing(rowCount: Int) throws {
    let store = Self.makeStore(rowCount: rowCount)
    let elementID = try #require(store.withState { $0.path.ids.first })
    let actions: [(String, Everything.Action)] = [
      ("own", .own),
      ("leaf", .leaf(.add)),
      ("optional", .optional(.add)),
      ("choice", .choice(.leaf(.add))),
      ("sheet", .sheet(.presented(.add))),
      ("destination", .destination(.presented(.leaf(.add)))),
      ("rows", .rows(.element(id: rowCount - 1, action: .add))),
      ("path", .path(.element(id: elementID, action: .leaf(.add)))),
    ]
    for (name, action) in actions {
      // The first one may copy what the test still holds, and create the runtime's metadata of
      // types.
      store.send(action)
      let count = allocationCount { for _ in 1...10 { store.send(action) } }
      // Unoptimised, the accessors of swift-collections allocate when an element is changed; the
      // benchmarks check the allocations of an optimised build.
      #if DEBUG
        let isMeasured = name != "rows" && name != "path"
      #else
        let isMeasured = true
      #endif
      if isMeasured { #expect(count == 0, "\(name)") }
    }
    let state = store.state
    #expect(state.ownCount == 11)
    #expect(state.leaf.count == 11)
    #expect(state.changeCount == 11)
    #expect(state.optional?.count == 11)
    #expect(state.choice.leaf?.count == 11)
    #expect(state.rows.last?.count == 11)
    #expect(state.path.first?.leaf?.count == 11)
    #expect(state.sheet?.count == 11)
    #expect(state.destination?.leaf?.count == 11)
  }

  @Test("Law 5: an action of a child's store allocates nothing either")
  func anActionOfAChildStoreAllocatesNothing() {
    let store = Self.makeStore(rowCount: 1)
    let leaf = store.scope(state: \.leaf, action: \.leaf)
    leaf.send(.add)
    #expect(allocationCount { for _ in 1...10 { leaf.send(.add) } } == 0)
    #expect(leaf.count == 11)
  }

  @Test("Law 5: only an action that starts an effect pays for it")
  func anEffectIsPaidForByItsAction() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return action == 0 ? .none : .run { _ in }
      }
    }
    store.send(0)
    var task: StoreTask?
    #expect(allocationCount { store.send(0) } == 0)
    #expect(allocationCount { task = store.send(1) } > 0)
    await task?.finish()
    #expect(allocationCount { store.send(0) } == 0)
  }
}
