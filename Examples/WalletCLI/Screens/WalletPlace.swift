package import ActivityClient
import AuthFeature
import ContactsFeature
package import EthereumPrimitives
package import Foundation
package import Headrace
package import HeadraceFlow
package import HeadraceTerminal
import HomeFeature
package import PasscodeFeature
import ProfileFeature
import SendFeature
package import VaultClient
package import WalletApp

/// The wallet as a place: the wallet's screens, and what a person at a terminal has besides them.
///
/// What the wallet does is `WalletApp`'s. Here are the things of the terminal: which row is chosen,
/// what stands in the fields, which sheet is open, and the time that nobody has touched a key.
@Reducer
package struct WalletPlace {
  /// What is on the terminal.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The wallet; nil until the person says whether to make one or to import one.
    package var wallet: WalletApp.State?
    /// The chain that the wallet is for.
    package let chainID: ChainID
    /// The language of all texts.
    package var language: Language
    /// The row that is chosen on the screen on top.
    package var chosen = 0
    /// The passcode that is asked for, where one is.
    package var passcode: EnterPasscode.State?
    /// What the last passcode consisted of that was set here.
    package var passcodeKind = PasscodeKind.passphrase(minimumCount: 8)
    /// What else is being typed that nobody may see.
    package var entry = Entry()
    /// The fields of the payment.
    package var form = PaymentForm()
    /// The new name of the account.
    package var name = LineEditor("", limit: 40)
    /// What is looked for in the activity.
    package var search = LineEditor("", limit: 80)
    /// Whether keys go to what is looked for.
    package var isSearching = false
    /// The fields of a contact.
    package var contactForm = ContactForm()
    /// What lies over the screen on top.
    package var sheet: Sheet?
    /// The question that is asked.
    @Presents package var alert: AlertState<Question>?
    /// The button of the question that is chosen.
    package var alertChoice = 0
    /// Short messages.
    package var toasts = ToastQueue.State()
    /// The present moment, as of the last second.
    package var now: Date
    /// Grows while something is waited for.
    package var tick = 0
    /// For how many seconds no key was pressed.
    package var idleSeconds = 0
    /// For how many seconds Home was on top and not refreshed.
    package var staleSeconds = 0
    /// After how many seconds without a key the wallet locks.
    package var lockSeconds = 300

    /// Creates the place, before the person has done anything.
    ///
    /// - Parameters:
    ///   - hasWallet: Whether there is a wallet to open.
    ///   - chainID: The chain that the wallet is for.
    ///   - language: The language of all texts.
    ///   - now: The present moment.
    package init(hasWallet: Bool, chainID: ChainID, language: Language, now: Date) {
      wallet = hasWallet ? WalletApp.State(start: .unlock, chainID: chainID) : nil
      self.chainID = chainID
      self.language = language
      self.now = now
      askPasscode()
    }

    /// The screen on top; nil on the first one.
    package var top: WalletScreen.State? { wallet?.routes.last?.screen }
  }

  /// What is typed that nobody may see: how much of it, and what was given to the vault already.
  package struct Entry: Equatable, Sendable {
    /// How many characters there are.
    package var count = 0
    /// The words that were typed back so far.
    package var words: [SecretHandle] = []
    /// Whether the last one was wrong, a moment ago.
    package var isFlashing = false
  }

  /// What lies over the screen on top.
  package enum Sheet: Equatable, Sendable {
    /// The address to be paid at.
    case receive
    /// The accounts, to choose one.
    case accounts
    /// A line of the activity.
    case line(ActivityLine.ID)
    /// The contacts, to choose the recipient of a payment.
    case contacts
    /// Another name for the account.
    case rename
    /// Another passcode.
    case passcode
  }

  /// What the person is asked before it is done.
  package enum Question: Equatable, Sendable {
    /// The wallet goes from this machine.
    case eraseConfirmed
    /// The contact with an address goes.
    case removalConfirmed(Address)
  }

  /// What can happen.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case wallet(WalletApp.Action)
    case passcode(EnterPasscode.Action)
    case toasts(ToastQueue.Action)
    case alert(PresentationAction<Question>)
  }

  /// What the person did.
  @CasePathable
  package enum View: Equatable, Sendable {
    case appeared
    case keyPressed(Key)
    case pasted(String)
    case clicked(String)
    /// Something secret was typed; so many characters are there.
    case secretTyped(count: Int)
    case secretEntered
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case secondPassed(Date)
    case ticked
    case deposited(Prompt, SecretHandle)
    case flashEnded
  }

  enum CancelID { case ticking, flash }

  @Dependency(\.vault) var vault
  @Dependency(\.secrets) var secrets
  @Dependency(\.clipboard) var clipboard
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Runs the wallet, and the place around it.
  package var body: some ReducerOf<Self> {
    Scope(state: \.toasts, action: \.toasts) { ToastQueue() }
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .wallet(let action): handleWalletAction(state: &state, action: action)
      case .passcode(let action): handlePasscodeAction(state: &state, action: action)
      case .alert(.presented(.eraseConfirmed)):
        tellTop(state, .profile(.view(.eraseButtonTapped)))
      case .alert(.presented(.removalConfirmed(let address))):
        tellTop(state, .contacts(.view(.removeConfirmed(address))))
      case .toasts, .alert: .none
      }
    }
    .ifLet(\.wallet, action: \.wallet) { WalletApp() }
    .ifLet(\.passcode, action: \.passcode) { EnterPasscode() }
    .ifLet(\.$alert, action: \.alert)
    .onChange(of: \.scene) { before, state in changeScene(&state, from: before) }
    .onChange(of: \.passcodeQuestion) { _, state in beginPasscode(&state) }
    .onChange(of: \.isWaiting) { _, state in tick(state) }
    .onChange(of: \.refusal) { _, state in flash(&state) }
  }
}

