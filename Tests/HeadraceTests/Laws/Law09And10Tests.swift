import Headrace
import Testing

@MainActor
@Suite("Laws 9 and 10: awaiting, errors")
struct Law09And10Tests {
  private typealias Root = Law07And08Tests.Root

  @Test("Law 9: a send can be awaited, with everything that it leads to")
  func finishWaitsForLaterActions() async {
    typealias Chain = FinishWaitsForLaterActions.Chain
    let store = Store(initialState: Chain.State()) { Chain() }
    await store.send(.step(1)).finish()
    #expect(store.state == [1, 2, 3, 4, 5])
  }

  @Test("Law 9: cancel() cancels all of that, and nothing else")
  func cancelCancelsWhatTheActionStarted() async {
    let gate = Gate()
    let store = Store(initialState: Root.State()) { Root(gate: gate) }
    let one = store.send(.start("one"))
    let two = store.send(.start("two"))
    await one.cancel()
    #expect(await one.isCancelled)
    #expect(store.effects.count == 1)
    gate.open()
    await two.finish()
    #expect(store.state.received == ["two"])
  }

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
        && text.contains("Law09And10Tests.swift")
        && issue.sourceLocation?.fileID.hasSuffix("Law09And10Tests.swift") == true
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

// MARK: - Fixtures

extension Law09And10Tests {
  fileprivate enum FinishWaitsForLaterActions {
    struct Chain: Reducer {
      typealias State = [Int]
      enum Action { case step(Int) }
      func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
        guard case .step(let number) = action else { return .none }
        state.append(number)
        guard number < 5 else { return .none }
        return number.isMultiple(of: 2)
          ? .send(.step(number + 1)) : .run { send in await send(.step(number + 1)) }
      }
    }
  }
}
