import Headrace
import HeadraceFlow
import HomeFeature
import ProfileFeature
import VaultClient

// MARK: - The Bottom of the Stack

extension WalletApp {
  func startOver(_ state: inout State, _ start: Start) {
    state.resuming = nil
    state.isVaultLocked = false
    state.links = DeepLinkState()
    state.linkFailure = nil
    state.routes.replaceAll(with: State(start: start, chainID: state.chainID).routes)
  }

  func showHome(_ state: inout State, _ accounts: [VaultAccount]) {
    guard let account = accounts.first else { return }
    var home = Home.State(
      account: account, accounts: accounts, chainID: state.chainID,
      hiddenAccounts: state.preferences.hiddenAccounts)
    if let shown = home.shownAccounts.first { home.account = shown }
    state.routes.replaceAll(with: [.root(.home(home), embedInNavigationView: true)])
  }

  func updateHome(_ state: inout State, _ change: (inout Home.State) -> Void) {
    for index in state.routes.indices {
      guard state.routes[index].screen.is(\.home) else { continue }
      state.routes[index].screen.modify(\.home, change)
    }
  }

  /// Applies the owner's preferences; if Home's account becomes hidden, another one is shown.
  func choose(_ state: inout State, _ preferences: Preferences) -> Effect<Action> {
    state.preferences = preferences
    updateHome(&state) { $0.hiddenAccounts = preferences.hiddenAccounts }
    guard let home = state.routes.first?.screen.home, !home.shownAccounts.contains(home.account),
      let shown = home.shownAccounts.first
    else { return .none }
    return Self.tellHome(state, .accountSelected(shown.id))
  }
}
