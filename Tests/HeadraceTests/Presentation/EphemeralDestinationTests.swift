import Headrace
import Testing

/// A destination that is a feature or a question; written without the macro, as it is expanded.
private struct Destination: CaseReducer {
  @CasePathable
  enum State: CaseReducerState, Equatable {
    typealias StateReducer = Destination
    case alert(AlertState<Alert>)
    case leaf(Leaf.State)

    static var hasEphemeralCases: Bool { true }

    func isEnded(by action: Action) -> Bool {
      switch (self, action) {
      case (.alert, .alert): true
      default: false
      }
    }
  }

  enum Alert: Equatable, Sendable { case confirm }

  @CasePathable
  enum Action {
    case alert(Alert)
    case leaf(Leaf.Action)
  }

  static var body: some ReducerOf<Self> {
    EmptyReducer<State, Action>()
      .ifCaseLet(\.leaf, action: \.leaf) { Leaf() }
  }
}

@Reducer
private struct Parent {
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var log: [String] = []
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case ask
    case presentLeaf
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(let answer))):
        state.log.append("\(answer), is there: \(state.destination != nil)")
      case .destination:
        break
      case .ask:
        state.destination = .alert(AlertState { TextState("Sure?") })
      case .presentLeaf:
        state.destination = .leaf(Leaf.State())
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@MainActor
@Suite("Ephemeral cases of destinations")
struct EphemeralDestinationTests {
  private func makeStore(_ actions: Parent.Action...) -> StoreOf<Parent> {
    let store = Store(initialState: Parent.State()) { Parent() }
    for action in actions { store.send(action) }
    return store
  }

  @Test func theAnswerEndsAnEphemeralCase() {
    let store = makeStore(.ask)
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == nil)
    #expect(store.state.log == ["confirm, is there: true"])
  }

  @Test func anActionOfAnotherCaseEndsNothing() async {
    let store = makeStore(.presentLeaf)
    store.send(.destination(.presented(.leaf(.tick))))
    #expect(store.state.destination == .leaf(Leaf.State(ticks: 1)))
    let task = store.send(.destination(.presented(.leaf(.wait))))
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == .leaf(Leaf.State(ticks: 1)))
    #expect(store.effects.count == 1)
    await task.cancel()
  }

  @Test("Law 8: a question in the place of a feature ends the feature's effects")
  func aQuestionInThePlaceOfAFeatureEndsItsEffects() async {
    let store = makeStore(.presentLeaf)
    let task = store.send(.destination(.presented(.leaf(.wait))))
    store.send(.ask)
    #expect(store.effects.isEmpty)
    await task.finish()
  }
}
