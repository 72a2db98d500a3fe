import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import HeadraceFlow

/// A bank's flow, with what was there before each action.
private struct WatchedBank: Reducer {
  struct State: Equatable {
    var bank = BankState()
    /// The stack before the last action.
    var before: [Route<BankScreen.State>] = []
    /// The number of visits to the first screen.
    var visits = 0
  }

  @CasePathable
  enum Action {
    case bank(BankAction)
    /// A feature above the bank puts another screen in the place of the top one.
    case replaceTop
    case dismiss
    case goBackToHome
    case present
    /// The bank opens two screens, one step after another.
    case openTwo
  }

  /// Logged out, a payment leads to the lock, and there is one lock at most. Logged in, the user is
  /// asked about each payment.
  private static var bank: Bank {
    Bank {
      $0.routeGuard { _, proposed in
        proposed.count { $0.screen.is(\.lock) } > 1 ? .reject(reason: "One lock.") : .allow
      }
      .routeGuard { change in
        change.state.isLoggedIn || !change.added.contains(\.payment)
          ? .allow : .redirect(change.current + [.cover(.lock)])
      }
      .routeGuard(asking: \.question) { change in
        guard change.added.contains(\.payment) else { return .allow }
        return .ask {
          await Task.yield()
          return anyOf(.allow, .reject(reason: "No."))
        }
      }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.before = state.bank.routes
      switch action {
      case .bank(.visitAndPay): state.visits += 1
      case .bank: break
      case .replaceTop:
        if state.bank.routes.count > 1 { state.bank.routes[state.before.count - 1] = .push(.home) }
      case .dismiss: state.bank.routes.dismiss()
      case .goBackToHome: state.bank.routes.goBackTo(\.home)
      case .present: state.bank.routes.presentSheet(.home, embedInNavigationView: true)
      case .openTwo:
        return .routeWithDelaysIfUnsupported(state.bank.routes, action: \.bank.router) {
          $0.presentSheet(.home, embedInNavigationView: true)
          $0.push(.home)
        }
      }
      return .none
    }
    Scope(state: \.bank, action: \.bank) { Self.bank }
  }
}

extension WatchedBank.State {
  fileprivate var ids: [RouteID] { bank.routes.map(\.id) }
  fileprivate var idsBefore: [RouteID] { before.map(\.id) }

  fileprivate var actions: [WatchedBank.Action] {
    // Going back or pushing where that is impossible is a mistake of the coordinator.
    let homes = bank.routes.dropLast().contains { $0.screen.is(\.home) }
    let canPush =
      bank.routes.last.map { $0.isPush || $0.embedInNavigationView } == true
      && bank.routes.count < 6
    var actions: [WatchedBank.Action] = [.bank(.lock), .bank(.withdraw), .replaceTop]
    if canPush { actions += [.bank(.logInAndPay), .bank(.pay), .bank(.visitAndPay)] }
    if bank.routes.count < 6 { actions += [.present, .openTwo] }
    if bank.routes.contains(where: \.isPresented) { actions.append(.dismiss) }
    if homes { actions.append(.goBackToHome) }
    if bank.routes.count > 1 { actions.append(.bank(.goBack)) }
    return actions
  }
}

/// Random actions of coordinators, users and guards, in random orders of their events.
@Suite struct CheckedFlowTests {
  @Test func theStackIsWhatTheLastChangeMadeIt() async throws {
    try await check(
      WatchedBank(), initialState: WatchedBank.State(), actions: \.actions,
      advances: [.seconds(1)],
      invariants: [
        .always("the stack has a root") { !$0.bank.routes.isEmpty },
        .always("there is one lock") { state in
          state.bank.routes.count { $0.screen.is(\.lock) } <= 1
        },
        .always("what the first screen was told stays") {
          $0.bank.routes[0].screen[case: \.home]?.visits == $0.visits
        },
        .always("an answer changes nothing that came meanwhile") { action, state in
          guard case .bank(.router(.guarded(.answered))) = action else { return true }
          return state.ids.starts(with: state.idsBefore)
        },
        .always("a step is made where the last one ended") { action, state in
          guard case .bank(.router(.steps(let steps))) = action, steps.basis != state.idsBefore
          else { return true }
          return state.ids == state.idsBefore
        },
        .always("dismissing takes the presented screen with all above it") { action, state in
          guard case .dismiss = action else { return true }
          return state.ids == Array(state.idsBefore.prefix { $0 != state.lastPresented })
        },
        .always("going back to a screen goes to the nearest one") { action, state in
          guard case .goBackToHome = action else { return true }
          return state.ids.count == state.before.dropLast().lastIndex { $0.screen.is(\.home) }! + 1
        },
      ], schedules: Effort.schedules(200)
    ) {
      $0.routeStepDelay = .seconds(1)
    }
  }
}

extension WatchedBank.State {
  fileprivate var lastPresented: RouteID? { before.last(where: \.isPresented)?.id }
}
