import Headrace
import HeadraceTesting
import Testing

/// The state that a test sees while it asserts a change, and what it must not change.
@Suite struct TestStoreAccountTests {
  @Reducer struct Counter {
    struct State: Equatable { var count = 0 }
    enum Action { case tapped, closed }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tapped:
          state.count += 1
          return .none
        case .closed: return .run { _ in await dismiss() }
        }
      }
    }
  }

  @Test func theStoreShowsTheStateBeforeUntilTheAccountIsGiven() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.tapped) {
      #expect(store.state.count == 0)
      $0.count = store.state.count + 1
    }
    #expect(store.state.count == 1)
  }

  @Test func anActionToADismissedStoreIsNotReduced() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.closed)
    #expect(store.isDismissed)
    await withKnownIssue { _ = await store.send(.tapped) }
    #expect(store.state.count == 0)
    store.assert { $0.count = 0 }
  }

  @Test func aStoreKnowsTheTypeOfItsInitialState() async {
    let store: TestStoreOf<Counter> = TestStore(initialState: .init()) { Counter() }
    await store.send(.tapped) { $0.count = 1 }
  }

  @Test func theReducerGivesTheTypeOfTheInitialState() async {
    let store = TestStore(initialState: .init()) { Counter() }
    await store.send(.tapped) { $0.count = 1 }
  }

  @Test func theInitialStateIsMadeByAnInitializerOfItsType() async {
    let store = TestStore(initialState: .init(count: 4)) {
      Counter()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
    await store.send(.tapped) { $0.count = 5 }
  }

  @Test func aPassedDeadlineFiresImmediately() async throws {
    let clock = TestClock()
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
  }
}
