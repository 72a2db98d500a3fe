import AuthFeature
import Headrace
import HeadraceFlow
import SendFeature
package import WalletApp

/// Uses a store of the whole wallet as a person does: through the screen on top.
///
/// The store is isolated to this actor. Commands and the demo are such actors.
protocol WalletDriver: Actor {}

extension WalletDriver {
  /// Returns the screen on top.
  func top(_ store: StoreOf<WalletApp>) -> WalletScreen.State? {
    store.withState(\.top)
  }

  /// Sends an action to the screen on top, and waits for its effects.
  func tap(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) async {
    await begin(store, action)?.finish()
  }

  /// Sends an action to the screen on top, without waiting for its effects.
  @discardableResult
  func begin(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) -> StoreTask? {
    store.withState { $0.sendingToTop(action) }.map { store.send($0) }
  }

  /// Throws if the screen on top shows that creating or opening a wallet, or a payment, failed.
  func check(_ store: StoreOf<WalletApp>) throws(CommandFailure) {
    switch top(store) {
    case .create(let state): if let failure = state.failure { throw FailureText.failure(failure) }
    case .unlock(let state): if let failure = state.failure { throw FailureText.failure(failure) }
    case .send(let state): if let failure = state.failure { throw FailureText.failure(failure) }
    case .home, .replace, .profile, .contacts, .networks, .session, nil: break
    }
  }
}

extension WalletApp.State {
  /// The screen on top; `nil` if there is none.
  package var top: WalletScreen.State? { routes.last?.screen }

  /// Returns the action that sends another one to the screen on top; `nil` if there is none.
  package func sendingToTop(_ action: WalletScreen.Action) -> WalletApp.Action? {
    routes.last.map { .router(.routeAction(id: $0.id, action: action)) }
  }
}
