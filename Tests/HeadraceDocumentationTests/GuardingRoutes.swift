import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct BankPage {
  struct State: Equatable {}
  enum Action: Equatable { case nextButtonTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@Reducer(state: .equatable, action: .equatable)
enum BankScreen {
  case accounts(BankPage)
  case payment(BankPage)
  case login(BankPage)
}

/// Asks the user of the device to confirm that it is theirs.
struct Confirmation: Sendable {
  var ask: @Sendable () async throws -> Bool
}

extension Confirmation: DependencyKey {
  static let liveValue = Confirmation { false }
  static let testValue = Confirmation { false }
}

extension DependencyValues {
  var confirmation: Confirmation {
    get { self[Confirmation.self] }
    set { self[Confirmation.self] = newValue }
  }
}

@FlowCoordinator(screen: "BankScreen")
struct Bank {
  struct State: Equatable {
    var routes: [Route<BankScreen.State>] = [
      .root(.accounts(BankPage.State()), embedInNavigationView: true)
    ]
    var isLoggedIn = false
    var question: RouteQuestion<BankScreen.State>?
    var message: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<BankScreen>)
  }

  @Dependency(\.confirmation) var confirmation

  var body: some ReducerOf<Self> {
    flow
      .routeGuard { current, proposed in
        proposed.count <= 8 ? .allow : .reject(reason: "Go back first.")
      }
      .routeGuard { change in
        guard change.added.contains(\.payment), !change.state.isLoggedIn else { return .allow }
        return .redirect(change.current + [.sheet(.login(BankPage.State()))])
      }
      .routeGuard(asking: \.question) { [confirmation] change in
        guard change.added.contains(\.payment) else { return .allow }
        return .ask {
          try await confirmation.ask() ? .allow : .reject(reason: "Not confirmed.")
        }
      }
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .accounts(.nextButtonTapped))):
      state.routes.push(.payment(BankPage.State()))
      return .none
    case .router(.routeAction(_, action: .login(.nextButtonTapped))):
      state.isLoggedIn = true
      state.routes.dismiss()
      return .none
    case .router(.guarded(.rejected(let rejection))):
      state.message = rejection.reason
      return .none
    case .router:
      return .none
    }
  }
}

struct GuardingRoutesArticleTests {
  @Test func aPaymentNeedsALogin() async {
    let store = TestStore(initialState: Bank.State()) { Bank() }
    await store.send(\.router[id: 0].accounts.nextButtonTapped) {
      $0.routes.presentSheet(.login(BankPage.State()))
    }
    await store.receive(\.router.guarded.redirected)
  }

  @Test func aPaymentIsConfirmed() async {
    let store = TestStore(initialState: Bank.State()) {
      Bank()
    } withDependencies: {
      $0.confirmation.ask = { true }
    }
    await store.send(\.router[id: 0].accounts.nextButtonTapped) {
      $0.routes.presentSheet(.login(BankPage.State()))
    }
    await store.receive(\.router.guarded.redirected)
    let login = store.state.routes[1].id
    await store.send(\.router[id: login].login.nextButtonTapped) {
      $0.isLoggedIn = true
      $0.routes.dismiss()
    }
    await store.send(\.router[id: 0].accounts.nextButtonTapped) {
      $0.question = RouteQuestion(
        proposed: $0.routes + [.push(.payment(BankPage.State()))], source: .coordinator)
    }
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes.push(.payment(BankPage.State()))
    }
  }
}
