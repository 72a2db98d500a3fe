import Headrace
import Testing

/// The report to an author about an error that an effect doesn't handle.
@Suite struct UnhandledErrorTests {
  @Reducer struct Failing {
    struct State: Equatable {}
    enum Action { case failed }
    let error: any Error & Sendable
    var body: some ReducerOf<Self> {
      Reduce { [error] _, _ in .run { _ in throw error } }
    }
  }

  @MainActor
  @Test func anErrorOfAFunctionHasAPlainName() async {
    struct Refusal: Error {}
    let store = Store(initialState: Failing.State()) { Failing(error: Refusal()) }
    let reports = await reports { await store.send(.failed).finish() }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "An effect threw an error that nothing handles: HeadraceTests.UnhandledErrorTests.Refusal()"
      ])
  }
}
