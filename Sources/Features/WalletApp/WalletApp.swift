import ActivityClient
package import AuthFeature
package import ContactsFeature
package import EthereumPrimitives
package import Headrace
package import HeadraceFlow
package import HomeFeature
package import NetworksFeature
package import ProfileFeature
package import SendFeature
package import SessionFeature
import VaultClient

/// The screens of the wallet.
@Reducer(state: .codable, .equatable, .sendable, action: .codable, .sendable)
package enum WalletScreen {
  /// Creates a wallet, or imports one.
  case create(CreateWallet)
  /// Opens the wallet.
  case unlock(UnlockWallet)
  /// Shows an account.
  case home(Home)
  /// Makes a payment.
  case send(SendMoney)
  /// Speeds up a payment, or cancels it.
  case replace(ReplacePayment)
  /// Manages the wallet.
  case profile(Profile)
  /// Manages the contacts.
  case contacts(Contacts)
  /// Manages the networks.
  case networks(Networks)
  /// Signs in to a service.
  case session(KeepSession)
}

/// The whole wallet, and the only module that sees every feature.
///
/// Its screens are a route stack. Locking presents the unlock screen above the others, so that a
/// partly filled-in payment is not lost.
///
/// The host reports the first appearance of Home; the app reports later ones, when the screens
/// above it are removed. Each time Home appears, unfinished payments are continued. That effect
/// ends when each of them has ended, so don't wait for everything that an appearance of Home
/// starts.
@FlowCoordinator(screen: "WalletScreen")
package struct WalletApp {
  /// The stack of screens.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The visible screens, bottom first.
    package var routes: [Route<WalletScreen.State>]
    /// The chain that the wallet is for.
    package let chainID: ChainID
    /// The payments being continued; nil until Home has appeared, and without a wallet.
    package var resuming: ResumePayments.State?
    /// True if the vault locked itself after a payment; the screens remain until one needs it.
    package var isVaultLocked = false
    /// The link that waits until Home is on top.
    package var links = DeepLinkState()
    /// The reason the last link could not be opened; nil if it was opened.
    package var linkFailure: WalletLinkError?
    /// The owner's preferences.
    package var preferences = Preferences()

    /// Creates the wallet in its initial state: locked, or new.
    ///
    /// - Parameters:
    ///   - start: The first screen.
    ///   - chainID: The chain that the wallet is for.
    package init(start: Start, chainID: ChainID) {
      self.chainID = chainID
      let screen: WalletScreen.State =
        switch start {
        case .create(let wordCount): .create(CreateWallet.State(wordCount: wordCount))
        case .importing: .create(.importing)
        case .unlock: .unlock(UnlockWallet.State())
        }
      routes = [.root(screen, embedInNavigationView: true)]
    }

    /// Creates the wallet at any point of its flow.
    ///
    /// - Parameters:
    ///   - routes: The stack of screens, which begins with its only root.
    ///   - chainID: The chain that the wallet is for.
    package init(routes: [Route<WalletScreen.State>], chainID: ChainID) {
      self.routes = routes
      self.chainID = chainID
    }

    /// True if a wallet exists, open or locked; false while one is being created.
    var hasWallet: Bool { routes.first?.screen.is(\.create) == false }

    /// The addresses of the wallet's accounts, if the screens know them.
    var ownAddresses: [Address] {
      routes.first?.screen.home?.accounts.map(\.address) ?? []
    }

    /// True if the passcode is required before anything else.
    var isLocked: Bool { routes.contains(\.unlock) }

    /// True if no screen is above the account's screen.
    var isHomeOnTop: Bool { routes.last?.screen.is(\.home) == true }

    /// The bottom screen, and the visible one.
    fileprivate var ends: Ends { Ends(bottom: routes.first?.id, top: routes.last?.id) }

    fileprivate struct Ends: Equatable {
      let bottom: RouteID?
      let top: RouteID?
    }
  }

  /// The ways in which the wallet starts.
  package enum Start: Equatable, Sendable {
    /// No wallet exists yet; create a phrase of this many words.
    case create(wordCount: Int)
    /// No wallet exists yet; import the user's phrase.
    case importing
    /// A wallet exists; unlock it.
    case unlock
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case router(IndexedRouterActionOf<WalletScreen>)
    case view(View)
    case inner(Inner)
    case links(DeepLinkAction)
    case resuming(ResumePayments.Action)
  }

  /// Actions of the user, on any screen.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    /// The owner, or a script, wants to lock the wallet.
    case lockRequested
    /// No key was pressed for so long that the wallet locks itself.
    case idled
    /// Too many wrong passcodes were typed while the wallet was open.
    case passcodesMistyped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case locked(UnlockWallet.LockReason)
    case linked(WalletLink)
  }

  @Dependency(\.vault) var vault
  @Dependency(\.accountNames) var accountNames

  /// Creates the app.
  package init() {}

  /// Runs the screens, the coordinator, and the effects beside them.
  package var body: some ReducerOf<Self> {
    flow
      .routeGuard { keepLock($0) }
      .routeGuard { refuseForeignScreens($0) }
      .deepLinks(
        state: \.links, action: \.links, waitMax: Self.linkWaitMax, gate: Self.gate,
        to: Self.handOver
      )
      .onChange(of: \.ends) { before, state in
        guard before.bottom == state.ends.bottom, state.isHomeOnTop else { return .none }
        // The screens above Home were removed.
        return Self.tellHome(state, .appeared)
      }
      .ifLet(\.resuming, action: \.resuming) { ResumePayments() }
  }

  private func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .view(.lockRequested):
      return lock(state, .request)
    case .view(.idled):
      return lock(state, .idleness)
    case .view(.passcodesMistyped):
      return lock(state, .wrongPasscodes)
    case .inner(.locked(let reason)):
      cover(&state, reason)
      return .none
    case .inner(.linked(let link)):
      return follow(link, in: &state)
    case .links(let action):
      handleLink(state: &state, action: action)
      return .none
    case .router(.routeAction(let id, let action)):
      // `forEachRoute` has reported an action that belongs to no route, and it changes nothing
      // here.
      guard let index = state.routes.lastIndex(where: { $0.id == id }),
        state.routes[index].screen.owns(action)
      else { return .none }
      return handleScreen(state: &state, index: index, action: action)
    case .router(.updateRoutes), .router(.dismiss), .router(.goBackToRoot), .router(.steps),
      .router(.guarded):
      return .none
    case .resuming(.delegate(.settled)):
      return Self.tellHome(state, .refreshed)
    case .resuming:
      return .none
    }
  }
}

