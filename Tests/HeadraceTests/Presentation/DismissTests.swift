import Headrace
import Testing

@Reducer
private struct Middle {
  @ObservableState
  struct State: Equatable {
    @Presents var leaf: Leaf.State?
    var part = Leaf.State()
  }

  enum Action {
    case leaf(PresentationAction<Leaf.Action>)
    case part(Leaf.Action)
    case present
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Leaf() }
    Reduce { state, action in
      if case .present = action { state.leaf = Leaf.State() }
      return .none
    }
    .ifLet(\.$leaf, action: \.leaf) { Leaf() }
  }
}

@Reducer
private enum Destination {
  case middle(Middle)
  case leaf(Leaf)
}

extension Destination.State: Equatable {}

@Reducer
private struct Root {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var optional: Leaf.State?
    var part = Leaf.State()
    var path = StackState<Destination.State>()
    var dismissals = 0
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case optional(Leaf.Action)
    case part(Leaf.Action)
    case path(StackActionOf<Destination>)
    case presentMiddle
    case presentLeaf
    case pushMiddle
    case showOptional
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Leaf() }
    Reduce { state, action in
      switch action {
      case .presentMiddle: state.destination = .middle(Middle.State())
      case .presentLeaf: state.destination = .leaf(Leaf.State())
      case .pushMiddle: state.path.append(.middle(Middle.State()))
      case .showOptional: state.optional = Leaf.State()
      case .destination(.dismiss), .path(.popFrom): state.dismissals += 1
      case .destination, .optional, .part, .path: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.optional, action: \.optional) { Leaf() }
    .forEach(\.path, action: \.path)
  }
}

@MainActor
@Suite("Dismissal")
struct DismissTests {
  private func makeStore(_ actions: Root.Action...) -> StoreOf<Root> {
    // The cases of one test share its dependency values, so the ids would continue to count.
    let store = Store(initialState: Root.State()) {
      Root()
    } withDependencies: {
      $0.stackElementIDs = StackElementIDGenerator()
    }
    for action in actions { store.send(action) }
    return store
  }

  @Test(arguments: [Leaf.Action.leave, .leaveByCapture])
  func aPresentedFeatureDismissesItself(action: Leaf.Action) async {
    let store = makeStore(.presentLeaf)
    await store.send(.destination(.presented(.leaf(action)))).finish()
    #expect(store.state.destination == nil)
    #expect(store.state.dismissals == 1, "the parent sees '.dismiss'")
    #expect(store.effects.isEmpty)
    #expect(store.lateSendCount == 0)
  }

  @Test func aPartOfAPresentedFeatureDismissesIt() async {
    let store = makeStore(.presentMiddle)
    await store.send(.destination(.presented(.middle(.part(.leave))))).finish()
    #expect(store.state.destination == nil)
  }

  @Test func aNestedDismissalReachesTheNearestPresentationOnly() async {
    let store = makeStore(.presentMiddle, .destination(.presented(.middle(.present))))
    await store.send(.destination(.presented(.middle(.leaf(.presented(.leave)))))).finish()
    #expect(store.state.destination?.middle != nil)
    #expect(store.state.destination?.middle?.leaf == nil)
    #expect(store.state.dismissals == 0)
    await store.send(.destination(.presented(.middle(.part(.leave))))).finish()
    #expect(store.state.destination == nil)
    #expect(store.state.dismissals == 1)
  }

  @Test func aStackElementPopsItselfAndAllAbove() async {
    let store = makeStore(.pushMiddle, .pushMiddle, .pushMiddle)
    await store.send(.path(.element(id: 1, action: .middle(.part(.leave))))).finish()
    #expect(Array(store.state.path.ids) == [0])
    #expect(store.state.dismissals == 1)
  }

  @Test func dismissClosesTheSheetOfAStackElementFirst() async {
    let store = makeStore(.pushMiddle, .path(.element(id: 0, action: .middle(.present))))
    await store.send(.path(.element(id: 0, action: .middle(.leaf(.presented(.leave)))))).finish()
    #expect(store.state.path.count == 1)
    #expect(store.state.path[id: 0, case: \.middle]?.leaf == nil)
  }

