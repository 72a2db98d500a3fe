import EthereumPrimitives
import Headrace
package import VaultClient

// MARK: - Choosing

extension Profile {
  /// Keeps a choice; it holds once it is kept. Choices are kept one after the other.
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

  /// Hides an account from lists, or shows it again. One account always stays.
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
  /// Whether lists leave an account out.
  package func isHidden(_ account: VaultAccount) -> Bool {
    preferences.hiddenAccounts.contains(account.address)
  }
}
