import Headrace
import Testing

/// A question in a plain optional, without `@Presents`.
@Suite struct PlainQuestionTests {
  @Reducer struct Account {
    @ObservableState struct State: Equatable {
      var alert: AlertState<Answer>?
      var answers = 0
    }
    @CasePathable enum Answer: Equatable { case confirmed, askedAgain }
    enum Action: Equatable { case deleteButtonTapped, alert(Answer) }

    static var question: AlertState<Answer> {
      AlertState {
        TextState("Delete?")
      } actions: {
        ButtonState(action: .confirmed) { TextState("Delete") }
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteButtonTapped:
          state.alert = Self.question
        case .alert(let answer):
          if state.alert != nil { state.answers += 1 }
          if answer == .askedAgain { state.alert = Self.question }
        }
        return .none
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  @MainActor
  @Test func theAnswerEndsItAfterTheParentSawIt() {
    let store = Store(initialState: Account.State()) { Account() }
    store.send(.deleteButtonTapped)
    #expect(store.alert != nil)
    store.send(.alert(.confirmed))
    #expect(store.alert == nil)
    #expect(store.answers == 1)
  }

  @MainActor
  @Test func anotherQuestionStays() {
    let store = Store(initialState: Account.State()) { Account() }
    store.send(.deleteButtonTapped)
    store.send(.alert(.askedAgain))
    #expect(store.alert != nil)
  }

  @MainActor
  @Test func anAnswerToNothingIsReported() async {
    let store = Store(initialState: Account.State()) { Account() }
    let reports = await reports { store.send(.alert(.confirmed)) }
    #expect(store.answers == 0)
    #expect(reports.count == 1)
    #expect(
      reports.first?.text.hasPrefix("An action was sent to a child that is gone: '.confirmed'")
        == true)
  }
}
