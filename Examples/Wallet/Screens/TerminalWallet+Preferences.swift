import Headrace
import HeadraceTerminal
package import ProfileFeature
import VaultClient
import WalletApp

// MARK: - Preferences

extension TerminalWallet.State {
  /// Applies the owner's earlier preferences.
  package mutating func recall(_ preferences: Preferences) {
    self.preferences = preferences
    wallet?.preferences = preferences
    lockSeconds = preferences.autoLock.seconds
  }

  /// Starts creating a wallet.
  mutating func begin(_ start: WalletApp.Start) {
    var begun = WalletApp.State(start: start, chainID: chainID)
    begun.preferences = preferences
    wallet = begun
  }
}

extension TerminalWallet {
  /// Applies the preferences that the owner chose in the settings.
  func takeOver(_ state: inout State, _ preferences: Preferences) {
    let before = state.preferences
    state.preferences = preferences
    if before.hiddenAccounts != preferences.hiddenAccounts {
      // Home may show another account.
      state.search.replace(by: "")
    } else if before.unit == preferences.unit {
      // Preferences change one at a time: here the lock, even if set to the saved value again.
      state.lockSeconds = preferences.autoLock.seconds
    }
  }
}

// MARK: - Keys of the List of Accounts

extension TerminalWallet {
  /// Closes the sheet over the screen on top; after a new name, the accounts are shown again.
  func leaveSheet(_ state: inout State) {
    switch state.sheet {
    case .rename:
      state.sheet = .keptAccounts
      return
    case .keys, .line:
      // These have their own scroll position, so the row selected below is kept.
      state.sheet = nil
      return
    case .receive, .accounts, .contacts, .keptAccounts, .about, .walletName, .service, .passcode,
      nil:
      break
    }
    // The settings' row that led to a sheet stays selected; the accounts used the selection.
    let isInSettings = state.top?.is(\.profile) == true && state.sheet != .keptAccounts
    state.sheet = nil
    if !isInSettings { state.chosen = 0 }
  }

  func handleRenameKey(state: inout State, _ id: AccountID, _ key: Key) -> Effect<Action> {
    guard key == Key(.enter) else {
      state.name.handle(key)
      return .none
    }
    guard let profile = state.top?.profile, !profile.isChangingAccounts else { return .none }
    if profile.accounts.first(where: { $0.id == id })?.name == state.name.text {
      state.sheet = .keptAccounts
      return .none
    }
    // The typed text is kept until the vault has the name, so that it can be corrected.
    state.refusedName = state.name.text
    return tellTop(state, .profile(.view(.accountRenamed(id, state.name.text))))
  }

  func handleKeptAccountsKey(state: inout State, _ key: Key) -> Effect<Action> {
    guard let profile = state.top?.profile, let last = profile.accounts.indices.last else {
      return .none
    }
    if move(&state, key, among: profile.accounts.count) { return .none }
    let account = profile.accounts[min(state.chosen, last)]
    switch key.code {
    case .enter:
      state.name.replace(by: Texts(state.language).name(of: account))
      state.refusedName = nil
      state.sheet = .rename(account.id)
    case .character("a"): return tellTop(state, .profile(.view(.addAccountButtonTapped)))
    case .character("h"):
      return tellTop(
        state, .profile(.view(.accountHidden(account.id, !profile.isHidden(account)))))
    default: break
    }
    return .none
  }
}
