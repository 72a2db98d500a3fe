import ActivityClient
import AuthFeature
import ContactsFeature
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import NetworksFeature
import ProfileFeature
import SendFeature
import SessionFeature
import VaultClient
import WalletApp

// MARK: - Actions of the Wallet

extension TerminalWallet {
  /// Reports what happened, and follows the wallet to its next screen.
  func handleWalletAction(
    state: inout State, action: WalletApp.Action
  ) -> Effect<Action> {
    if case .resuming(.delegate(let told)) = action { return tell(state, of: told) }
    guard case .router(.routeAction(_, let action)) = action else { return .none }
    switch action {
    case .create(.delegate(.finished)) where state.damagedVault != nil:
      state.damagedVault = nil
      return toast(state, .toastSetAside)
    case .create(.delegate(.finished(let accounts))) where accounts.contains(where: \.isPublished):
      let text = Texts(state.language)[.toastPublished]
      return .send(.toasts(.show(.error(TextState(verbatim: text)))))
    case .create(.delegate(.cancelled)), .profile(.delegate(.erased)):
      // No wallet exists: the person chooses again whether to create one or to import one.
      state.wallet = nil
      state.chosen = state.firstChoice
      if case .profile = action {
        state.walletName = nil
        state.preferences.hiddenAccounts = []
      }
      state.passcodeKind = RememberedSettings().passcodeKind
      return .none
    case .send(.delegate(.confirmed(let payment))):
      let amount = state.language.grouped(state.preferences.unit.text(payment.intent.value))
      let text = Texts(state.language)[.toastPaid, amount]
      return .send(.toasts(.show(.success(TextState(verbatim: text)))))
    case .replace(.delegate(.recorded(let payment))):
      let isCancelled = payment.current.role == .cancel
      return toast(state, isCancelled ? .toastCancelling : .toastFaster)
    case .replace(.delegate(.abandoned)):
      return toast(state, .toastAbandoned)
    case .contacts(.delegate(.saved)):
      return toast(state, .toastContactSaved)
    case .contacts(.delegate(.removed)):
      return toast(state, .toastContactRemoved)
    case .profile(.delegate(.accountAdded)):
      return toast(state, .toastAccount)
    case .profile(.delegate(.accountRenamed)):
      if case .rename? = state.sheet { state.sheet = .keptAccounts }
      return toast(state, .toastRenamed)
    case .profile(.delegate(.preferencesChanged(let preferences))):
      takeOver(&state, preferences)
      return .none
    case .networks(.delegate(.chosen(let network))):
      state.reopening = Reopening(network: network)
      return .none
    case .session(.delegate(.signedOut)):
      // Not by the user's doing: the session had expired when the service was asked.
      if case .session(let session)? = state.top, session.failure != nil {
        return askSignIn(&state, session)
      }
      return toast(state, .toastSignedOut)
    default:
      return .none
    }
  }
}
