package import AuthFeature
package import EthereumPrimitives
package import Headrace
package import HeadraceFlow
package import HomeFeature
package import ProfileFeature
package import SendFeature
import VaultClient

/// The screens of the wallet.
@Reducer(state: .equatable, .sendable, action: .sendable)
package enum WalletScreen {
  /// Makes a wallet, or imports one.
  case create(CreateWallet)
  /// Opens the wallet.
  case unlock(UnlockWallet)
  /// Shows an account.
  case home(Overview)
  /// Pays.
  case send(SendMoney)
  /// Keeps the wallet.
  case profile(Profile)
}

/// The whole wallet: the one place that sees every feature.
///
/// Its screens are a route stack. Locking presents the unlock screen over what is there, so that a
/// half-filled payment is not lost.
@FlowCoordinator(screen: "WalletScreen")
package struct WalletApp {
  /// The stack of screens.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// What the user sees, bottom first.
    package var routes: [Route<WalletScreen.State>]
    /// The chain that the wallet is for.
    package let chainID: ChainID

    /// Creates the wallet as it starts: locked, or new.
    ///
    /// - Parameters:
    ///   - start: The first screen.
    ///   - chainID: The chain that the wallet is for.
    package init(start: Start, chainID: ChainID) {
      self.chainID = chainID
      let screen: WalletScreen.State =
        switch start {
        case .create(let wordCount): .create(CreateWallet.State(wordCount: wordCount))
        case .importing: .create(.importing)
        case .unlock: .unlock(UnlockWallet.State())
        }
      routes = [.root(screen, embedInNavigationView: true)]
    }
  }

  /// How the wallet starts.
  package enum Start: Equatable, Sendable {
    /// There is none yet; make a phrase of so many words.
    case create(wordCount: Int)
    /// There is none yet; take a phrase that the user has.
    case importing
    /// There is one.
    case unlock
  }

  /// What can happen.
  package enum Action: Sendable {
    case router(IndexedRouterActionOf<WalletScreen>)
    case view(View)
    case inner(Inner)
  }

  /// What the user did, on whatever screen.
  @CasePathable
  package enum View: Equatable, Sendable {
    case lockRequested
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case locked
  }

  @Dependency(\.vault) var vault

  /// Creates the app.
  package init() {}

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .view(.lockRequested):
      return lock()
    case .inner(.locked):
      guard state.routes.last?.screen.is(\.unlock) == false else { return .none }
      state.routes.presentCover(.unlock(UnlockWallet.State()))
      return .none
    case .router(.routeAction(_, let action)):
      return handleScreen(state: &state, action: action)
    case .router(.updateRoutes):
      return .none
    }
  }

  private func lock() -> Effect<Action> {
    .run { [vault] send in
      await vault.lock()
      await send(.inner(.locked))
    }
  }
}

// MARK: - Listening to Screens

extension WalletApp {
  private func handleScreen(
    state: inout State, action: WalletScreen.Action
  ) -> Effect<Action> {
    switch action {
    case .create(.delegate(.finished(let accounts))):
      return showHome(&state, accounts)
    case .unlock(.delegate(.unlocked(let accounts))):
      // Over other screens it only stood in the way.
      if state.routes.dismiss() { return .none }
      return showHome(&state, accounts)
    case .home(.delegate(let delegate)):
      return handleHome(state: &state, delegate)
    case .send(.delegate(.closed)), .profile(.delegate(.closed)):
      state.routes.goBack()
      return .none
    case .profile(.delegate(.accountsChanged(let accounts))):
      updateHome(&state) { $0.accounts = accounts }
      return .none
    case .profile(.delegate(.erased)):
      state.routes = State(start: .create(wordCount: 12), chainID: state.chainID).routes
      return .none
    case .create, .unlock, .home, .send, .profile:
      return .none
    }
  }

  private func handleHome(
    state: inout State, _ delegate: Overview.Delegate
  ) -> Effect<Action> {
    switch delegate {
    case .sendRequested(let account):
      state.routes.push(.send(SendMoney.State(account: account, chainID: state.chainID)))
      return .none
    case .profileRequested:
      let accounts = state.routes.first?.screen.home?.accounts ?? []
      state.routes.push(.profile(Profile.State(accounts: accounts, chainID: state.chainID)))
      return .none
    case .lockRequested:
      return lock()
    }
  }

  private func showHome(_ state: inout State, _ accounts: [VaultAccount]) -> Effect<Action> {
    guard let account = accounts.first else { return .none }
    let home = Overview.State(account: account, accounts: accounts, chainID: state.chainID)
    state.routes.replaceAll(with: [.root(.home(home), embedInNavigationView: true)])
    return .none
  }

  private func updateHome(_ state: inout State, _ change: (inout Overview.State) -> Void) {
    for index in state.routes.indices {
      guard state.routes[index].screen.is(\.home) else { continue }
      state.routes[index].screen.modify(\.home, change)
    }
  }
}
