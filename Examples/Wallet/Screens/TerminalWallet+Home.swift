import ActivityClient
import Headrace
import HeadraceTerminal
import HomeFeature
import SendFeature
import WalletApp

// MARK: - Refreshing

extension TerminalWallet {
  /// The number of seconds after which Home asks the node again.
  private static let staleSecondsMax = 30

  /// Asks the node again if Home, or the form of a payment, has been visible for a while, because
  /// the user may be waiting for ether.
  func refreshIfStale(_ state: inout State) -> Effect<Action> {
    let asking: WalletScreen.Action
    if case .home(let home)? = state.top, !home.isRefreshing {
      asking = .home(.view(.refreshed))
    } else if case .send(let send)? = state.top, send.isEditable {
      asking = .send(.view(.appeared))
    } else {
      state.staleSeconds = 0
      return .none
    }
    state.staleSeconds += 1
    guard state.staleSeconds >= Self.staleSecondsMax else { return .none }
    state.staleSeconds = 0
    return tellTop(state, asking)
  }
}

// MARK: - Keys of Home

extension TerminalWallet {
  func handleHomeKey(
    state: inout State, _ home: Home.State, _ key: Key
  ) -> Effect<Action> {
    if state.isSearching { return handleSearchKey(state: &state, key) }
    let rows = home.lines.count + (home.hasMoreLines ? 1 : 0)
    if move(&state, key, among: rows) { return .none }
    switch key.code {
    case .enter:
      guard state.chosen < home.lines.count else {
        return tellTop(state, .home(.view(.moreLinesRequested)))
      }
      state.sheet = .line(home.lines[state.chosen].id)
      state.scroll = 0
      return .none
    case .character("/"): state.isSearching = true
    case .escape where !state.search.text.isEmpty:
      return editSearch(&state) { $0.replace(by: "") }
    case .character("s"): return tellTop(state, .home(.view(.sendButtonTapped)))
    case .character("r"): state.sheet = .receive
    case .character("a"):
      state.sheet = .accounts
      state.chosen = home.accounts.firstIndex(of: home.account) ?? 0
    case .character("p"): return tellTop(state, .home(.view(.profileButtonTapped)))
    case .character("l"): return tellTop(state, .home(.view(.lockButtonTapped)))
    case .character("u"), .function(5): return tellTop(state, .home(.view(.refreshed)))
    default: break
    }
    return .none
  }

  /// Edits the search text; leaving the field with the enter key keeps the results.
  private func handleSearchKey(state: inout State, _ key: Key) -> Effect<Action> {
    switch key.code {
    case .escape:
      state.isSearching = false
      return editSearch(&state) { $0.replace(by: "") }
    case .enter, .tab, .down:
      state.isSearching = false
      return .none
    default:
      return editSearch(&state) { $0.handle(key) }
    }
  }

  /// Edits the search text, and passes it to Home.
  func editSearch(_ state: inout State, _ edit: (inout LineEditor) -> Void) -> Effect<Action> {
    let before = state.search.text
    edit(&state.search)
    guard state.search.text != before else { return .none }
    state.chosen = 0
    return tellTop(state, .home(.view(.searchChanged(state.search.text))))
  }
}
