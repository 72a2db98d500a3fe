import Headrace
import Testing

@Reducer
private enum Path {
  case leaf(Leaf)
  case other(Leaf)
}

extension Path.State: Equatable {}

@Reducer
private struct Navigator {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var log: [String] = []
  }

  enum Action {
    case path(StackActionOf<Path>)
    case append(String)
    case assign(StackElementID, String)
    case assignAt(Int, String)
    case changeInPlace(StackElementID)
    case changeCase(StackElementID)
    case popLast
    case popFrom(StackElementID)
    case popTo(StackElementID)
    case replaceAll
    case replaceAllByEqual
    case none
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .leaf(.tick))):
        state.log.append("\(id) ticked \(state.path[id: id, case: \.leaf]?.ticks ?? -1)")
      case .path(.popFrom(let id)):
        state.log.append("\(id) pops, is there: \(state.path[id: id] != nil)")
      case .path(.push(let id, _)):
        state.log.append("\(id) pushed, is there: \(state.path[id: id] != nil)")
      case .append(let name):
        state.path.append(.leaf(Leaf.State(name: name)))
      case .assign(let id, let name):
        state.path[id: id] = .leaf(Leaf.State(name: name))
      case .assignAt(let position, let name):
        state.path[position] = .leaf(Leaf.State(name: name))
      case .changeInPlace(let id):
        state.path[id: id, case: \.leaf]?.name += "!"
      case .changeCase(let id):
        if case .leaf(let leaf) = state.path[id: id] {
          state.path[id: id]?.self = .other(leaf)
        }
      case .popLast:
        state.path.removeLast()
      case .popFrom(let id):
        state.path.pop(from: id)
      case .popTo(let id):
        state.path.pop(to: id)
      case .replaceAll:
        state.path = StackState([.leaf(Leaf.State(name: "new"))])
      case .replaceAllByEqual:
        var path = StackState<Path.State>()
        for (id, element) in zip(state.path.ids, state.path) { path[id: id] = element }
        state.path = path
      case .path, .none:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@MainActor
@Suite("forEach on a stack")
struct ForEachStackTests {
  private func makeStore(_ names: String...) -> StoreOf<Navigator> {
    // The cases of one test share its dependency values, so the ids would continue to count.
    let store = Store(initialState: Navigator.State()) {
      Navigator()
    } withDependencies: {
      $0.stackElementIDs = StackElementIDGenerator()
    }
    for name in names { store.send(.append(name)) }
    return store
  }

  private func names(_ store: StoreOf<Navigator>) -> [String] {
    store.state.path.map { element in
      switch element {
      case .leaf(let leaf), .other(let leaf): leaf.name
      }
    }
  }

  @Test func theElementRunsBeforeItsParent() {
    let store = makeStore("a", "b")
    store.send(.path(.element(id: 1, action: .leaf(.tick))))
    #expect(store.state.log == ["#1 ticked 1"])
    #expect(store.state.path[id: 0, case: \.leaf]?.ticks == 0)
  }

  @Test func casePathsLeadToOneElementsActions() {
    let store = makeStore("a", "b")
    store.send((\Case<Navigator.Action>.path[id: 1].leaf.tick)())
    #expect(store.state.log == ["#1 ticked 1"])
    let action = Navigator.Action.path(.element(id: 1, action: .leaf(.tick)))
    #expect(action.is(\.path[id: 1].leaf.tick))
    #expect(!action.is(\.path[id: 0].leaf.tick))
    #expect(!action.is(\.path[id: 1].other.tick))
    #expect(action[case: \.path.element]?.id == 1)
    let pop = Navigator.Action.path(.popFrom(id: 1))
    #expect(pop[case: \.path.popFrom] == 1)
    #expect(!pop.is(\.path[id: 1]))
    let push = Navigator.Action.path(.push(id: 2, state: .leaf(Leaf.State(name: "c"))))
    #expect(push[case: \.path.push]?.id == 2)
    #expect(push[case: \.path.push]?.state == .leaf(Leaf.State(name: "c")))
  }

