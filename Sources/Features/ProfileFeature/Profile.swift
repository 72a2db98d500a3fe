package import EthereumPrimitives
package import Headrace
import NodeClient
package import SessionClient
package import VaultClient

/// Manages the wallet: accounts, choices, networks, sessions, recovery phrase, and erasing.
@Reducer
package struct Profile {
  /// The wallet's accounts, and the current change.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The accounts of the vault.
    package var accounts: [VaultAccount]
    /// The chain that the wallet was set up for.
    package let chainID: ChainID
    /// The node's status, once it has answered.
    package var network: NodeStatus?
    /// The current phase of the flow.
    package var phase = Phase.idle
    /// True while the vault adds or renames an account; changes are made one at a time.
    package var isChangingAccounts = false
    /// The owner's choices.
    package var preferences: Preferences
    /// True while a choice is being saved.
    package var isKeepingPreferences = false
    /// The failure of the last step.
    package var failure: ProfileFailure?

    /// Creates the screen.
    package init(
      accounts: [VaultAccount], chainID: ChainID, preferences: Preferences = Preferences()
    ) {
      self.accounts = accounts
      self.chainID = chainID
      self.preferences = preferences
    }

    /// Hides the phrase, and stops a request to show it, when the wallet locks.
    ///
    /// After the wallet is unlocked, the passcode is required again before the phrase is shown.
    package mutating func hidePhrase() {
      switch phase {
      case .phraseShown, .working(.revealPhrase): phase = .idle
      case .idle, .askingPasscode, .working(.erase), .erased: break
      }
    }
  }

  /// The status of a node that follows the wallet's chain.
  package struct NodeStatus: Codable, Equatable, Sendable {
    /// The node's name and version.
    package let clientVersion: String
    /// The number of its newest block.
    package let blockNumber: UInt64

    /// Creates a status.
    package init(clientVersion: String, blockNumber: UInt64) {
      self.clientVersion = clientVersion
      self.blockNumber = blockNumber
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// Nothing is being done.
    case idle
    /// The passcode is requested for a sensitive operation.
    case askingPasscode(Sensitive)
    /// The vault is performing the operation.
    case working(Sensitive)
    /// The phrase is on the screen.
    case phraseShown
    /// The wallet was erased.
    case erased
  }

  /// An operation that requires the passcode again.
  package enum Sensitive: Codable, Equatable, Sendable {
    /// Show the recovery phrase.
    case revealPhrase
    /// Remove the wallet from this machine.
    case erase
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case appeared
    case addAccountButtonTapped
    case accountRenamed(AccountID, String)
    case accountHidden(AccountID, Bool)
    case unitChosen(AmountUnit)
    case autoLockChosen(AutoLock)
    case revealPhraseButtonTapped
    case eraseButtonTapped
    case contactsButtonTapped
    case networksButtonTapped
    /// The user typed the address of a service to sign in to.
    case serviceEntered(String)
    case passcodeEntered(SecretHandle)
    case doneButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case networkResponse(NodeStatus)
    case accountAdded(VaultAccount)
    case accountRenamed(VaultAccount)
    case preferencesKept(Preferences)
    case phraseRevealed
    case erased
    case failed(ProfileFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    /// An account was added; the payload has all accounts.
    case accountAdded([VaultAccount])
    /// An account was renamed; the payload has all accounts.
    case accountRenamed([VaultAccount])
    /// The owner's choices were changed and saved.
    case preferencesChanged(Preferences)
    case contactsRequested
    case networksRequested
    case sessionRequested(SessionEndpoint)
    case erased
    case closed
  }

  enum CancelID { case network }

  @Dependency(\.vault) var vault
  @Dependency(\.node) var node
  @Dependency(\.preferences) var preferences

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling What the User Did

extension Profile {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    if case .passcodeEntered(let passcode) = action { return proceed(&state, passcode) }
    // An erased wallet accepts no requests.
    guard state.phase != .erased else { return .none }
    state.failure = nil
    switch action {
    case .appeared:
      return checkNetwork(state.chainID)
    case .addAccountButtonTapped:
      return changeAccounts(&state) { .accountAdded(try await $0.deriveAccount()) }
    case .accountRenamed(let id, let name):
      return changeAccounts(&state) { .accountRenamed(try await $0.renameAccount(id, name)) }
    case .accountHidden(let id, let isHidden):
      return hide(&state, id, isHidden)
    case .unitChosen(let unit):
      return keep(&state) { $0.unit = unit }
    case .autoLockChosen(let autoLock):
      return keep(&state) { $0.autoLock = autoLock }
    case .revealPhraseButtonTapped:
      return askPasscode(&state, for: .revealPhrase)
    case .eraseButtonTapped:
      return askPasscode(&state, for: .erase)
    case .contactsButtonTapped:
      return .send(.delegate(.contactsRequested))
    case .networksButtonTapped:
      return .send(.delegate(.networksRequested))
    case .serviceEntered(let text):
      return openService(&state, text)
    case .doneButtonTapped:
      return done(&state)
    case .passcodeEntered:
      return .none
    }
  }

  private func checkNetwork(_ chainID: ChainID) -> Effect<Action> {
    ask { [node] in
      try await node.requireChain(chainID)
      return .networkResponse(
        NodeStatus(
          clientVersion: try await node.clientVersion(),
          blockNumber: try await node.blockNumber()))
    }
    .cancellable(id: CancelID.network, cancelInFlight: true)
  }

  /// Runs one change at a time: two taps add one account, and no rename overtakes another.
  private func changeAccounts(
    _ state: inout State, _ change: @escaping @Sendable (VaultClient) async throws -> Inner
  ) -> Effect<Action> {
    guard !state.isChangingAccounts else { return .none }
    state.isChangingAccounts = true
    return ask { [vault] in try await change(vault) }
  }

  private func openService(_ state: inout State, _ text: String) -> Effect<Action> {
    do throws(SessionEndpoint.Refusal) {
      return .send(.delegate(.sessionRequested(try SessionEndpoint(text))))
    } catch {
      state.failure = .service(error)
      return .none
    }
  }

  private func askPasscode(
    _ state: inout State, for sensitive: Sensitive
  ) -> Effect<Action> {
    switch state.phase {
    case .idle, .askingPasscode: state.phase = .askingPasscode(sensitive)
    // A running operation of the vault, or the shown phrase, ends first.
    case .working, .phraseShown, .erased: break
    }
    return .none
  }

  private func proceed(_ state: inout State, _ passcode: SecretHandle) -> Effect<Action> {
    guard case .askingPasscode(let sensitive) = state.phase else {
      return .run { [vault] _ in await vault.discard(passcode) }
    }
    state.phase = .working(sensitive)
    state.failure = nil
    var shown = state.preferences
    shown.hiddenAccounts = []
    return ask { [vault, preferences, shown, kept = state.preferences] in
      switch sensitive {
      case .revealPhrase:
        try await vault.revealPhrase(try await vault.authorize(.revealPhrase, passcode))
        return .phraseRevealed
      case .erase:
        let authorization = try await vault.authorize(.erase, passcode)
        // No address of the wallet is left behind.
        if shown != kept { try await preferences.keep(shown) }
        try await vault.erase(authorization)
        return .erased
      }
    }
  }

  private func done(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .idle: return .send(.delegate(.closed))
    case .askingPasscode, .phraseShown: state.phase = .idle
    case .working, .erased: break
    }
    return .none
  }

  func ask(_ question: @escaping @Sendable () async throws -> Inner) -> Effect<Action> {
    .run { send in
      await send(.inner(try await question()))
    } catch: { error, send in
      await send(.inner(.failed(ProfileFailure(error))))
    }
  }
}