// MARK: - What Is on Top

extension WalletPlace.State {
  /// What tells a screen, and a step of it, from others: with another one keys mean other things.
  struct Scene: Equatable {
    var routeID: RouteID?
    var bottomID: RouteID?
    var prompt: WalletPlace.Prompt?
    var showsPhrase = false
  }

  var scene: Scene {
    Scene(
      routeID: wallet?.routes.last?.id, bottomID: wallet?.routes.first?.id, prompt: prompt,
      showsPhrase: showsPhrase)
  }

  /// Whether words of a phrase are on the screen.
  package var showsPhrase: Bool {
    switch top {
    case .create(let create): create.phase.is(\.showingPhrase)
    case .profile(let profile): profile.phase == .phraseShown
    case .unlock, .home, .send, .contacts, nil: false
    }
  }

  /// Whether something is waited for, so that a sign turns.
  package var isWaiting: Bool {
    if passcode?.isWorking == true { return true }
    return switch top {
    case .create(let create): create.isWorking
    case .unlock(let unlock): unlock.isUnlocking
    case .home(let home): home.isRefreshing
    case .send(let send):
      switch send.phase {
      case .quoting, .submitting, .following: true
      case .editing, .reviewing, .refused, .unsettled, .confirmed, .failed: false
      }
    case .profile(let profile): profile.phase.is(\.working) || profile.isChangingAccounts
    case .contacts(let contacts): contacts.isChanging
    case nil: false
    }
  }

  /// Why the last secret was refused, if it was.
  var refusal: CommandFailure? {
    switch top {
    case .create(let create): create.failure.map { FailureTexts.failure($0) }
    case .send(let send):
      if case .refused(_, _, let failure) = send.phase {
        FailureTexts.failure(failure)
      } else {
        nil
      }
    case .profile(let profile): profile.failure.map { FailureTexts.failure($0) }
    case .unlock, .home, .contacts, nil: nil
    }
  }
}

// MARK: - Time

extension WalletPlace {
  private static let tickInterval = Duration.milliseconds(125)
  private static let flashInterval = Duration.milliseconds(600)

  /// Counts seconds, for the age of what is known and for the lock.
  func countSeconds() -> Effect<Action> {
    .run { [clock, date] send in
      for await _ in clock.timer(interval: .seconds(1)) {
        await send(.inner(.secondPassed(date.now)))
      }
    }
  }

  private func tick(_ state: State) -> Effect<Action> {
    guard state.isWaiting else { return .cancel(id: CancelID.ticking) }
    return .run { [clock] send in
      for await _ in clock.timer(interval: Self.tickInterval) { await send(.inner(.ticked)) }
    }
    .cancellable(id: CancelID.ticking, cancelInFlight: true)
  }