  @Test("Law 8: dismissal ends the feature's other effects in the same action")
  func dismissalEndsTheFeaturesOtherEffects() async {
    let store = makeStore(.presentLeaf)
    let waiting = store.send(.destination(.presented(.leaf(.wait))))
    #expect(store.effects.count == 1)
    await store.send(.destination(.presented(.leaf(.leave)))).finish()
    #expect(store.effects.isEmpty)
    await waiting.finish()
  }

  @Test("Law 8: a destination that another replaces ends with its effects")
  func aReplacedDestinationsEffectsEnd() async {
    let store = makeStore(.presentMiddle, .destination(.presented(.middle(.present))))
    let tasks = [
      store.send(.destination(.presented(.middle(.part(.wait))))),
      store.send(.destination(.presented(.middle(.leaf(.presented(.wait)))))),
    ]
    #expect(store.effects.count == 2)
    store.send(.presentLeaf)
    #expect(store.effects.isEmpty)
    for task in tasks { await task.finish() }
    #expect(store.state.destination == .leaf(Leaf.State()))
  }

  @Test func anEffectThatDismissesItsOwnFeatureEndsCleanly() async {
    let log = Log()
    let store = Store(initialState: Holder.State(leaf: Leaf.State())) { Holder(log: log) }
    await store.send(.leaf(.presented(.leaveThenTick))).finish()
    #expect(store.state.leaf == nil)
    #expect(log.entries == ["cancelled: true"], "it goes on to its end, cancelled")
    #expect(store.lateSendCount == 1, "what it sends afterwards is dropped")
  }

  @Test func theSecondDismissalIsALateSend() async {
    let store = makeStore(.presentLeaf)
    await store.send(.destination(.presented(.leaf(.leaveTwice)))).finish()
    #expect(store.state.dismissals == 1)
    #expect(store.lateSendCount == 1)
  }

  @Test func aDismissalNeverReachesTheFeatureThatTookThePlace() async {
    let gate = Gate()
    let store = Store(initialState: Slow.State(leaf: 0)) { Slow(gate: gate) }
    let task = store.send(.leaf(.presented(.leave)))
    await gate.arrival()
    store.send(.replace)
    gate.open()
    await task.finish()
    #expect(store.state.leaf == 1)
  }

  // MARK: - isPresented

  @Test(arguments: [Leaf.Action.lookUp, .lookUpInEffect])
  func isPresentedTellsWhetherThereIsAPresentation(action: Leaf.Action) async {
    let store = makeStore(
      .presentMiddle, .showOptional, .pushMiddle, .destination(.presented(.middle(.present))))
    for part: Root.Action in [
      .part(action), .optional(action), .destination(.presented(.middle(.part(action)))),
      .destination(.presented(.middle(.leaf(.presented(action))))),
      .path(.element(id: 0, action: .middle(.part(action)))),
    ] {
      await store.send(part).finish()
    }
    #expect(store.state.part.wasPresented == false)
    #expect(store.state.optional?.wasPresented == false)
    #expect(store.state.destination?.middle?.part.wasPresented == true)
    #expect(store.state.destination?.middle?.leaf?.wasPresented == true)
    #expect(store.state.path[id: 0, case: \.middle]?.part.wasPresented == true)
  }

  @Test("Law 11: overrides on the way reach the presented feature, and don't hide the presentation")
  func overridesOnTheWayReachThePresentedFeature() async {
    let log = Log()
    let store = Store(initialState: Holder.State(leaf: Leaf.State())) {
      Holder(log: log)
        .dependency(\.dismiss, DismissEffect { log.write("the outer replacement") })
    }
    await store.send(.leaf(.presented(.leave))).finish()
    #expect(store.state.leaf == nil)
    #expect(log.entries == [])
  }

  @Test func aTestOfTheFeatureAloneReplacesTheDismissal() async {
    let log = Log()
    let store = Store(initialState: Leaf.State()) {
      Leaf()
    } withDependencies: {
      $0.dismiss = DismissEffect { log.write("dismissed") }
      $0.isPresented = true
    }
    await store.send(.leave).finish()
    await store.send(.lookUp).finish()
    #expect(log.entries == ["dismissed"])
    #expect(store.state.wasPresented == true)
  }

