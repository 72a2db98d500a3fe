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
  /// Makes a wallet, or imports one.
  case create(CreateWallet)
  /// Opens the wallet.
  case unlock(UnlockWallet)
  /// Shows an account.
  case home(Home)
  /// Pays.
  case send(SendMoney)
  /// Makes a payment faster, or cancels it.
  case replace(ReplacePayment)
  /// Keeps the wallet.
  case profile(Profile)
  /// Keeps the contacts.
  case contacts(Contacts)
  /// Keeps the networks.
  case networks(Networks)
  /// Signs in to a service.
  case session(KeepSession)
}

/// The whole wallet: the one place that sees every feature.
///
/// Its screens are a route stack. Locking presents the unlock screen over what is there, so that a
/// half-filled payment is not lost.
///
/// A host says when Home appears first; when what covered it is gone, the app does. Whenever it
/// appears, payments whose end is not known are taken up. That ends when each of them has its end,
/// so don't wait for all that an appearance of Home starts.
@FlowCoordinator(screen: "WalletScreen")
package struct WalletApp {
  /// The stack of screens.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// What the user sees, bottom first.
    package var routes: [Route<WalletScreen.State>]
    /// The chain that the wallet is for.
    package let chainID: ChainID
    /// The payments whose end was not known; nil until Home appeared, and without a wallet.
    package var resuming: ResumePayments.State?
    /// Whether the vault locked itself after a payment; the screens stay until one needs it.
    package var isVaultLocked = false
    /// The link that waits until Home is on top.
    package var links = DeepLinkState()
    /// Why the last link led nowhere; nil where it led somewhere.
    package var linkFailure: WalletLinkError?
    /// What the owner chose.
    package var preferences = Preferences()

    /// Creates the wallet as it starts: locked, or new.
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
    ///   - routes: The stack of screens; it begins with its only root.
    ///   - chainID: The chain that the wallet is for.
    package init(routes: [Route<WalletScreen.State>], chainID: ChainID) {
      self.routes = routes
      self.chainID = chainID
    }

    /// Whether there is a wallet, open or not; there is none while one is being made.
    var hasWallet: Bool { routes.first?.screen.is(\.create) == false }

    /// The addresses of the wallet's accounts, as far as the screens know them.
    var ownAddresses: [Address] {
      routes.first?.screen.home?.accounts.map(\.address) ?? []
    }

    /// Whether the passcode is asked before anything else.
    var isLocked: Bool { routes.contains(\.unlock) }

    /// Whether nothing stands on the account's screen.
    var isHomeOnTop: Bool { routes.last?.screen.is(\.home) == true }

    /// The screen at the bottom, and the one that the user sees.
    fileprivate var ends: Ends { Ends(bottom: routes.first?.id, top: routes.last?.id) }

    fileprivate struct Ends: Equatable {
      let bottom: RouteID?
      let top: RouteID?
    }
  }

  /// How the wallet starts.
  package enum Start: Equatable, Sendable {
    /// There is none yet; make a phrase of so many words.
    case create(wordCount: Int)
    /// There is none yet; take a phrase that the user has.
    case importing
    /// There is one.
    case unlock
  }

  /// What can happen.
  package enum Action: Codable, Sendable {
    case router(IndexedRouterActionOf<WalletScreen>)
    case view(View)
    case inner(Inner)
    case links(DeepLinkAction)
    case resuming(ResumePayments.Action)
  }

  /// What the user did, on whatever screen.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    /// The owner wants the wallet locked, or a script.
    case lockRequested
    /// Nothing was typed for so long that the wallet locks itself.
    case idled
    /// Too many wrong passcodes were typed where the wallet was open.
    case passcodesMistyped
  }

  /// What came back.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case locked(UnlockWallet.LockReason)
    case linked(WalletLink)
  }

  @Dependency(\.vault) var vault
  @Dependency(\.accountNames) var accountNames

  /// Creates the app.
  package init() {}

  /// Runs the screens and the coordinator, and what goes on beside them.
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
        // The screens above Home are gone.
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
      // An action that belongs to no route was reported by 'forEachRoute', and changes nothing
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

  /// Keeps the lock, whatever routes a host proposes or a screen leaves: a host may propose the
  /// stack of before the lock, and who leaves a screen leaves all above it, the lock too.
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

  /// Lets a host take screens away, as a swipe back does, and nothing else.
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

  /// Presents the unlock screen over what is there.
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
    // An unlocking that began before the lock must not end after it; its route ends its effects.
    if screen.isUnlocking {
      state.routes.replaceCurrent(.unlock(UnlockWallet.State(reason: screen.reason)))
    }
  }

  /// Asks for the passcode before a screen that needs the vault.
  func coverIfVaultIsLocked(_ state: inout State) {
    if state.isVaultLocked { cover(&state, .payment) }
  }

  /// Takes the unlock screen away again, or shows the wallet for the first time.
  private func uncover(
    _ state: inout State, _ accounts: [VaultAccount]
  ) -> Effect<Action> {
    state.isVaultLocked = false
    // Another process may have put another wallet in the place of the one on the screens.
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

  /// Takes a screen away; below the unlock screen it goes too, and the unlock screen stays.
  func close(_ state: inout State, at index: Int) -> Effect<Action> {
    if index > 0 { state.routes.remove(at: index) }
    return .none
  }
}

// MARK: - Listening to Screens

extension WalletApp {
  /// How many words a wallet gets after one was erased.
  private static let wordCountDefault = 12

  private func handleScreen(
    state: inout State, index: Int, action: WalletScreen.Action
  ) -> Effect<Action> {
    // Only who is on top goes forward; what lies below the unlock screen can't take it away.
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

  /// Takes up the payments of before.
  ///
  /// - Parameter payment: The one that its own screen follows, where there is one.
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
