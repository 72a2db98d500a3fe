import Headrace
import HeadraceFlow
import HomeFeature
import NetworksFeature
import ProfileFeature
import SendFeature
import SessionClient
import SessionFeature
import VaultClient

// MARK: - Opening Screens

extension WalletApp {
  /// Presents the form of a payment above Home, filled in by the closure.
  func openForm(
    _ state: inout State, _ account: VaultAccount, fill: (inout SendMoney.State) -> Void = { _ in }
  ) {
    var form = SendMoney.State(
      account: account, chainID: state.chainID, ownAddresses: state.ownAddresses)
    form.contacts = state.routes.first?.screen.home?.contacts ?? []
    fill(&form)
    // If the vault is locked, the passcode that signs the payment opens it.
    state.routes.push(.send(form))
  }

  /// Presents the settings above Home.
  func openProfile(_ state: inout State) {
    let accounts = state.routes.last?.screen.home?.accounts ?? []
    state.routes.push(
      .profile(
        Profile.State(
          accounts: accounts, chainID: state.chainID, preferences: state.preferences)))
    coverIfVaultIsLocked(&state)
  }

  /// Presents the networks above the settings.
  func openNetworks(_ state: inout State) {
    state.routes.push(.networks(Networks.State()))
  }

  /// Presents the account's session with a service above the settings.
  func openSession(_ state: inout State, with endpoint: SessionEndpoint) {
    guard let account = state.routes.first?.screen.home?.account else { return }
    state.routes.push(
      .session(
        KeepSession.State(account: account, chainID: state.chainID, endpoint: endpoint)))
    coverIfVaultIsLocked(&state)
  }
}