// MARK: - Guarding the Routes

extension WalletApp {
  private typealias Change = RouteChange<State, WalletScreen.State>
  private typealias Answer = RouteGuardResult<WalletScreen.State>

  /// Keeps the unlock screen, which would be lost if a host proposed an earlier stack, or if a
  /// screen below it were left: leaving a screen removes all above it.
  private func keepLock(_ change: Change) -> Answer {
    guard change.source != .coordinator, change.state.isLocked else { return .allow }
    let kept = change.current.filter { route in
      route.screen.is(\.unlock) || change.proposed.contains(id: route.id)
    }
    guard change.source == .screen, kept.count < change.current.count else {
      return .reject(reason: "The wallet is locked.")
    }
    return .redirect(kept)
  }

  /// Lets a host remove screens, as a swipe back does, but make no other change.
  private func refuseForeignScreens(_ change: Change) -> Answer {
    let kept = change.current.filter { change.proposed.contains(id: $0.id) }
    return change.source == .host && kept.map(\.id) != change.proposed.map(\.id)
      ? .reject(reason: "Only the wallet itself opens screens.") : .allow
  }
}

// MARK: - Locking

extension WalletApp {
  private func lock(_ state: State, _ reason: UnlockWallet.LockReason) -> Effect<Action> {
    guard state.hasWallet else { return .none }
    return .run { [vault] send in
      await vault.lock()
      await send(.inner(.locked(reason)))
    }
  }

  /// Presents the unlock screen above the others.
  private func cover(_ state: inout State, _ reason: UnlockWallet.LockReason) {
    // The wallet may have been erased while it was being locked.
    guard state.hasWallet else { return }
    for index in state.routes.indices where state.routes[index].screen.is(\.profile) {
      state.routes[index].screen.modify(\.profile) { $0.hidePhrase() }
    }
    guard case .unlock(let screen)? = state.routes.last?.screen else {
      state.routes.presentCover(.unlock(UnlockWallet.State(reason: reason)))
      return
    }
    // An unlock in progress must not complete after the lock; replacing its route ends its effects.
    if screen.isUnlocking {
      state.routes.replaceCurrent(.unlock(UnlockWallet.State(reason: screen.reason)))
    }
  }

  /// Asks for the passcode before a screen that needs the vault.
  func coverIfVaultIsLocked(_ state: inout State) {
    if state.isVaultLocked { cover(&state, .payment) }
  }