  // MARK: - Misuse

  private let misuse = """
    A feature asked to be dismissed, but nothing presents it.

    '@Dependency(\\.dismiss)' leaves the nearest presentation of the feature whose effect calls \
    it, and there is none above this one: it is the root of its store, a part of the root, or not \
    called from an effect. Check '@Dependency(\\.isPresented)' first, or present the feature by \
    'ifLet' with '@Presents', by 'forEach' on a 'StackState', or by a route. In a test of only \
    this feature, override it: '$0.dismiss = DismissEffect { … }'.
    """

  @Test func dismissingWhatNothingPresentsIsReported() async {
    let store = makeStore(.showOptional)
    let reports = await reports {
      await store.send(.part(.leave)).finish()
      await store.send(.optional(.leave)).finish()
    }
    #expect(reports.map(\.text) == [misuse, misuse])
    #expect(reports.map(\.fileID).allSatisfy { $0 == "HeadraceTests/PresentationFixtures.swift" })
    #expect(store.state.optional != nil)
  }

  @Test func theReportPointsAtTheLineThatDismisses() async {
    let line = #line + 3
    let reports = await reports {
      @Dependency(\.dismiss) var dismiss
      await dismiss()
    }
    #expect(
      reports == [Report(text: misuse, fileID: "HeadraceTests/DismissTests.swift", line: line)])
  }

  @Test func dismissingNothingByHandIsReported() async {
    let reports = await reports {
      let store = Store(initialState: Holder.State()) { Holder(log: Log()) }
      store.send(.leaf(.dismiss))
    }
    #expect(
      reports == [
        Report(
          text: """
            Tried to dismiss a child, but nothing is presented: '.dismiss' for 'Leaf'.

            The 'ifLet' at HeadraceTests/DismissTests.swift:\(Holder.ifLetLine) received it while \
            there was no such child, so it changed nothing. It was dismissed before, or never \
            presented. Send '.dismiss' once, and only while the child is there.
            """, fileID: "HeadraceTests/DismissTests.swift", line: Holder.ifLetLine)
      ])
  }

  @Test func anActionForAnAbsentChildIsReported() async {
    let reports = await reports {
      let store = Store(initialState: Holder.State()) { Holder(log: Log()) }
      store.send(.leaf(.presented(.tick)))
    }
    #expect(
      reports == [
        Report(
          text: """
            An action was sent to a child that is gone: '.tick' for 'Leaf'.

            The 'ifLet' at HeadraceTests/DismissTests.swift:\(Holder.ifLetLine) received it while \
            there was no such child, so it was dropped: it could change nothing. A child's effects \
            end with its state, so other code sent the action. Send child actions only while the \
            child exists, and remove the child's state after its last action, not before.
            """, fileID: "HeadraceTests/DismissTests.swift", line: Holder.ifLetLine)
      ])
  }
}

/// Presents one feature, whose log a test reads.
private struct Holder: Reducer {
  struct State {
    @Presents var leaf: Leaf.State?
  }
  @CasePathable
  enum Action { case leaf(PresentationAction<Leaf.Action>) }

  static let ifLetLine = #line + 5
  let log: Log

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$leaf, action: \.leaf) { Leaf(log: log) }
  }
}

/// Presents a feature that dismisses itself when a gate opens.
private struct Slow: Reducer {
  struct State { @Presents var leaf: Int? }
  enum LeafAction { case leave }
  @CasePathable
  enum Action { case leaf(PresentationAction<LeafAction>), replace }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .replace = action { state.leaf = 1 }
      return .none
    }
    .ifLet(\.$leaf, action: \.leaf) {
      Reduce<Int, LeafAction> { [gate] _, _ in
        @Dependency(\.dismiss) var dismiss
        return .run { [dismiss] _ in
          await gate.pass()
          await dismiss()
        }
      }
    }
  }
}
