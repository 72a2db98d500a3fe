import Headrace
import HeadraceFlow
import Testing

@Reducer
private struct Login {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var attempts = 0
    let limit = 3
  }
  enum Action: Equatable { case nameChanged(String), loginButtonTapped, delegate(Delegate) }
  @CasePathable
  enum Delegate: Equatable { case loggedIn(name: String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none
      case .loginButtonTapped:
        state.attempts += 1
        return .send(.delegate(.loggedIn(name: state.name)))
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
private struct Empty {}

@Reducer(state: .equatable, .sendable, action: .equatable)
private enum Screen {
  case login(Login)
  case empty(Empty)
  @ReducerCaseIgnored case note(String)
}

@ObservableState
private enum Phase: Equatable {
  case idle
  case failed(Int)
  case login(Login.State)

  mutating func advance() {
    switch self {
    case .idle: self = .failed(0)
    case .failed(let count): self = count == 0 ? .failed(1) : .idle
    case .login(var login):
      login.attempts += 1
      self = .login(login)
    }
  }
}

@ObservableState
private struct Progress: Equatable {
  enum Step { case advance, logIn }

  var phase = Phase.idle
}

@FlowCoordinator(screen: "Screen", navigation: true)
private struct Coordinator {
  struct State: Equatable {
    var routes: [Route<Screen.State>] = [
      .root(.login(Login.State()), embedInNavigationView: true)
    ]
  }
  enum Action {
    case router(IndexedRouterActionOf<Screen>)
    case view(View)
    case navigation(Navigation)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, .login(.delegate(.loggedIn)))):
      state.routes.push(.empty(Empty.State()))
      return .none
    case .router, .view, .navigation:
      return .none
    }
  }
}

@MainActor
@Suite("Macros in use")
struct ReducerMacroTests {
  @Test func aCoordinatorRunsTheScreensOfAnEnum() throws {
    let store = Store(initialState: Coordinator.State()) { Coordinator() }
    let id = try #require(store.state.routes.first?.id)
    store.send(.router(.routeAction(id: id, action: .login(.nameChanged("Ada")))))
    #expect(store.state.routes.first?.screen.login?.name == "Ada")
    store.send(.router(.routeAction(id: id, action: .login(.loginButtonTapped))))
    #expect(
      store.state.routes.map(\.screen) == [
        .login(Login.State(name: "Ada", attempts: 1)), .empty(Empty.State()),
      ])
  }

  @Test func caseKeyPathsReachThroughEnums() {
    let action = Login.Action.delegate(.loggedIn(name: "Ada"))
    #expect(action[case: \.delegate.loggedIn] == "Ada")
    #expect(action.is(\.delegate))
    #expect(action.is(\.delegate.loggedIn))
    #expect(!action.is(\.loginButtonTapped))
    #expect(action[case: \.nameChanged] == nil)
    let delegate: CaseKeyPath<Login.Action, String> = \.delegate.loggedIn
    #expect(delegate("Ada") == action)
    var changed = action
    changed.modify(\.delegate.loggedIn) { $0 += "!" }
    #expect(changed == .delegate(.loggedIn(name: "Ada!")))
    let rows = IdentifiedAction<Int, Login.Action>.element(id: 1, action: .nameChanged("x"))
    #expect(rows[case: \.[id: 1].nameChanged] == "x")
    #expect(rows[case: \.[id: 2].nameChanged] == nil)
  }

  @MainActor
  @Test func observersOfAnEnumAreNotifiedWhenItsCaseChangesInPlace() {
    let store = Store(initialState: Progress()) {
      Reduce<Progress, Progress.Step> { state, step in
        switch step {
        case .advance: state.phase.advance()
        case .logIn: state.phase = .login(Login.State())
        }
        return .none
      }
    }
    var runCount = 0
    let token = store.observe {
      _ = store.phase
      runCount += 1
    }
    store.send(.advance)
    #expect(runCount == 2, "from one case to another")
    store.send(.advance)
    #expect(runCount == 3, "from one payload to another")
    store.send(.logIn)
    #expect(runCount == 4)
    store.send(.advance)
    #expect(runCount == 5, "something in the state of the case")
    token.cancel()
  }

  @Test func theStateOfAnEnumHasTheIdentityOfItsScreen() {
    var first = Screen.State.login(Login.State())
    let identity = first._$id
    first.modify(\.login) { $0.attempts += 1 }
    #expect(first._$id.isSameState(as: identity))
    #expect(first._$id != identity)
    #expect(!Screen.State.login(Login.State())._$id.isSameState(as: identity))
  }

  @Test func anIgnoredCaseIsStateAlone() {
    #expect(Screen.State.note("read me").note == "read me")
  }

  @Test func storedPropertiesAreReachableForTheRuntime() {
    let stored = Login.State._$storedKeyPath(for: \.attempts)
    #expect(stored.flatMap { MemoryLayout<Login.State>.offset(of: $0) } != nil)
    #expect(Login.State._$storedKeyPath(for: \.limit) == nil)
  }
}