  @Test func pushPutsTheElementOnTopBeforeTheParentSeesIt() {
    let store = makeStore("a")
    store.send(.path(.push(id: 1, state: .leaf(Leaf.State(name: "b")))))
    #expect(names(store) == ["a", "b"])
    #expect(store.state.log == ["#1 pushed, is there: true"])
    store.send(.append("c"))
    #expect(Array(store.state.path.ids) == [0, 1, 2])
  }

  @Test func aHostPushesWithAnIDOfItsOwn() {
    let store = makeStore()
    store.send(.path(.push(.leaf(Leaf.State(name: "a")))))
    store.send(.path(.push(.leaf(Leaf.State(name: "b")))))
    #expect(names(store) == ["a", "b"])
  }

  @Test func popFromTakesTheElementAwayAfterTheParentSawIt() {
    let store = makeStore("a", "b", "c")
    store.send(.path(.popFrom(id: 1)))
    #expect(names(store) == ["a"])
    #expect(store.state.log == ["#1 pops, is there: true"])
  }

  @Test(
    "Law 8: a stack element's effects end with it, however it goes",
    arguments: [
      "popFrom", "popLast", "state.popFrom", "popTo", "replaceAll", "replaceAllByEqual", "assign",
      "assignAt", "changeCase", "dismiss",
    ])
  func aStackElementsEffectsEndWithIt(way: String) async {
    let store = makeStore("a", "b")
    let task = store.send(.path(.element(id: 1, action: .leaf(.wait))))
    #expect(store.effects.count == 1)
    switch way {
    case "popFrom": store.send(.path(.popFrom(id: 1)))
    case "popLast": store.send(.popLast)
    case "state.popFrom": store.send(.popFrom(1))
    case "popTo": store.send(.popTo(0))
    case "replaceAll": store.send(.replaceAll)
    case "replaceAllByEqual": store.send(.replaceAllByEqual)
    case "assign": store.send(.assign(1, "b"))
    case "assignAt": store.send(.assignAt(1, "b"))
    case "changeCase": store.send(.changeCase(1))
    default: await store.send(.path(.element(id: 1, action: .leaf(.leave)))).finish()
    }
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect(store.state.log.filter { $0.contains("ticked") } == [])
  }

  @Test("Law 8: popping from the middle ends the effects of the elements above, and no others")
  func poppingFromTheMiddleEndsTheEffectsOfAllAbove() async {
    let store = makeStore("a", "b", "c", "d")
    let below = store.send(.path(.element(id: 0, action: .leaf(.wait))))
    let above = [1, 2, 3].map { id in
      store.send(.path(.element(id: StackElementID(integerLiteral: id), action: .leaf(.wait))))
    }
    #expect(store.effects.count == 4)
    store.send(.path(.popFrom(id: 1)))
    #expect(store.effects.count == 1)
    for task in above { await task.finish() }
    await below.cancel()
  }

  @Test func changingAnElementInPlaceKeepsItsEffects() async {
    let store = makeStore("a")
    let task = store.send(.path(.element(id: 0, action: .leaf(.wait))))
    store.send(.changeInPlace(0))
    store.send(.append("b"))
    store.send(.popLast)
    #expect(names(store) == ["a!"])
    #expect(store.effects.count == 1)
    await task.cancel()
  }

