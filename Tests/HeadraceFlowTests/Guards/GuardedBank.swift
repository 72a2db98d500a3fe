import Headrace
import HeadraceFlow

/// A page that works until it is removed.
@Reducer
struct BankPage {
  struct State: Equatable {
    var name: String
    var visits = 0
    var rows: [Int] = []
  }
  enum Action: Equatable { case visit, work, leave }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .visit:
      state.visits += 1
      if !state.rows.isEmpty { state.rows[0] += 1 }
      return .none
    case .work:
      // Only ends when it is cancelled.
      return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    case .leave:
      return .run { [dismiss] _ in await dismiss() }
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
enum BankScreen {
  case home(BankPage)
  case payment(BankPage)
  case lock(BankPage)
}

extension BankScreen.State {
  static var home: Self { .home(BankPage.State(name: "home")) }
  static var payment: Self { .payment(BankPage.State(name: "payment")) }
  static var lock: Self { .lock(BankPage.State(name: "lock")) }
}

/// The state of a bank's coordinator, whatever its guards are.
struct BankState: Equatable {
  var routes: [Route<BankScreen.State>] = [.root(.home, embedInNavigationView: true)]
  var question: RouteQuestion<BankScreen.State>?
  var isLoggedIn = false
  var taps = 0
  var log: [String] = []
}

@CasePathable
enum BankAction: Equatable {
  case router(IndexedRouterActionOf<BankScreen>)
  case pay
  case payTwice
  case logInAndPay
  case lock
  case goBack
  case visitAndPay
  case withdraw
}

/// Runs the screens of a bank with a test's guards.
struct Bank: Reducer {
  typealias State = BankState
  typealias Action = BankAction
  typealias Guarded = ForEachRoute<Reduce<BankState, BankAction>, BankScreen.Body>

  var guarded: (Guarded) -> Guarded = { $0 }

  var body: some Reducer<BankState, BankAction> {
    guarded(
      Reduce { state, action in
        state.handle(action)
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { BankScreen.body })
  }
}

extension BankState {
  fileprivate mutating func handle(_ action: BankAction) {
    switch action {
    case .router(.guarded(.rejected(let rejection))):
      log.append("\(rejection.cause): \(rejection.reason)")
    case .router(.guarded(.redirected(let redirection))):
      log.append("redirected to \(redirection.taken.count)")
    case .router(.updateRoutes(let proposed)):
      log.append("host: \(proposed.count)")
    case .router:
      break
    case .pay:
      taps += 1
      routes.push(.payment)
    case .payTwice:
      routes.push(.payment)
      routes.push(.payment)
    case .logInAndPay:
      isLoggedIn = true
      routes.push(.payment)
    case .lock:
      routes.presentCover(.lock)
    case .goBack:
      routes.goBack()
    case .visitAndPay:
      routes[0].screen.modify(\.home) { $0.visits += 1 }
      routes.push(.payment)
    case .withdraw:
      question = nil
    }
  }
}