  /// Removes the unlock screen, or shows the wallet for the first time.
  private func uncover(
    _ state: inout State, _ accounts: [VaultAccount]
  ) -> Effect<Action> {
    state.isVaultLocked = false
    // Another process may have replaced the wallet on the screens with another one.
    guard let shown = state.routes.first?.screen.home?.account,
      accounts.contains(where: { $0.id == shown.id && $0.address == shown.address }),
      state.routes.dismiss()
    else {
      showHome(&state, accounts)
      return .none
    }
    updateHome(&state) { $0.update(accounts: accounts) }
    return .none
  }

  /// Removes a screen, also below the unlock screen, which stays.
  func close(_ state: inout State, at index: Int) -> Effect<Action> {
    if index > 0 { state.routes.remove(at: index) }
    return .none
  }
}

// MARK: - Listening to Screens

extension WalletApp {
  /// The number of words of the wallet that follows an erased one.
  private static let wordCountDefault = 12

  private func handleScreen(
    state: inout State, index: Int, action: WalletScreen.Action
  ) -> Effect<Action> {
    // Only the top screen can move forward; those below the unlock screen can't remove it.
    let isOnTop = index == state.routes.indices.last
    switch action {
    case .create(.delegate(.finished(let accounts))):
      showHome(&state, accounts)
      return .none
    case .create(.delegate(.cancelled)):
      let wordCount = state.routes[index].screen.create?.wordCount
      startOver(&state, wordCount.map { .create(wordCount: $0) } ?? .importing)
      return .none
    case .unlock(.delegate(.unlocked(let accounts))):
      return isOnTop ? uncover(&state, accounts) : .none
    case .home(.delegate(let delegate)):
      return handleHome(state: &state, isOnTop: isOnTop, delegate)
    case .send(.delegate(.closed)), .replace(.delegate(.closed)), .profile(.delegate(.closed)),
      .contacts(.delegate(.closed)), .networks(.delegate(.closed)),
      .session(.delegate(.closed)):
      return close(&state, at: index)
    case .profile(.delegate(.contactsRequested)):
      if isOnTop { openContacts(&state) }
      return .none
    case .profile(.delegate(.networksRequested)):
      if isOnTop { openNetworks(&state) }
      return .none
    case .profile(.delegate(.sessionRequested(let endpoint))):
      if isOnTop { openSession(&state, with: endpoint) }
      return .none
    case .contacts(.delegate(.changed(let contacts))):
      updateHome(&state) { $0.contacts = contacts }
      return .none
    case .send(.delegate(.recorded(let payment))):
      state.isVaultLocked = true
      return resumePayments(&state, besides: payment)
    case .replace(.delegate(.recorded)):
      return finishReplacement(&state, at: index)
    case .replace(.delegate(.abandoned)):
      return close(&state, at: index)
    case .send(.delegate(.unlockRequired)), .replace(.delegate(.unlockRequired)):
      if isOnTop { cover(&state, .signature) }
      return .none
    case .profile(.delegate(.accountAdded(let accounts))),
      .profile(.delegate(.accountRenamed(let accounts))):
      updateHome(&state) { $0.update(accounts: accounts) }
      return .none
    case .profile(.delegate(.preferencesChanged(let preferences))):
      return choose(&state, preferences)
    case .profile(.delegate(.erased)):
      state.preferences.hiddenAccounts = []
      startOver(&state, .create(wordCount: Self.wordCountDefault))
      return .none
    case .create, .unlock, .home, .send, .replace, .profile, .contacts, .networks, .session:
      return .none
    }
  }

  private func handleHome(
    state: inout State, isOnTop: Bool, _ delegate: Home.Delegate
  ) -> Effect<Action> {
    switch delegate {
    case .appeared:
      return isOnTop ? resumePayments(&state) : .none
    case .sendRequested(let account):
      if isOnTop { openForm(&state, account) }
      return .none
    case .replacementRequested(let payment, let account, let role):
      if isOnTop { openReplacement(&state, payment, account, role) }
      return .none
    case .profileRequested:
      if isOnTop { openProfile(&state) }
      return .none
    case .lockRequested:
      return lock(state, .request)
    }
  }

  /// Continues the earlier payments.
  ///
  /// - Parameter payment: The payment that its own screen follows, if there is one.
  func resumePayments(
    _ state: inout State, besides payment: Payment? = nil
  ) -> Effect<Action> {
    state.resuming = state.resuming ?? ResumePayments.State(chainID: state.chainID)
    state.resuming?.excluded = payment.map { [$0.id] } ?? []
    return .send(.resuming(.view(.started)))
  }

  static func tellHome(_ state: State, _ action: Home.View) -> Effect<Action> {
    guard let home = state.routes.last(where: { $0.screen.is(\.home) }) else { return .none }
    return .send(.router(.routeAction(id: home.id, action: .home(.view(action)))))
  }
}
