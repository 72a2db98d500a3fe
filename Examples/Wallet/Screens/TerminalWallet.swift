package import ActivityClient
import AuthFeature
package import ContactsClient
import ContactsFeature
package import EthereumPrimitives
package import Foundation
package import Headrace
package import HeadraceFlow
package import HeadraceTerminal
import HomeFeature
package import NetworksClient
import NetworksFeature
package import PasscodeFeature
package import ProfileFeature
import SendFeature
import SessionClient
import SessionFeature
package import VaultClient
package import WalletApp

/// The wallet on a terminal: the wallet's screens, and the terminal's own state.
///
/// The wallet's behaviour is in `WalletApp`. This feature has the terminal's part: the selected
/// row, the text in the fields, the open sheet, and the time since the last key.
@Reducer
package struct TerminalWallet {
  /// The contents of the terminal.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The wallet; nil until the person chooses to create one or to import one.
    package var wallet: WalletApp.State?
    /// The path of the vault's file, if it can't be read; it is set aside when another is written.
    package var damagedVault: String?
    /// The chain that the wallet is for.
    package let chainID: ChainID
    /// The language of all texts.
    package var language: Language
    /// The language that the person chose; nil if the environment decides.
    package var chosenLanguage: Language?
    /// The format of dates.
    package var region = Region()
    /// True if the terminal shows nothing but ASCII, and so no Korean.
    package var showsOnlyASCII = false
    /// True if the person's language can't be shown.
    package var lacksLanguage = false
    /// True if the system locks no memory for secrets.
    package var locksNoMemory = false
    /// True if the terminal may have a clipboard.
    package var canCopy = true
    /// True if the wallet is shown, and time counts.
    package var hasAppeared = false
    /// True if lines are written one after the other, so that counters are reported in steps.
    package var isReadAloud = false
    /// The selected row of the screen on top.
    package var chosen = 0
    /// The request for a passcode, if any.
    package var passcode: EnterPasscode.State?
    /// The kind of the last passcode that was set here.
    package var passcodeKind = RememberedSettings().passcodeKind
    /// Another secret that is being typed.
    package var entry = Entry()
    /// The fields of the payment.
    package var form = PaymentForm()
    /// The owner's preferences, which also apply to wallets created here.
    package var preferences = Preferences()
    /// The person's name for the wallet; nil if it has none.
    package var walletName: ContactName?
    /// The reason the typed text can't be the wallet's name.
    package var nameRefusal: ContactName.Refusal?
    /// The new name of the account, or of the wallet; one that is too long is refused, not cut.
    package var name = LineEditor("", limit: 200)
    /// The last name passed to the vault for an account; if it is refused, the reason is shown.
    package var refusedName: String?
    /// The search text for the activity.
    package var search = LineEditor("", limit: 80)
    /// True if keys go to the search text.
    package var isSearching = false
    /// The fields of a contact.
    package var contactForm = ContactForm()
    /// The fields of a network.
    package var networkForm = NetworkForm()
    /// The address of the service to sign in to.
    package var service = LineEditor(SessionEndpoint.local.text, limit: 512)
    /// The network on which the wallet is open; nil if only the chain is known.
    package var openNetwork: OpenNetwork?
    /// The network on which the wallet opens next, once one was chosen; then this session ends.
    package var reopening: Reopening?
    /// The sheet over the screen on top.
    package var sheet: Sheet?
    /// The first visible row of a sheet that scrolls.
    package var scroll = 0
    /// The state covered by the unlock screen, to be restored.
    package var covered: Covered?
    /// The question being asked.
    @Presents package var alert: AlertState<Question>?
    /// The selected button of the question.
    package var alertChoice = 0
    /// Short messages.
    package var toasts = ToastQueue.State()
    /// The current time, as of the last second.
    package var now: Date
    /// A counter that increases while something is in progress.
    package var tick = 0
    /// The number of seconds since the last key.
    package var idleSeconds = 0
    /// The number of seconds that Home was on top and not refreshed.
    package var staleSeconds = 0
    /// The number of seconds without a key after which the wallet locks.
    package var lockSeconds = 300

    /// Creates the state before the person has done anything.
    ///
    /// - Parameters:
    ///   - hasWallet: True if a wallet exists to open.
    ///   - chainID: The chain that the wallet is for.
    ///   - language: The language of all texts.
    ///   - now: The current time.
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

  /// The state of a secret being typed: its length, and the words already passed to the vault.
  package struct Entry: Equatable, Sendable {
    /// The number of characters.
    package var count = 0
    /// The words that were confirmed so far.
    package var words: [SecretHandle] = []
    /// True for a short time after a wrong secret.
    package var isFlashing = false
    /// True if Return was pressed with nothing typed, or too few digits.
    package var isMissing = false
  }

  /// The network on which the screens are open.
  package struct OpenNetwork: Equatable, Sendable {
    /// Its name; nil for the default, and for one that the home folder does not remember.
    package let name: NetworkName?
    /// The node's address, without parts that may be secret.
    package let nodeText: String
    /// True if the home folder remembers it, or it is the default; otherwise an option or the
    /// environment named the node or the chain.
    package let isRemembered: Bool

    /// Describes a network.
    package init(name: NetworkName?, nodeText: String, isRemembered: Bool) {
      self.name = name
      self.nodeText = nodeText
      self.isRemembered = isRemembered
    }
  }

  /// A network that was chosen.
  package struct Reopening: Equatable, Sendable {
    /// The network; nil for the default.
    package let network: Network?
  }

  /// A sheet over the screen on top.
  package enum Sheet: Equatable, Sendable {
    /// The address for receiving.
    case receive
    /// The accounts, to choose one.
    case accounts
    /// The keys of the screen on top, and those common to all screens.
    case keys
    /// A line of the activity.
    case line(ActivityLine.ID)
    /// The contacts, to choose the recipient of a payment.
    case contacts
    /// Another name for an account.
    case rename(AccountID)
    /// The accounts, to add, rename or hide one.
    case keptAccounts
    /// Information about this program.
    case about
    /// Another name for the wallet.
    case walletName
    /// The address of a service to sign in to.
    case service
    /// Another passcode.
    case passcode
  }

  /// A question to confirm before an operation.
  package enum Question: Equatable, Sendable {
    /// To erase the wallet from this machine.
    case eraseConfirmed
    /// To remove the contact with an address.
    case removalConfirmed(Address)
    /// To cancel the payment, if no block includes it first.
    case cancellationConfirmed(PaymentID)
    /// To open the wallet on another network; nil for the default.
    case networkConfirmed(NetworkName?)
    /// To remove the network with a name.
    case networkRemovalConfirmed(NetworkName)
    /// To let the service revoke the session.
    case signOutConfirmed
    /// To sign the account in to the service again.
    case signInConfirmed
  }

  /// The feature's actions.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case wallet(WalletApp.Action)
    case passcode(EnterPasscode.Action)
    case toasts(ToastQueue.Action)
    case alert(PresentationAction<Question>)
  }

  /// Actions of the person.
  @CasePathable
  package enum View: Equatable, Sendable {
    case appeared
    case keyPressed(Key)
    /// A key that scrolls back was pressed, while this row is the first visible one.
    case scrolledBack(Key, from: Int)
    case pasted(String)
    case clicked(String)
    /// The number of characters of the typed secret changed.
    case secretTyped(count: Int)
    case secretEntered
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case secondPassed(Date)
    case ticked
    case deposited(Prompt, SecretHandle)
    case flashEnded, memoryNotKept
    case vaultDamaged(path: String)
  }

  enum CancelID { case ticking, flash, seconds }

  @Dependency(\.vault) var vault
  @Dependency(\.secrets) var secrets
  @Dependency(\.clipboard) var clipboard
  @Dependency(\.placeMemory) var placeMemory
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Runs the wallet, and the terminal's additions to it.
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
      case .alert(.presented(.cancellationConfirmed(let id))):
        tellTop(state, .home(.view(.replaceButtonTapped(id, .cancel))))
      case .alert(.presented(.networkConfirmed(let name))):
        tellTop(state, .networks(.view(.chooseConfirmed(name))))
      case .alert(.presented(.networkRemovalConfirmed(let name))):
        tellTop(state, .networks(.view(.removeConfirmed(name))))
      case .alert(.presented(.signOutConfirmed)):
        tellTop(state, .session(.view(.signOutButtonTapped)))
      case .alert(.presented(.signInConfirmed)):
        tellTop(state, .session(.view(.signInButtonTapped)))
      case .toasts, .alert: .none
      }
    }
    .ifLet(\.wallet, action: \.wallet) { WalletApp() }
    .ifLet(\.passcode, action: \.passcode) { EnterPasscode() }
    .ifLet(\.$alert, action: \.alert)
    .onChange(of: \.scene) { before, state in changeScene(&state, from: before) }
    .onChange(of: \.top?.send?.ownFee) { _, state in
      if let send = state.top?.send { state.form.take(send.ownFee) }
      return .none
    }
    .onChange(of: \.top?.send?.amountText) { _, state in
      if let send = state.top?.send { state.form.take(amount: send.amountText) }
      return .none
    }
    .onChange(of: \.passcodeQuestion) { _, state in beginPasscode(&state) }
    .onChange(of: \.memory) { _, state in remember(state.memory) }
    .onChange(of: \.isWaiting) { _, state in tick(state) }
    .onChange(of: \.countsSeconds) { _, state in countSeconds(&state) }
    .onChange(of: \.refusal) { _, state in flash(&state) }
  }
}

