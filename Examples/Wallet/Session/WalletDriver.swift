import AuthFeature
import Headrace
import HeadraceFlow
import SendFeature
package import WalletApp

/// Uses a store of the whole wallet as a person does: by the screen on top.
///
/// The store belongs to this actor. Commands and the demo are such actors.
protocol WalletDriver: Actor {}

extension WalletDriver {
  /// The screen on top.
  func top(_ store: StoreOf<WalletApp>) -> WalletScreen.State? {
    store.withState(\.top)
  }

  /// Sends an action to the screen on top, and waits for all that it starts.
  func tap(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) async {
    await begin(store, action)?.finish()
  }

  /// Sends an action to the screen on top, and goes on without waiting for what it starts.
  @discardableResult
  func begin(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) -> StoreTask? {
    store.withState { $0.sendingToTop(action) }.map { store.send($0) }
  }

  /// Stops where the screen on top shows the failure of a wallet's creation or opening, or of a
  /// payment.
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
  /// The screen on top; `nil` without any screen.
  package var top: WalletScreen.State? { routes.last?.screen }

  /// The action that sends another one to the screen on top; `nil` without any screen.
  package func sendingToTop(_ action: WalletScreen.Action) -> WalletApp.Action? {
    routes.last.map { .router(.routeAction(id: $0.id, action: action)) }
  }
}
