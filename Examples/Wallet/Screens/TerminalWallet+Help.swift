import AuthFeature
import ContactsFeature
import Headrace
import HeadraceFlow
import HeadraceTerminal
import NetworksFeature
import SendFeature
import WalletApp

extension TerminalWallet.State {
  /// True if printable keys go to a field, so that none of them has another meaning.
  var takesText: Bool {
    switch sheet {
    case .rename, .walletName, .service: return true
    case .receive, .accounts, .keys, .keptAccounts, .line, .contacts, .passcode, .about:
      return false
    case nil: break
    }
    if isSearching { return true }
    return switch top {
    case .send(let send): send.isEditable
    case .contacts(let contacts): !contacts.phase.is(\.listing)
    case .networks(let networks): networks.phase.is(\.adding)
    case .create, .unlock, .home, .replace, .profile, .session, nil: false
    }
  }
}

// MARK: - Help, and Behaviour Common to Sheets

extension TerminalWallet {
  /// An upper bound for the rows of the help.
  private static let helpRowsMax = 40

  /// Shows all keys of the screen on top.
  func openHelp(_ state: inout State) -> Effect<Action> {
    state.sheet = .keys
    state.scroll = 0
    return .none
  }

  /// Scrolls the help; any other key closes it and has its usual effect.
  func handleHelpKey(state: inout State, _ key: Key) -> Effect<Action> {
    if scroll(&state, key, among: Self.helpRowsMax) { return .none }
    state.sheet = nil
    let closes = [Key(.enter), Key(.character("?")), Key(.function(1))].contains(key)
    return closes ? .none : handleKey(state: &state, key)
  }

  /// Scrolls a sheet with a number of rows, and returns true if the key does that; the row selected
  /// on the screen below is kept.
  func scroll(_ state: inout State, _ key: Key, among count: Int) -> Bool {
    let chosen = state.chosen
    state.chosen = state.scroll
    defer { state.chosen = chosen }
    guard move(&state, key, among: count) else { return false }
    state.scroll = state.chosen
    return true
  }

  /// Moves the scroll position back to a row, if it went past it.
  func scrollTo(_ row: Int, _ state: inout State) {
    if state.sheet == nil {
      state.chosen = min(state.chosen, row)
    } else {
      state.scroll = min(state.scroll, row)
    }
  }

  /// Copies a text to the terminal's clipboard, and shows a message.
  func copy(_ state: State, _ text: String, _ key: TextKey) -> Effect<Action> {
    .merge(
      .run { [clipboard] _ in clipboard.copy(text) },
      .send(.toasts(.show(.info(TextState(verbatim: Texts(state.language)[key]))))))
  }
}
