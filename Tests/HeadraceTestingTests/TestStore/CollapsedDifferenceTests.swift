import Headrace
import HeadraceTesting
import Testing

/// The layout of differences between large states.
@Suite struct CollapsedDifferenceTests {
  @Test func fieldsThatStayedAsTheyWereAreCounted() async {
    let failures = await failures {
      let store = TestStore(initialState: Form.State()) { Form() }
      await store.send(.renamed) { _ in }
    }
    #expect(
      failures.map(\.text) == [
        """
        The state after sending Form.Action.renamed is not as expected.

            Form.State(
              id: 7,
          −   title: "",
          +   title: "Plan",
              … (3 unchanged),
              lines: [
                … (2 unchanged),
                [2]: Form.Line(
                  id: 3,
          −       text: "c",
          +       text: "see",
                  … (2 unchanged)
                )
              ]
            )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test func aSingleFieldAndAFieldWithSeveralLinesAreShown() async {
    let failures = await failures {
      let store = TestStore(initialState: Note.State(text: "a\nb")) { Note() }
      await store.send(.edited) { _ in }
    }
    #expect(
      failures.map(\.text) == [
        """
        The state after sending Note.Action.edited is not as expected.

            Note.State(
              isOpen: false,
              text: \"""
          −     a
          +     c
                b
                \"""
            )

        (Expected: −, Actual: +)
        """
      ])
  }
}

@Reducer
private struct Form {
  struct State: Equatable {
    var id = 7
    var title = ""
    var isOpen = false
    var place: String?
    var owner = Line(id: 9, text: "Ada")
    var lines = [Line(id: 1, text: "a"), Line(id: 2, text: "b"), Line(id: 3, text: "c")]
  }

  struct Line: Equatable {
    var id: Int
    var text: String
    var isDone = false
    var hint = ""
  }

  enum Action { case renamed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renamed:
        state.title = "Plan"
        state.lines[2].text = "see"
        return .none
      }
    }
  }
}

@Reducer
private struct Note {
  struct State: Equatable {
    var isOpen = false
    var text: String
  }

  enum Action { case edited }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited:
        state.text = "c\nb"
        return .none
      }
    }
  }
}