  /// The state was made outside the store, whose ids begin at zero as well.
  @Test func anElementWithTheIDOfOneThatLeftIsAnother() async {
    var state = Navigator.State()
    state.path[id: 0] = .leaf(Leaf.State(name: "old"))
    let store = Store(initialState: state) { Navigator() }
    let task = store.send(.path(.element(id: 0, action: .leaf(.wait))))
    store.send(.replaceAll)
    #expect(Array(store.state.path.ids) == [0])
    #expect(names(store) == ["new"])
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test func aFeatureMayContainAStackOfItself() {
    let store = Store(initialState: Tree.State()) { Tree() }
    store.send(.grow)
    store.send(.path(.element(id: 0, action: .grow)))
    store.send(.path(.element(id: 0, action: .path(.element(id: 1, action: .grow)))))
    #expect(store.state.path[id: 0]?.path[id: 1]?.path.count == 1)
  }

  // MARK: - Misuse

  @Test func anActionForARemovedElementIsDroppedAndReported() async {
    let reports = await reports {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.send(.path(.element(id: 3, action: .tick)))
    }
    #expect(
      reports.map(\.text) == [
        """
        An action was sent to a child that is gone: '.tick' for 'Leaf[#3]'.

        The 'forEach' at HeadraceTests/ForEachStackTests.swift:\(Plain.forEachLine) received it \
        while there was no such child, so it was dropped: it could change nothing. A child's \
        effects end with its state, so other code sent the action. Send child actions only while \
        the child exists, and remove the child's state after its last action, not before.
        """
      ])
    #expect(reports.map(\.fileID) == ["HeadraceTests/ForEachStackTests.swift"])
    #expect(reports.map(\.line) == [Plain.forEachLine])
  }

  @Test func popFromAnUnknownIDIsReported() async {
    let reports = await reports {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.send(.path(.push(id: 0, state: Leaf.State())))
      store.send(.path(.popFrom(id: 1)))
      #expect(store.state.path.count == 1)
    }
    #expect(
      reports == [
        Report(
          text: """
            Tried to pop an element that is not on the stack: #1.

            The 'forEach' at HeadraceTests/ForEachStackTests.swift:\(Plain.forEachLine) received \
            '.popFrom' for 'Leaf' while no element with this id was on the stack, so it changed \
            nothing. It was popped before, or never pushed. Send '.popFrom' once, and only with \
            ids from the state.
            """, fileID: "HeadraceTests/ForEachStackTests.swift", line: Plain.forEachLine)
      ])
  }

  @Test func pushingAnIDBeyondTheNextIsReported() async {
    let reports = await reports {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.send(.path(.push(id: 0, state: Leaf.State(name: "first"))))
      store.send(.path(.push(id: 2, state: Leaf.State(name: "second"))))
      #expect(Array(store.state.path.ids) == [0, 2])
      store.send(.path(.push(id: 3, state: Leaf.State(name: "third"))))
    }
    #expect(
      reports.map(\.text) == [
        """
        An element was pushed onto a stack with an id that the store has not reached: #2; the next \
        one is #1.

        The 'forEach' at HeadraceTests/ForEachStackTests.swift:\(Plain.forEachLine) received \
        '.push' for 'Leaf' with an id that was written by hand. The store continues after it, so \
        the ids in between are never used. Push with '.push(_:)', which uses the next id.
        """
      ])
  }

  @Test func pushingATakenIDIsRefusedAndReported() async {
    let reports = await reports {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.send(.path(.push(id: 0, state: Leaf.State(name: "first"))))
      store.send(.path(.push(id: 0, state: Leaf.State(name: "second"))))
      #expect(store.state.path.map(\.name) == ["first"])
    }
    #expect(
      reports == [
        Report(
          text: """
            An element was pushed onto a stack with an id that is taken: #0.

            The 'forEach' at HeadraceTests/ForEachStackTests.swift:\(Plain.forEachLine) received \
            '.push' for 'Leaf' while an element with this id was on the stack, so the new one was \
            dropped: an action could mean either of them. Push with '.push(_:)', or change the \
            state by 'append(_:)'; both make a new id.
            """, fileID: "HeadraceTests/ForEachStackTests.swift", line: Plain.forEachLine)
      ])
  }
}

/// A stack of one kind of feature, whose line the reports name.
private struct Plain: Reducer {
  struct State: Equatable { var path = StackState<Leaf.State>() }
  @CasePathable
  enum Action { case path(StackActionOf<Leaf>) }

  static let forEachLine = #line + 3
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path) { Leaf() }
  }
}

@Reducer
private struct Tree {
  struct State: Equatable { var path = StackState<Tree.State>() }
  indirect enum Action { case grow, path(StackAction<Tree.State, Tree.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .grow = action { state.path.append(State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Tree() }
  }
}
