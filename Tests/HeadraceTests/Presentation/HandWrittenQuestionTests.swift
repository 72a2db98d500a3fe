import Headrace
import Testing

/// Questions in hand-written destinations, as authors wrote them before enums of reducers: the
/// answer dismisses each of them.
@Suite struct HandWrittenQuestionTests {
  enum Answer: Equatable { case ok, askAgain }

  static var alert: AlertState<Answer> { AlertState { TextState("Sure?") } }
  static var dialog: ConfirmationDialogState<Answer> {
    ConfirmationDialogState { TextState("Sure?") }
  }

  @Reducer struct Destination {
    enum State: Equatable {
      case alert(AlertState<Answer>)
      case dialog(ConfirmationDialogState<Answer>)
      case leaf(Leaf.State)
      case note(String)
    }
    enum Action: Equatable {
      case alert(Answer), dialog(Answer), leaf(Leaf.Action), note(String)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet(\.alert, action: \.alert) { EmptyReducer() }
        .ifCaseLet(\.leaf, action: \.leaf) { Leaf() }
    }
  }

  @Reducer enum WithIgnoredCases {
    @ReducerCaseIgnored case alert(AlertState<Answer>)
    @ReducerCaseIgnored case dialog(ConfirmationDialogState<Answer>)
    case leaf(Leaf)
    @ReducerCaseIgnored case note(String)

    @CasePathable enum Action {
      case alert(Answer), dialog(Answer), leaf(Leaf.Action), note(String)
    }
  }

  @Reducer struct Parent {
    @ObservableState struct State {
      @Presents var destination: Destination.State?
      @Presents var other: WithIgnoredCases.State?
      var alert: AlertState<Answer>?
      var plain: Destination.State?
      var answers = 0
    }
    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case other(PresentationAction<WithIgnoredCases.Action>)
      case alert(Answer)
      case plain(Destination.Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .destination(.presented(.alert(let answer))):
          if state.destination != nil { state.answers += 1 }
          if answer == .askAgain { state.destination = .alert(alert) }
        case .other(.presented(.alert(.askAgain))):
          state.other = .alert(alert)
        case .alert(let answer):
          if state.alert != nil { state.answers += 1 }
          if answer == .askAgain { state.alert = HandWrittenQuestionTests.alert }
        case .plain(.alert(.askAgain)):
          state.plain = .alert(alert)
        case .destination, .other, .plain:
          break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) { Destination() }
      .ifLet(\.$other, action: \.other)
      .ifLet(\.alert, action: \.alert) { EmptyReducer() }
      .ifLet(\.plain, action: \.plain) { Destination() }
    }
  }

  @MainActor
  private func store(_ update: (inout Parent.State) -> Void) -> StoreOf<Parent> {
    var state = Parent.State()
    update(&state)
    return Store(initialState: state) { Parent() }
  }

  @MainActor
  @Test func theAnswerEndsACaseOfAHandWrittenDestination() {
    let alert = store { $0.destination = .alert(Self.alert) }
    alert.send(.destination(.presented(.alert(.ok))))
    #expect(alert.destination == nil)
    #expect(alert.answers == 1)
    let dialog = store { $0.destination = .dialog(Self.dialog) }
    dialog.send(.destination(.presented(.dialog(.ok))))
    #expect(dialog.destination == nil)
  }

  @MainActor
  @Test func theAnswerEndsAnIgnoredCaseWithHandWrittenActions() {
    let alert = store { $0.other = .alert(Self.alert) }
    alert.send(.other(.presented(.alert(.ok))))
    #expect(alert.other == nil)
    let dialog = store { $0.other = .dialog(Self.dialog) }
    dialog.send(.other(.presented(.dialog(.ok))))
    #expect(dialog.other == nil)
  }

  @MainActor
  @Test func theAnswerEndsAPlainOptional() {
    let alert = store { $0.alert = Self.alert }
    alert.send(.alert(.ok))
    #expect(alert.alert == nil)
    #expect(alert.answers == 1)
    let inCase = store { $0.plain = .alert(Self.alert) }
    inCase.send(.plain(.alert(.ok)))
    #expect(inCase.plain == nil)
  }

  @MainActor
  @Test func anotherQuestionStays() {
    let store = store {
      $0.destination = .alert(Self.alert)
      $0.other = .alert(Self.alert)
      $0.alert = Self.alert
      $0.plain = .alert(Self.alert)
    }
    store.send(.destination(.presented(.alert(.askAgain))))
    store.send(.other(.presented(.alert(.askAgain))))
    store.send(.alert(.askAgain))
    store.send(.plain(.alert(.askAgain)))
    #expect(store.destination != nil && store.other != nil)
    #expect(store.alert != nil && store.plain != nil)
  }

  @MainActor
  @Test func theAnswerOfAnotherCaseEndsNothing() {
    let store = store {
      $0.destination = .alert(Self.alert)
      $0.plain = .alert(Self.alert)
    }
    store.send(.destination(.presented(.dialog(.ok))))
    store.send(.plain(.dialog(.ok)))
    #expect(store.destination != nil && store.plain != nil)
  }

  @MainActor
  @Test func otherActionsEndNothing() async {
    let store = store {
      $0.destination = .leaf(Leaf.State())
      $0.other = .note("")
      $0.plain = .note("")
    }
    store.send(.destination(.presented(.leaf(.tick))))
    store.send(.other(.presented(.note("a"))))
    store.send(.plain(.note("a")))
    #expect(store.destination == .leaf(Leaf.State(ticks: 1)))
    #expect(store.other != nil && store.plain != nil)
    let asked = self.store { $0.destination = .alert(Self.alert) }
    let reports = await reports { asked.send(.destination(.presented(.leaf(.tick)))) }
    #expect(asked.destination != nil)
    #expect(reports.count == 1)
  }
}