// MARK: - Handling Actions

extension TerminalWallet {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    state.idleSeconds = 0
    switch action {
    case .appeared:
      state.hasAppeared = true
      return .merge(
        appear(&state, isNewBottom: true), beginPasscode(&state),
        state.lacksLanguage ? tellLanguage(state) : .none,
        state.locksNoMemory ? tellUnlocked(state) : .none)
    case .keyPressed(let key): return handleKey(state: &state, key)
    case .scrolledBack(let key, let row):
      scrollTo(row, &state)
      return handleKey(state: &state, key)
    case .pasted(let text): return handlePaste(state: &state, text)
    case .clicked(let target): return handleClick(state: &state, target)
    case .secretTyped(let count):
      state.entry.count = count
      state.entry.isMissing = false
      // With the last digit, the passcode is complete.
      return state.promptDigitCount == count ? enterSecret(&state) : .none
    case .secretEntered: return enterSecret(&state)
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .secondPassed(let now):
      let before = state.now
      state.now = now
      return .merge(
        askSignInIfOver(&state, since: before), lockIfIdle(&state), refreshIfStale(&state))
    case .ticked:
      state.tick &+= 1
      return .none
    case .deposited(let prompt, let secret):
      return take(&state, secret, for: prompt)
    case .flashEnded:
      state.entry.isFlashing = false
      return .none
    case .memoryNotKept:
      let text = Texts(state.language)[.toastNotKept]
      return .send(.toasts(.show(.error(TextState(verbatim: text)))))
    case .vaultDamaged(let path):
      state.welcome(toReplace: path)
      return .none
    }
  }

  /// Locks a wallet after a while without keys; a payment in progress continues.
  private func lockIfIdle(_ state: inout State) -> Effect<Action> {
    guard state.wallet != nil, state.lockSeconds > 0, state.top?.is(\.unlock) == false,
      state.top?.is(\.create) == false
    else { return .none }
    state.idleSeconds += 1
    guard state.idleSeconds >= state.lockSeconds else { return .none }
    state.idleSeconds = 0
    return .send(.wallet(.view(.idled)))
  }
}