  private func flash(_ state: inout State) -> Effect<Action> {
    guard state.refusal != nil else { return .none }
    state.entry.isFlashing = true
    return .run { [clock] send in
      try await clock.sleep(for: Self.flashInterval)
      await send(.inner(.flashEnded))
    }
    .cancellable(id: CancelID.flash, cancelInFlight: true)
  }

  private func changeScene(_ state: inout State, from before: State.Scene) -> Effect<Action> {
    let after = state.scene
    var effects: [Effect<Action>] = []
    if before.prompt != after.prompt {
      effects.append(forgetEntry(&state, keeping: after.prompt))
    }
    if before.showsPhrase, !after.showsPhrase {
      effects.append(.run { [secrets] _ in secrets.hide() })
    }
    if before.routeID != after.routeID {
      state.chosen = 0
      state.sheet = nil
      state.isSearching = false
      state.alert = nil
      effects.append(appear(&state, isNewBottom: before.bottomID != after.bottomID))
    }
    return .merge(effects)
  }

  /// Tells a screen that it appears; Home hears of it from the wallet, but for the first time.
  private func appear(_ state: inout State, isNewBottom: Bool) -> Effect<Action> {
    switch state.top {
    case .create: return tellTop(state, .create(.view(.appeared)))
    case .home: return isNewBottom ? tellTop(state, .home(.view(.appeared))) : .none
    case .send(let send):
      state.form = PaymentForm()
      state.form.recipient.replace(by: send.recipientText)
      state.form.amount.replace(by: send.amountText)
      return .none
    case .profile: return tellTop(state, .profile(.view(.appeared)))
    case .contacts: return tellTop(state, .contacts(.view(.appeared)))
    case .unlock, nil: return .none
    }
  }

  /// Sends an action to the screen on top.
  func tellTop(_ state: State, _ action: WalletScreen.Action) -> Effect<Action> {
    guard let id = state.wallet?.routes.last?.id else { return .none }
    return .send(.wallet(.router(.routeAction(id: id, action: action))))
  }
}

// MARK: - Handling Actions

extension WalletPlace {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    state.idleSeconds = 0
    switch action {
    case .appeared:
      return .merge(
        countSeconds(), appear(&state, isNewBottom: true), beginPasscode(&state))
    case .keyPressed(let key): return handleKey(state: &state, key)
    case .pasted(let text): return handlePaste(state: &state, text)
    case .clicked(let target): return handleClick(state: &state, target)
    case .secretTyped(let count):
      state.entry.count = count
      return .none
    case .secretEntered:
      guard let prompt = state.prompt, state.entry.count > 0 else { return .none }
      state.entry.count = 0
      return .run { [secrets] send in
        await send(.inner(.deposited(prompt, await secrets.deposit())))
      }
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .secondPassed(let now):
      state.now = now
      return .merge(lockIfIdle(&state), refreshIfStale(&state))
    case .ticked:
      state.tick &+= 1
      return .none
    case .deposited(let prompt, let secret):
      return take(&state, secret, for: prompt)
    case .flashEnded:
      state.entry.isFlashing = false
      return .none
    }
  }

  /// Locks a wallet that nobody has touched for a while. What is being paid goes on.
  private func lockIfIdle(_ state: inout State) -> Effect<Action> {
    guard state.wallet != nil, state.lockSeconds > 0, state.top?.is(\.unlock) == false,
      state.top?.is(\.create) == false
    else { return .none }
    state.idleSeconds += 1
    guard state.idleSeconds >= state.lockSeconds else { return .none }
    state.idleSeconds = 0
    return .send(.wallet(.view(.lockRequested)))
  }

  private func handleWalletAction(
    state: inout State, action: WalletApp.Action
  ) -> Effect<Action> {
    guard case .router(.routeAction(_, let action)) = action else { return .none }
    switch action {
    case .create(.delegate(.cancelled)), .profile(.delegate(.erased)):
      // There is no wallet: the person chooses anew whether to make one or to import one.
      state.wallet = nil
      state.chosen = 0
      return .none
    case .send(.delegate(.confirmed(let payment))):
      let text = Texts(state.language)[.toastPaid, payment.intent.value.etherText]
      return .send(.toasts(.show(.success(TextState(verbatim: text)))))
    case .profile(.delegate(.accountsChanged)):
      let text = Texts(state.language)[.toastAccount]
      return .send(.toasts(.show(.success(TextState(verbatim: text)))))
    default:
      return .none
    }
  }
}
