import ActivityClient
import Headrace
import HeadraceFlow
import SendFeature
import VaultClient

// MARK: - Speeding Up and Cancelling

extension WalletApp {
  /// Presents the replacement of a payment above Home.
  func openReplacement(
    _ state: inout State, _ payment: Payment, _ account: VaultAccount,
    _ role: PaymentTransaction.Role
  ) {
    state.routes.push(
      .replace(ReplacePayment.State(account: account, payment: payment, role: role)))
  }

  /// Closes a recorded replacement; the payment is followed in the background.
  func finishReplacement(_ state: inout State, at index: Int) -> Effect<Action> {
    state.isVaultLocked = true
    return .merge(close(&state, at: index), resumePayments(&state))
  }
}

extension WalletScreen.State {
  /// Returns true if an action belongs to this screen.
  func owns(_ action: WalletScreen.Action) -> Bool {
    switch (self, action) {
    case (.create, .create), (.unlock, .unlock), (.home, .home), (.send, .send),
      (.replace, .replace), (.profile, .profile), (.contacts, .contacts), (.networks, .networks),
      (.session, .session):
      true
    case (.create, _), (.unlock, _), (.home, _), (.send, _), (.replace, _), (.profile, _),
      (.contacts, _), (.networks, _), (.session, _):
      false
    }
  }
}
