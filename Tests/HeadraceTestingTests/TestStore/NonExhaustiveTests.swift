import Headrace
import HeadraceTesting
import Testing

/// With exhaustivity off, a closure runs on the state after the action.
@Suite struct NonExhaustiveTests {
  @Reducer struct Loader {
    struct Row: Equatable, Identifiable {
      var id = 0
      var name = ""
    }
    struct State: Equatable {
      var rows: [Row] = []
      var child: Row?
      var table: [String: Int] = [:]
      var count = 0
      var total = 0
    }
    enum Action: Equatable { case load, loaded, counted }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load:
          return .send(.loaded)
        case .loaded:
          state.rows = [Row(name: "a")]
          state.child = Row(name: "x")
          state.table = ["a": 1]
          state.count = 1
          return .none
        case .counted:
          state.count += 1
          state.total += 10
          return .none
        }
      }
    }
  }

  static let modes: [Exhaustivity] = [.off, .off(showSkippedAssertions: true)]

  func makeStore(_ exhaustivity: Exhaustivity) -> TestStoreOf<Loader> {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    store.exhaustivity = exhaustivity
    return store
  }

  @Test(arguments: modes)
  func theClosureSeesTheStateAfterTheAction(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.load)
      await store.receive(\.loaded) {
        $0.rows[0].name = "a"
        $0.child!.name = "x"
        $0.table["a"]! = 1
      }
      await store.send(.load)
      await store.receive(\.loaded) { state in
        var child = try #require(state.child)
        child.name = "x"
        state.child = child
        #expect(state.count == 1)
      }
      await store.send(.loaded) { $0.rows[0].name = "a" }
    }
    #expect(failures.filter { !$0.isWarning }.map(\.text) == [])
  }

  @Test(arguments: modes)
  func aWrongExpectationIsFound(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.load)
      await store.receive(\.loaded) { $0.child?.name = "WRONG" }
      await store.send(.loaded) { $0.rows = [] }
      await store.send(.counted) { $0.count -= 1 }
      await store.send(.counted) { _ in throw CancellationError() }
    }
    #expect(failures.allSatisfy { !$0.isWarning })
    #expect(failures.count == 4)
    #expect(
      failures.first?.text == """
        The state after receiving NonExhaustiveTests.Loader.Action.loaded is not as expected.

            NonExhaustiveTests.Loader.State(
              rows: […],
              child: NonExhaustiveTests.Loader.Row(
                id: 0,
          −     name: "WRONG"
          +     name: "x"
              ),
              … (3 unchanged)
            )

        (Expected: −, Actual: +)
        """)
  }

  @Test func skippedChangesAreShown() async {
    let failures = await failures {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.counted) { $0.count = 1 }
      await store.send(.counted) {
        #expect($0.count == 2, "holds after the action, and need not hold before it")
        $0.count = 2
        $0.total = 20
      }
    }
    #expect(failures.map(\.isWarning) == [true, true])
    #expect(failures.first?.text.contains("A change of state after sending") == true)
    #expect(failures.first?.text.contains("+   total: 10") == true)
  }

  @Test func theClosureDoesNotRunOnTheStateBefore() async {
    let failures = await failures {
      let store = makeStore(.off(showSkippedAssertions: true))
      // Would trap there.
      await store.send(.counted) { $0.total = [1: 10][$0.count]! }
    }
    #expect(failures.map(\.isWarning) == [true])
  }

  @Test func theWholeChangeIsShownWhereTheStateBeforeLacksSomething() async {
    let failures = await failures {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.loaded) { $0.rows[0].name = "a" }
    }
    #expect(failures.map(\.isWarning) == [true])
    #expect(
      failures.first?.text.hasPrefix(
        """
        A change of state after sending NonExhaustiveTests.Loader.Action.loaded may have been \
        asserted only in part.
        """) == true)
  }
}
