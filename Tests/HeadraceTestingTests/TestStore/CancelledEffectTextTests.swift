import Headrace
import HeadraceTesting
import Testing

/// The report about effects that were cancelled before they could send.
@Suite struct CancelledEffectTextTests {
  @Test func anActionThatDoesNotComeNamesWhatCancelledItsEffect() async {
    let clock = TestClock()
    let (start, again) = (Search.line, Search.line)
    let failures = await failures {
      let store = TestStore(initialState: Search.State()) {
        Search()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.typed("a"))
      await store.send(.typed("ab"))
      await store.send(.closed)
      await store.receive(\.found)
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Search.Action.found, but no effect is in flight that could send it.

        Check that the reducer returns the effect, and that nothing has cancelled it.

        Cancelled before:

          • HeadraceTestingTests/CancelledEffectTextTests.swift:\(start) "search" (started by \
        '.typed', cancelled at '.typed')
          • HeadraceTestingTests/CancelledEffectTextTests.swift:\(again) "search" (started by \
        '.typed', cancelled at '.closed')
        """
      ])
  }

  @Test func aChildThatGoesNamesTheActionThatTookItAway() async {
    let clock = TestClock()
    let failures = await failures {
      let store = TestStore(initialState: Window.State(search: Search.State())) {
        Window()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.search(.typed("a")))
      await store.send(.closeButtonTapped) { $0.search = nil }
      await store.receive(\.search.found)
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.text.hasSuffix(
        "(started by '.search.typed', cancelled at '.closeButtonTapped')") == true,
      "\(failures)")
  }
}

@Reducer
private struct Search {
  struct State: Equatable {}

  enum Action: Equatable {
    case typed(String)
    case found
    case closed
  }

  private enum CancelID { case search }

  @Dependency(\.continuousClock) private var clock

  static let line = #line + 7

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .typed:
        return
          .run(name: "search") { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.found)
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
      case .found:
        return .none
      case .closed:
        return .cancel(id: CancelID.search)
      }
    }
  }
}

@Reducer
private struct Window {
  struct State: Equatable {
    var search: Search.State?
  }

  enum Action {
    case search(Search.Action)
    case closeButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .search: return .none
      case .closeButtonTapped:
        state.search = nil
        return .none
      }
    }
    .ifLet(\.search, action: \.search) { Search() }
  }
}
