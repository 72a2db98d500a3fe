import Headrace
import Testing

@MainActor
@Suite("Law 10: no error is lost")
struct Law10Tests {
  @Test("Law 10: no error is lost")
  func errorsWithoutCatchAreReported() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        switch action {
        case 1: .run { _ in throw Failure(text: "no route to host") }
        case 2: .run { _ in throw CancellationError() }
        default: .none
        }
      }
    }
    await withKnownIssue {
      await store.send(1).finish()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("Failure(text: \"no route to host\")")
        && text.contains("Law10Tests.swift")
        && issue.sourceLocation?.fileID.hasSuffix("Law10Tests.swift") == true
    }
    await store.send(2).finish()
  }

  @Test("Law 10: 'catch:' turns an error into an action")
  func caughtErrorsBecomeActions() async {
    let store = Store(initialState: "") {
      Reduce<String, String> { state, action in
        state = action
        guard action == "start" else { return .none }
        return .run { _ in
          throw Failure(text: "garbage")
        } catch: { error, send in
          await send("\(error)")
        }
      }
    }
    await store.send("start").finish()
    #expect(store.state.contains("garbage"))
  }
}
