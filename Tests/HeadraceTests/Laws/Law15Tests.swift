import Headrace
import Testing

@MainActor
@Suite("Law 15: misuse is reported")
struct Law15Tests {
  @Test("Law 15: misuse is reported, an action for a removed child")
  func actionForAbsentChildIsReported() {
    typealias Parent = ActionForAbsentChildIsReported.Parent
    let store = Store(initialState: Parent.State()) { Parent() }
    withKnownIssue {
      store.send(.child(1))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("An action was sent to a child that is gone")
        && text.contains("Send child actions only while the child exists")
    }
    #expect(store.state.child == nil)
  }
}

// MARK: - Fixtures

extension Law15Tests {
  fileprivate enum ActionForAbsentChildIsReported {
    struct Parent: Reducer {
      struct State { var child: Int? }
      @CasePathable
      enum Action { case child(Int) }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.child, action: \.child) {
          Reduce<Int, Int> { state, action in
            state += action
            return .none
          }
        }
      }
    }
  }
}
