import ActivityClient
import AuthFeature
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import NetworksFeature
import PasscodeFeature
import ProfileFeature
import SendFeature
import SessionFeature
import VaultClient
import WalletApp

// MARK: - Keys

extension TerminalWallet {
  func handleKey(state: inout State, _ key: Key) -> Effect<Action> {
    if let alert = state.alert { return answer(&state, alert, key) }
    // A letter with Control is not that letter; in a text field it edits.
    if !state.takesText, case .character = key.code, !key.modifiers.subtracting(.shift).isEmpty {
      return .none
    }
    if state.sheet != nil { return handleSheetKey(state: &state, key) }
    let asksForHelp = key == Key(.function(1)) || key == Key(.character("?")) && !state.takesText
    // Nothing is typed unseen below a sheet, where it would be lost.
    if asksForHelp, state.prompt == nil { return openHelp(&state) }
    switch state.top {
    case nil: return handleWelcomeKey(state: &state, key)
    case .create(let create): return handleCreateKey(state: &state, create, key)
    case .unlock: return .none
    case .home(let home): return handleHomeKey(state: &state, home, key)
    case .send(let send): return handleSendKey(state: &state, send, key)
    case .replace(let replace): return handleReplaceKey(state: &state, replace, key)
    case .profile(let profile): return handleProfileKey(state: &state, profile, key)
    case .contacts(let contacts): return handleContactsKey(state: &state, contacts, key)
    case .networks(let networks): return handleNetworksKey(state: &state, networks, key)
    case .session(let session): return handleSessionKey(state: &state, session, key)
    }
  }

  /// Pastes a text into the focused field; without one, it is ignored.
  func handlePaste(state: inout State, _ text: String) -> Effect<Action> {
    switch state.sheet {
    case .rename, .walletName:
      state.name.insert(text)
      return .none
    case .service:
      state.service.insert(text)
      return .none
    case .keys: return .none
    case .receive, .accounts, .keptAccounts, .line, .contacts, .passcode, .about, nil: break
    }
    if state.isSearching { return editSearch(&state) { $0.insert(text) } }
    if state.sheet == nil, state.alert == nil, case .contacts(let contacts)? = state.top {
      return editContact(&state, contacts) { $0.insert(text) }
    }
    if state.sheet == nil, state.alert == nil, case .networks(let networks)? = state.top {
      return editNetwork(&state, networks) { $0.insert(text) }
    }
    guard state.sheet == nil, state.alert == nil, case .send(let send)? = state.top,
      send.isEditable
    else { return .none }
    return editForm(&state) { $0.insert(text) }
  }

  /// Handles a click: a row is selected and opened, a button is pressed.
  func handleClick(state: inout State, _ target: String) -> Effect<Action> {
    let parts = target.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .none }
    switch parts[0] {
    case "row":
      guard let row = Int(parts[1]) else { return .none }
      state.chosen = row
      return handleKey(state: &state, Key(.enter))
    case "question":
      guard let alert = state.alert, let number = Int(parts[1]),
        alert.buttons.indices.contains(number)
      else { return .none }
      return press(&state, alert.buttons[number])
    default: return .none
    }
  }

  private func answer(
    _ state: inout State, _ alert: AlertState<Question>, _ key: Key
  ) -> Effect<Action> {
    switch QuestionKeys.answer(to: key, alert.buttons, chosen: state.alertChoice) {
    case .choose(let number):
      state.alertChoice = number
      return .none
    case .press(let number): return press(&state, alert.buttons[number])
    case nil: return .none
    }
  }

  private func press(_ state: inout State, _ button: ButtonState<Question>) -> Effect<Action> {
    button.action.action.map { .send(.alert(.presented($0))) } ?? .send(.alert(.dismiss))
  }

  /// Moves the selection among a number of rows; returns true if the key does that.
  func move(_ state: inout State, _ key: Key, among count: Int) -> Bool {
    let last = max(0, count - 1)
    switch (key.code, key.modifiers) {
    case (.up, []): state.chosen = max(0, state.chosen - 1)
    case (.down, []): state.chosen = min(last, state.chosen + 1)
    case (.pageUp, []): state.chosen = max(0, state.chosen - 10)
    case (.pageDown, []): state.chosen = min(last, state.chosen + 10)
    case (.home, []): state.chosen = 0
    case (.end, []): state.chosen = last
    default: return false
    }
    return true
  }
}

// MARK: - Keys of the Screens

extension TerminalWallet {
  private func handleWelcomeKey(state: inout State, _ key: Key) -> Effect<Action> {
    if move(&state, key, among: WelcomeRow.allCases.count) || key != Key(.enter) { return .none }
    switch WelcomeRow.allCases[min(state.chosen, WelcomeRow.allCases.count - 1)] {
    case .create: state.begin(.create(wordCount: 12))
    case .importing: state.begin(.importing)
    case .language: return chooseNextLanguage(&state)
    case .name: state.askName()
    }
    return .none
  }

