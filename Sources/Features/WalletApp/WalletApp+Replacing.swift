import ActivityClient
import Headrace
import HeadraceFlow
import SendFeature
import VaultClient

// MARK: - Faster, or Cancelled

extension WalletApp {
  /// Presents the replacement of a payment on Home.
  func openReplacement(
    _ state: inout State, _ payment: Payment, _ account: VaultAccount,
    _ role: PaymentTransaction.Role
  ) {
    state.routes.push(
      .replace(ReplacePayment.State(account: account, payment: payment, role: role)))
  }

  /// Leaves a replacement that is in the journal; the payment is followed beside the screens.
  func finishReplacement(_ state: inout State, at index: Int) -> Effect<Action> {
    state.isVaultLocked = true
    return .merge(close(&state, at: index), resumePayments(&state))
  }
}

extension WalletScreen.State {
  /// Whether an action is one of this screen.
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
