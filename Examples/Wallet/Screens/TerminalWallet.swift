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

/// The wallet as a place: the wallet's screens, and what a person at a terminal has besides them.
///
/// What the wallet does is `WalletApp`'s. Here are the things of the terminal: which row is chosen,
/// what stands in the fields, which sheet is open, and the time since the last key.
@Reducer
package struct TerminalWallet {
  /// What is on the terminal.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The wallet; nil until the person says whether to make one or to import one.
    package var wallet: WalletApp.State?
    /// The path of the vault's file, if it can't be read; it is set aside when another is written.
    package var damagedVault: String?
    /// The chain that the wallet is for.
    package let chainID: ChainID
    /// The language of all texts.
    package var language: Language
    /// The language that the person chose; nil where the environment decides.
    package var chosenLanguage: Language?
    /// How dates are written.
    package var region = Region()
    /// Whether the terminal shows nothing but ASCII, and so no Korean.
    package var showsOnlyASCII = false
    /// Whether the person's language can't be shown.
    package var lacksLanguage = false
    /// Whether the system locks no memory for secrets.
    package var locksNoMemory = false
    /// Whether the terminal may have a clipboard.
    package var canCopy = true
    /// Whether the wallet is shown, and time counts.
    package var hasAppeared = false
    /// Whether lines are written one after the other, so that what counts is told in steps.
    package var isReadAloud = false
    /// The row that is chosen on the screen on top.
    package var chosen = 0
    /// The passcode that is asked for, where one is.
    package var passcode: EnterPasscode.State?
    /// What the last passcode consisted of that was set here.
    package var passcodeKind = RememberedSettings().passcodeKind
    /// What else is being typed unseen.
    package var entry = Entry()
    /// The fields of the payment.
    package var form = PaymentForm()
    /// What the owner chose; it holds for wallets that are made here, too.
    package var preferences = Preferences()
    /// What the person calls the wallet; nil where it has no name.
    package var walletName: ContactName?
    /// Why what was typed is no name of the wallet.
    package var nameRefusal: ContactName.Refusal?
    /// The new name of the account, or of the wallet; one that is too long is refused, not cut.
    package var name = LineEditor("", limit: 200)
    /// The last name that was given to the vault for an account; if that refused it, it says why.
    package var refusedName: String?
    /// What is looked for in the activity.
    package var search = LineEditor("", limit: 80)
    /// Whether keys go to what is looked for.
    package var isSearching = false
    /// The fields of a contact.
    package var contactForm = ContactForm()
    /// The fields of a network.
    package var networkForm = NetworkForm()
    /// The address of the service to sign in to.
    package var service = LineEditor(SessionEndpoint.local.text, limit: 512)
    /// The network that the wallet is open on; nil where only the chain is known.
    package var openNetwork: OpenNetwork?
    /// The network that the wallet opens on next, once one was chosen; then this one is over.
    package var reopening: Reopening?
    /// What lies over the screen on top.
    package var sheet: Sheet?
    /// The first row that is seen of a sheet that scrolls.
    package var scroll = 0
    /// What the unlock screen covers, to go on with it.
    package var covered: Covered?
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

  /// What is typed unseen: how much of it, and what was given to the vault already.
  package struct Entry: Equatable, Sendable {
    /// How many characters there are.
    package var count = 0
    /// The words that were typed back so far.
    package var words: [SecretHandle] = []
    /// Whether the last one was wrong, a moment ago.
    package var isFlashing = false
    /// Whether Return was pressed where nothing was typed, or too few digits.
    package var isMissing = false
  }

  /// The network that a place is open on.
  package struct OpenNetwork: Equatable, Sendable {
    /// Its name; nil for the default, and for one that is not among the networks of the home.
    package let name: NetworkName?
    /// The node's address, without what may be secret in it.
    package let nodeText: String
    /// Whether the home remembers it, or it is the default; otherwise an option or the environment
    /// named the node or the chain.
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

  /// What lies over the screen on top.
  package enum Sheet: Equatable, Sendable {
    /// The address to be paid at.
    case receive
    /// The accounts, to choose one.
    case accounts
    /// The keys of the screen on top, and those that are the same on each.
    case keys
    /// A line of the activity.
    case line(ActivityLine.ID)
    /// The contacts, to choose the recipient of a payment.
    case contacts
    /// Another name for an account.
    case rename(AccountID)
    /// The accounts, to add, rename or hide one.
    case keptAccounts
    /// What this program is.
    case about
    /// Another name for the wallet.
    case walletName
    /// The address of a service to sign in to.
    case service
    /// Another passcode.
    case passcode
  }

  /// What the person is asked before it is done.
  package enum Question: Equatable, Sendable {
    /// The wallet goes from this machine.
    case eraseConfirmed
    /// The contact with an address goes.
    case removalConfirmed(Address)
    /// The payment ends, if a block does not take it first.
    case cancellationConfirmed(PaymentID)
    /// The wallet opens on another network; nil for the default.
    case networkConfirmed(NetworkName?)
    /// The network with a name goes.
    case networkRemovalConfirmed(NetworkName)
    /// The service revokes the session.
    case signOutConfirmed
    /// The account signs in to the service anew.
    case signInConfirmed
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
    /// A key that goes back was pressed, where a part that scrolls shows this row first.
    case scrolledBack(Key, from: Int)
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

  /// Runs the wallet, and what the terminal adds to it.
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
      // The last digit says that it is the last.
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

  /// Locks a wallet after a while without keys. What is being paid goes on.
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
