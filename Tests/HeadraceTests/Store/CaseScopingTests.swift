import Headrace
import Observation
import Testing

/// The store of an enum of reducers can be switched over.
@MainActor
@Suite struct CaseScopingTests {
  @Reducer struct Page {
    @ObservableState struct State: Equatable { var title = "" }
    enum Action { case titled(String) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .titled(let title):
          state.title = title
          return .none
        }
      }
    }
  }

  @Reducer(state: .equatable) enum Screen {
    case login(Page)
    case home(Page)
    @ReducerCaseIgnored case note(id: Int, String)
    case alert(AlertState<Answer>)
    case blank

    enum Answer: Equatable { case yes }
  }

  @Reducer struct Host {
    @ObservableState struct State: Equatable { var screen = Screen.State.login(Page.State()) }
    enum Action { case screen(Screen.Action), shown(Screen.State) }
    var body: some ReducerOf<Self> {
      Scope(state: \.screen, action: \.screen) { Screen.body }
      Reduce { state, action in
        if case .shown(let screen) = action { state.screen = screen }
        return .none
      }
    }
  }

  @Test func eachCaseHasTheStoreOfItsChildOrItsValues() {
    let store = Store(initialState: Host.State()) { Host() }
    let screen = store.scope(state: \.screen, action: \.screen)
    #expect(shown(screen) == "login ")
    if case .login(let page) = screen.case { page.send(.titled("hello")) }
    #expect(shown(screen) == "login hello")
    for (state, name) in [
      (Screen.State.home(Page.State(title: "new")), "home new"),
      (.note(id: 1, "text"), "note 1 text"),
      (.alert(AlertState { TextState("Sure?") }), "alert"),
      (.blank, "blank"),
    ] {
      store.send(.shown(state))
      #expect(shown(screen) == name)
    }
  }

  @Test func theStoreOfACaseIsTheOneThatScopeReturns() {
    let store = Store(initialState: Host.State()) { Host() }
    let screen = store.scope(state: \.screen, action: \.screen)
    let page = screen.scope(state: \.login, action: \.login)
    guard case .login(let same) = screen.case else {
      Issue.record("The case is another one.")
      return
    }
    #expect(page === same)
  }

  @Test func anObserverIsNotifiedOfACaseAndNotOfWhatIsInIt() {
    let store = Store(initialState: Host.State()) { Host() }
    let screen = store.scope(state: \.screen, action: \.screen)
    let count = LockIsolated(0)
    withObservationTracking {
      _ = screen.case
    } onChange: {
      count.withValue { $0 += 1 }
    }
    store.send(.screen(.login(.titled("hello"))))
    #expect(count.value == 0)
    store.send(.shown(.home(Page.State())))
    #expect(count.value == 1)
  }

  private func shown(_ screen: StoreOf<Screen>) -> String {
    switch screen.case {
    case .login(let page): "login \(page.title)"
    case .home(let page): "home \(page.title)"
    case .note(let id, let text): "note \(id) \(text)"
    case .alert: "alert"
    case .blank: "blank"
    }
  }
}
