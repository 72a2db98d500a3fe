import EthereumPrimitives
import Headrace
package import VaultClient

// MARK: - Choosing

extension Profile {
  /// Saves a choice, which takes effect once saved; choices are saved one at a time.
  func keep(
    _ state: inout State, _ change: (inout Preferences) -> Void
  ) -> Effect<Action> {
    guard !state.isKeepingPreferences else { return .none }
    var changed = state.preferences
    change(&changed)
    state.isKeepingPreferences = true
    return ask { [preferences, changed] in
      try await preferences.keep(changed)
      return .preferencesKept(changed)
    }
  }

  /// Hides an account from lists, or shows it again; at least one account remains shown.
  func hide(_ state: inout State, _ id: AccountID, _ isHidden: Bool) -> Effect<Action> {
    guard let account = state.accounts.first(where: { $0.id == id }),
      state.isHidden(account) != isHidden
    else { return .none }
    guard !isHidden || state.accounts.contains(where: { $0.id != id && !state.isHidden($0) }) else {
      state.failure = .lastShownAccount
      return .none
    }
    return keep(&state) { preferences in
      if isHidden {
        preferences.hiddenAccounts.insert(account.address)
      } else {
        preferences.hiddenAccounts.remove(account.address)
      }
    }
  }
}

extension Profile.State {
  /// Returns true if lists leave out an account.
  package func isHidden(_ account: VaultAccount) -> Bool {
    preferences.hiddenAccounts.contains(account.address)
  }
}