  private func handleCreateKey(
    state: inout State, _ create: CreateWallet.State, _ key: Key
  ) -> Effect<Action> {
    switch (key.code, create.phase) {
    case (.escape, .choosingPasscode): return .send(.passcode(.view(.cancelButtonTapped)))
    case (.escape, _): return tellTop(state, .create(.view(.cancelButtonTapped)))
    case (.enter, .showingPhrase):
      return tellTop(state, .create(.view(.phraseNotedButtonTapped)))
    case (.enter, .starting): return tellTop(state, .create(.view(.appeared)))
    default: return .none
    }
  }

  private func handleSheetKey(state: inout State, _ key: Key) -> Effect<Action> {
    if state.sheet == .passcode {
      return key == Key(.escape) ? .send(.passcode(.view(.cancelButtonTapped))) : .none
    }
    if key == Key(.escape) {
      leaveSheet(&state)
      return .none
    }
    switch state.sheet {
    case .receive:
      guard state.canCopy, case .home(let home)? = state.top, let receiving = home.receiving
      else { return .none }
      switch key.code {
      case .character("c"), .enter: return copy(state, receiving.address, .receiveCopied)
      case .character("r"): return copy(state, receiving.uri, .receiveRequestCopied)
      default: return .none
      }
    case .keys: return handleHelpKey(state: &state, key)
    case .accounts:
      guard case .home(let home)? = state.top else { return .none }
      let accounts = home.shownAccounts
      if move(&state, key, among: accounts.count) || key != Key(.enter) { return .none }
      let account = accounts[min(state.chosen, accounts.count - 1)]
      state.sheet = nil
      state.chosen = 0
      if account != home.account { state.search.replace(by: "") }
      return tellTop(state, .home(.view(.accountSelected(account.id))))
    case .rename(let id): return handleRenameKey(state: &state, id, key)
    case .keptAccounts: return handleKeptAccountsKey(state: &state, key)
    case .walletName: return handleNameKey(state: &state, key)
    case .service:
      if key != Key(.enter) {
        state.service.handle(key)
        return .none
      }
      state.sheet = nil
      return tellTop(state, .profile(.view(.serviceEntered(state.service.text))))
    case .contacts: return chooseContact(state: &state, key)
    case .line(let id): return handleLineKey(state: &state, id, key)
    case .passcode, .about, nil:
      if key == Key(.enter) { state.sheet = nil }
      return .none
    }
  }

  private func handleProfileKey(
    state: inout State, _ profile: Profile.State, _ key: Key
  ) -> Effect<Action> {
    // A Return after the last digit of a passcode does not close the screen.
    let closes = key == Key(.enter) && profile.phase != .idle && !profile.phase.is(\.working)
    if key == Key(.escape) || closes {
      return tellTop(state, .profile(.view(.doneButtonTapped)))
    }
    guard profile.phase == .idle, !move(&state, key, among: SettingsRow.allCases.count),
      key == Key(.enter)
    else { return .none }
    switch SettingsRow.allCases[min(state.chosen, SettingsRow.allCases.count - 1)] {
    case .accounts:
      state.sheet = .keptAccounts
      state.chosen = 0
    case .unit:
      return tellTop(state, .profile(.view(.unitChosen(state.preferences.unit.next))))
    case .autoLock:
      let next = AutoLock(seconds: state.lockSeconds).next
      return tellTop(state, .profile(.view(.autoLockChosen(next))))
    case .about: state.sheet = .about
    case .name: state.askName()
    case .reveal: return tellTop(state, .profile(.view(.revealPhraseButtonTapped)))
    case .passcode: state.sheet = .passcode
    case .language: return chooseNextLanguage(&state)
    case .contacts: return tellTop(state, .profile(.view(.contactsButtonTapped)))
    case .networks: return tellTop(state, .profile(.view(.networksButtonTapped)))
    case .session: state.sheet = .service
    case .erase:
      let texts = Texts(state.language)
      state.alert = AlertState(
        .confirmDestruction, TextState(verbatim: texts[.eraseTitle]),
        yes: TextState(verbatim: texts[.eraseYes]), no: TextState(verbatim: texts[.eraseNo]),
        message: TextState(verbatim: texts[.eraseMessage]), action: .eraseConfirmed)
      state.alertChoice = 1
    }
    return .none
  }
}

extension SendMoney.State {
  /// True if the fields can be changed.
  var isEditable: Bool { phase == .editing || phase.is(\.failed) }
}

/// The choices on the first screen, where no wallet exists yet.
enum WelcomeRow: CaseIterable {
  case create, importing, language, name
}

/// The choices in the settings.
enum SettingsRow: CaseIterable {
  case accounts, contacts, networks, session, name, reveal, passcode, unit, autoLock, language
  case about, erase
}

extension Language {
  /// The next language, cyclically.
  var next: Language { self == .english ? .korean : .english }
}

/// The names of keys in hints.
enum KeyNames {
  /// Returns the key of a hint that was clicked; nil for other targets.
  static func key(ofTarget target: String) -> Key? {
    guard target.hasPrefix("key.") else { return nil }
    switch target.dropFirst("key.".count) {
    case "⏎": return Key(.enter)
    case "F2": return Key(.function(2))
    case let hint: return Key(String(hint))
    }
  }
}
