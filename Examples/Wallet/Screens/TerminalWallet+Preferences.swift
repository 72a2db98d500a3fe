import Headrace
import HeadraceTerminal
package import ProfileFeature
import VaultClient
import WalletApp

// MARK: - What the Owner Chose

extension TerminalWallet.State {
  /// Goes on with what the owner chose before.
  package mutating func recall(_ preferences: Preferences) {
    self.preferences = preferences
    wallet?.preferences = preferences
    lockSeconds = preferences.autoLock.seconds
  }

  /// Begins to make a wallet.
  mutating func begin(_ start: WalletApp.Start) {
    var begun = WalletApp.State(start: start, chainID: chainID)
    begun.preferences = preferences
    wallet = begun
  }
}

extension TerminalWallet {
  /// Takes over what the owner chose in the settings.
  func takeOver(_ state: inout State, _ preferences: Preferences) {
    let before = state.preferences
    state.preferences = preferences
    if before.hiddenAccounts != preferences.hiddenAccounts {
      // Home may show another account.
      state.search.replace(by: "")
    } else if before.unit == preferences.unit {
      // One choice comes at a time: here that of the lock, even where it is the saved one again.
      state.lockSeconds = preferences.autoLock.seconds
    }
  }
}

// MARK: - Keys of the Accounts That Are Kept

extension TerminalWallet {
  /// Leaves what lies over the screen on top; a new name leads back to the accounts.
  func leaveSheet(_ state: inout State) {
    switch state.sheet {
    case .rename:
      state.sheet = .keptAccounts
      return
    case .keys, .line:
      // These scroll by rows of their own: the row that is chosen below stays.
      state.sheet = nil
      return
    case .receive, .accounts, .contacts, .keptAccounts, .about, .walletName, .service, .passcode,
      nil:
      break
    }
    // The row of the settings that led to a sheet stays chosen; the accounts had it for their own.
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
    // Until the vault has it, what was typed stays, to be mended.
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