// MARK: - Handling What Came Back

extension Profile {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    // Answers to requests from before the erasure no longer matter.
    guard state.phase != .erased else { return .none }
    switch action {
    case .networkResponse(let network):
      state.network = network
    case .accountAdded(let account):
      state.isChangingAccounts = false
      state.accounts.append(account)
      return .send(.delegate(.accountAdded(state.accounts)))
    case .accountRenamed(let account):
      state.isChangingAccounts = false
      guard let index = state.accounts.firstIndex(where: { $0.id == account.id }) else { break }
      state.accounts[index] = account
      return .send(.delegate(.accountRenamed(state.accounts)))
    case .preferencesKept(let preferences):
      state.isKeepingPreferences = false
      state.preferences = preferences
      return .send(.delegate(.preferencesChanged(preferences)))
    case .phraseRevealed:
      // The wallet may have been locked since the request.
      guard state.phase == .working(.revealPhrase) else { break }
      state.phase = .phraseShown
    case .erased:
      state.phase = .erased
      return .send(.delegate(.erased))
    case .failed(let failure):
      handleFailure(state: &state, failure)
    }
    return .none
  }

  /// Ends the operation that failed, and leaves others running.
  private func handleFailure(state: inout State, _ failure: ProfileFailure) {
    state.failure = failure
    switch failure {
    case .authorization, .reveal, .erase:
      if case .working(let sensitive) = state.phase { state.phase = .askingPasscode(sensitive) }
    case .node:
      // The node's earlier status may no longer be true.
      state.network = nil
    case .account:
      state.isChangingAccounts = false
    case .preferences where state.isKeepingPreferences:
      state.isKeepingPreferences = false
    case .preferences:
      // Erasing starts by saving the choices.
      if case .working(let sensitive) = state.phase { state.phase = .askingPasscode(sensitive) }
    case .service, .lastShownAccount:
      break
    }
  }
}
