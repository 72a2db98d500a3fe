import Foundation
import Headrace
import Testing

@Suite struct AlertModeTests {
  @Reducer
  struct Notes {
    @ObservableState
    struct State: Equatable {
      var notes = ["a"]
      @Presents var alert: AlertState<Answer>?
    }
    enum Action {
      case clearButtonTapped
      case alert(PresentationAction<Answer>)
    }
    enum Answer: String, Codable { case clear }

    static let question = AlertState(
      .confirmDestruction, TextState("Clear?"), yes: TextState("Clear"), no: TextState("Keep"),
      action: Answer.clear)

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .clearButtonTapped: state.alert = Self.question
        case .alert(.presented(.clear)): state.notes = []
        case .alert: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @MainActor
  @Test(arguments: [true, false])
  func aQuestionOfAModeIsPresentedAndAnswered(isConfirmed: Bool) {
    let store = Store(initialState: Notes.State()) { Notes() }
    store.send(.clearButtonTapped)
    #expect(store.state.alert == Notes.question)
    #expect(store.state.alert?.mode == .confirmDestruction)
    store.send(.alert(isConfirmed ? .presented(.clear) : .dismiss))
    #expect(store.state == Notes.State(notes: isConfirmed ? [] : ["a"]))
  }

  @Test func aQuestionIsEncodedAndAnotherOneWhenItIsDecoded() throws {
    let count = 3
    let alert = AlertState<Notes.Answer>(
      .confirmDestruction, TextState("Clear \(count) notes?", tableName: "Notes"),
      yes: TextState("Clear"), no: TextState(verbatim: "Keep") + TextState("!"),
      message: TextState(verbatim: "100 %"), action: .clear)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let bytes = try encoder.encode(alert)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"buttons":[{"action":"clear","label":[{"arguments":[],"key":"Clear"}],\
        "role":"destructive"},\
        {"label":[{"text":"Keep"},{"arguments":[],"key":"!"}],"role":"cancel"}],\
        "message":[{"text":"100 %"}],"mode":"confirmDestruction",\
        "title":[{"arguments":["3"],"key":"Clear %lld notes?","table":"Notes"}]}
        """)
    let decoded = try JSONDecoder().decode(AlertState<Notes.Answer>.self, from: bytes)
    #expect(decoded == alert && decoded.id != alert.id)
    #expect(decoded.title.resolved { _ in "%lld Notizen löschen?" } == "3 Notizen löschen?")
  }

  private func alert(_ mode: AlertMode, message: TextState? = nil) -> AlertState<Int> {
    AlertState(
      mode, TextState("Go on?"), yes: TextState("Yes"), no: TextState("No"), message: message,
      action: 1)
  }

  @Test(arguments: AlertMode.allCases)
  func aQuestionOfAModeHasAWayOnAndAWayBack(mode: AlertMode) {
    let written = alert(mode, message: TextState("Think."))
    #expect(written.mode == mode)
    #expect(written.title == TextState("Go on?"))
    #expect(written.message == TextState("Think."))
    #expect(
      written.buttons == [
        ButtonState(role: mode == .confirmDestruction ? .destructive : nil, action: 1) {
          TextState("Yes")
        },
        ButtonState(role: .cancel) { TextState("No") },
      ])
  }

  @Test func theModeIsPartOfWhatIsAsked() {
    #expect(alert(.confirm) != alert(.requireLogin))
    #expect(alert(.confirm).map { $0.map(String.init) }.mode == .confirm)
    let other = AlertState<Int> { TextState("Go on?") }
    #expect(other.mode == nil)
    #expect(Set([alert(.confirm), alert(.confirm), alert(.requireLogin)]).count == 2)
  }
}
