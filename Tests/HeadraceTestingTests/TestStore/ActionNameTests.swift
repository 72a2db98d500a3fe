import Headrace
import HeadraceTesting
import Testing

/// The names of nested actions in failures.
@Suite struct ActionNameTests {
  @Reducer
  fileprivate struct Nested {
    struct State: Equatable { var count = 0 }

    enum Action: Equatable {
      case view(View)
      case delegate(Delegate)
    }

    @CasePathable
    enum View: Equatable { case tapped(times: Int), typed(String), listed([String]) }

    @CasePathable
    enum Delegate: Equatable { case counted(from: Int, to: Int), done }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  private func failureText(
    of body: (TestStoreOf<Nested>) async -> Void
  ) async -> String {
    await failures {
      await body(TestStore(initialState: Nested.State()) { Nested() })
    }.map(\.text).joined(separator: "\n\n")
  }

  private func needlessUpdate(after action: Nested.Action) async -> String? {
    await failureText { store in await store.send(action) { _ in } }
      .split(separator: "\n").first.map(String.init)
  }

  @Test func aNestedActionIsNamedWithAllItsCases() async {
    #expect(
      await needlessUpdate(after: .view(.tapped(times: 2)))
        == "A change of state was expected after sending "
        + "ActionNameTests.Nested.Action.view(.tapped(times: 2)), but nothing changed.")
    #expect(
      await needlessUpdate(after: .delegate(.counted(from: 1, to: 2)))
        == "A change of state was expected after sending "
        + "ActionNameTests.Nested.Action.delegate(.counted(from: 1, to: 2)), but nothing changed.")
    #expect(
      await needlessUpdate(after: .view(.listed(["a", "b"])))
        == "A change of state was expected after sending "
        + "ActionNameTests.Nested.Action.view(.listed([[0]: \"a\", [1]: \"b\"])), "
        + "but nothing changed."
    )
  }

  @Test func aPayloadThatIsLongOrOfSeveralLinesIsLeftOut() async {
    let rest = "ActionNameTests.Nested.Action.view(…), but nothing changed."
    for text in [String(repeating: "a", count: 80), "two\nlines"] {
      #expect(
        await needlessUpdate(after: .view(.typed(text)))
          == "A change of state was expected after sending \(rest)")
    }
  }

  @Test func caseKeyPathsAreNamedAsFarAsTheyAreKnown() async {
    let ending = """
      , but no effect is in flight that could send it.

      Check that the reducer returns the effect, and that nothing has cancelled it.
      """
    #expect(
      await failureText { await $0.receive(\.delegate.done) }
        == "Expected to receive ActionNameTests.Nested.Action.delegate(.done)" + ending)
    #expect(
      await failureText { await $0.receive(\.view.tapped, 3) }
        == "Expected to receive ActionNameTests.Nested.Action.view(.tapped(times: 3))" + ending)
    #expect(
      await failureText { await $0.receive(\.view.typed) }
        == "Expected to receive \\.view.typed" + ending)
  }
}
