import Headrace
import HeadraceTesting
import Testing

/// Receiving the actions of concurrent effects.
@Suite struct UnorderedReceivingTests {
  @Test func actionsMayComeInAnyOrder() async {
    let store = TestStore(initialState: Loading.State()) { Loading() }
    await store.send(.appeared)
    await store.receive(unordered: [.loaded("c"), .loaded("a"), .loaded("b")]) {
      $0.names = ["a", "b", "c"]
    }
    await store.finish()
  }

  @Test func casesMayComeInAnyOrder() async {
    let store = TestStore(initialState: Loading.State()) { Loading() }
    await store.send(.appeared)
    await store.receive(unordered: [\.loaded, \.loaded, \.loaded]) { $0.names = ["a", "b", "c"] }
  }

  @Test func anEmptyListIsAFailure() async {
    let failures = await failures {
      let store = TestStore(initialState: Loading.State()) { Loading() }
      await store.receive(unordered: [] as [Loading.Action]) { $0.names = ["a"] }
    }
    #expect(
      failures.map(\.text) == [
        """
        No actions are expected: 'receive(unordered:)' was given an empty list.

        It receives nothing, and does not call its closure. Name the actions, or remove the call.
        """
      ])
  }

  @Test func eachExpectationIsMetOnce() async {
    let failures = await failures {
      let store = TestStore(initialState: Loading.State()) { Loading() }
      await store.send(.appeared)
      await store.receive(unordered: [.loaded("a"), .loaded("a")])
      await store.skipReceivedActions()
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Loading.Action.loaded("a"), but received another action.

          Loading.Action.loaded("b")

        Each action that is expected is received once: name this one too, or receive it before.
        """
      ])
  }

  @Test func missingActionsFailAtTheCallersLine() async {
    let line = #line + 4
    let failures = await failures {
      let store = TestStore(initialState: Loading.State()) { Loading() }
      await store.send(.appeared)
      await store.receive(
        unordered: [.loaded("a"), .loaded("b"), .loaded("c"), .loaded("d"), .loaded("e")]
      ) { $0.names = ["a", "b", "c"] }
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Loading.Action.loaded("d"), Loading.Action.loaded("e"), in any order, \
        but no effect is in flight that could send it.

        Check that the reducer returns the effect, and that nothing has cancelled it.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func theChangeOfAllTogetherIsAsserted() async {
    let failures = await failures {
      let store = TestStore(initialState: Loading.State()) { Loading() }
      await store.send(.appeared)
      await store.receive(unordered: [.loaded("b"), .loaded("a"), .loaded("c")]) {
        $0.names = ["a", "b"]
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        The state after receiving 3 actions in any order is not as expected.

            Loading.State(
              names: [
                … (2 unchanged),
          +     [2]: "c"
              ]
            )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test func otherActionsArePassedOverWhereTheTestIsNotExhaustive() async {
    let store = TestStore(initialState: Loading.State()) { Loading() }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(unordered: [.loaded("c")]) { $0.names = ["a", "b", "c"] }
  }
}

private struct Loading: Reducer {
  struct State: Equatable {
    var names: [String] = []
  }

  @CasePathable
  enum Action: Equatable {
    case appeared
    case loaded(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(["a", "b", "c"].map { name in .run { await $0(.loaded(name)) } })
    case .loaded(let name):
      state.names.append(name)
      return .none
    }
  }
}
