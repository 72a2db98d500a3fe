import Headrace
import Testing

/// A destination that is a feature or a question, written without the macro, as the macro expands.
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

/// An author's own question.
private struct Rating<Action>: EphemeralState {
  var stars = 0
}

extension Rating: Equatable {}

private enum Stars: Equatable, Sendable { case given(Int) }

@Reducer
private enum Written {
  case alert(AlertState<Destination.Alert>)
  case dialog(Headrace.ConfirmationDialogState<Destination.Alert>)
  @ReducerCaseEphemeral case rating(Rating<Stars>)
  @ReducerCaseIgnored case note(String)
  case leaf(Leaf)
  case empty
}

extension Written.State: Equatable {}

@Reducer
private enum AlertOnly {
  case alert(AlertState<Destination.Alert>)
}

private struct WrittenParent: Reducer {
  struct State { @Presents var destination: Written.State? }
  @CasePathable
  enum Action { case destination(PresentationAction<Written.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
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

  @Test("Law 8: a question that replaces a feature ends the feature's effects")
  func aQuestionInThePlaceOfAFeatureEndsItsEffects() async {
    let store = makeStore(.presentLeaf)
    let task = store.send(.destination(.presented(.leaf(.wait))))
    store.send(.ask)
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test(arguments: [0, 1, 2, 3])
  func theMacroTellsWhichCasesAreEphemeral(number: Int) {
    let question = TextState("Sure?")
    let (state, action): (Written.State, Written.Action) =
      switch number {
      case 0: (.alert(AlertState { question }), .alert(.confirm))
      case 1: (.dialog(ConfirmationDialogState { question }), .dialog(.confirm))
      case 2: (.rating(Rating()), .rating(.given(5)))
      default: (.leaf(Leaf.State()), .leaf(.tick))
      }
    let store = Store(initialState: WrittenParent.State(destination: state)) { WrittenParent() }
    store.send(.destination(.presented(action)))
    #expect((store.state.destination == nil) == (number < 3))
  }

  @Test func onlyAnActionOfItsOwnCaseEndsAQuestion() {
    #expect(Written.State.hasEphemeralCases)
    let question = TextState("Sure?")
    let alert = Written.State.alert(AlertState { question })
    #expect(alert.isEnded(by: .alert(.confirm)))
    #expect(!alert.isEnded(by: .dialog(.confirm)))
    #expect(!Written.State.note("").isEnded(by: .alert(.confirm)))
    #expect(AlertOnly.State.alert(AlertState { question }).isEnded(by: .alert(.confirm)))
  }
}
