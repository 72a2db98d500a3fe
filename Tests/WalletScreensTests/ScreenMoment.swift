import ActivityClient
import AuthFeature
import ContactsFeature
import Headrace
import HeadraceFlow
import HomeFeature
import NetworksFeature
import NodeClient
import PasscodeFeature
import ProfileFeature
import SendFeature
import SessionFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// A moment of the screens: each step of each screen, each sheet, question, and kind of message.
///
/// The functions below switch over the enums of the features without a `default`: a step that is
/// added to a feature doesn't compile here until it has a name, and a name needs a golden.
enum ScreenMoment: CaseIterable, Hashable {
  case welcome
  // Making a wallet.
  case phraseBeingMade, phraseRefused, phraseBeingTyped, phraseShown, phraseConfirmed
  case passcodeChosen, passcodeRepeated, walletBeingWritten
  // Opening it, and changing the passcode.
  case unlock, unlockDone
  case passcodeChangeOld, passcodeChangeNew, passcodeChangeAgain
  // Home.
  case home, homeWithoutNode, homeWithoutBalance, homeWithoutPayments, homeRefreshing, homeOffline,
    homeOtherChain
  case homeOlderJournal, homeUnreadableJournal, homeSearched, homeNothingFound, homeMoreLines
  // Paying.
  case form, formWithOwnFee, formBeingQuoted, formRefused, review, reviewQuestion, reviewRefused
  case signing, following, unsettled, paid
  case replacementBeingQuoted, replacementFaster, replacementCancels, replacementRefused
  case replacementBeingSigned, replacementFailed
  // Settings.
  case settings, settingsPasscodeToReveal, settingsPasscodeToErase, settingsWorking, phraseRevealed
  // Contacts and networks.
  case contacts, contactBeingAdded, contactBeingRenamed, contactsRefused
  case networks, networkBeingAdded, networkBeingAsked, networksRefused
  // A session.
  case signedOut, nonceBeingAsked, messageReviewed, messagePasscode, messageBeingSigned
  case signedIn, signingOut, sessionRefused
  // Sheets.
  case receive, accounts, keys, payment, received, lineThatIsGone, recipients, rename
  case keptAccounts, about, walletName, service
  // Questions.
  case askErase, askRemoveContact, askCancelPayment, askUseNetwork, askRemoveNetwork, askSignOut
  case askSignIn
  // Messages.
  case toastSuccess, toastInfo, toastError

  /// Returns the moments of a state. A question hides the keys of the screen below, as a sheet
  /// does.
  static func shown(by state: TerminalWallet.State) -> Set<Self> {
    var moments = Set(state.toasts.visible.compactMap { toast($0.kind) })
    if let alert = state.alert {
      moments.formUnion(alert.buttons.compactMap { $0.action.action.map(question) })
    } else if let sheet = state.sheet {
      moments.formUnion(self.sheet(sheet, state))
    } else {
      moments.formUnion(screen(state))
    }
    return moments
  }

  private static func screen(_ state: TerminalWallet.State) -> Set<Self> {
    switch state.top {
    case nil: [.welcome]
    case .create(let create): making(create, state.passcode)
    case .unlock:
      switch state.passcode?.step {
      case .verifying: [.unlock]
      case .finished, nil: [.unlockDone]
      // An opened wallet is locked before this is drawn; another wallet never gets here.
      case .choosing, .repeating, .lockedOut: []
      }
    case .home(let home): self.home(home, isSearching: state.isSearching)
    case .send(let send): paying(send)
    case .replace(let replace): replacing(replace)
    case .profile(let profile): settings(profile)
    case .contacts(let contacts): self.contacts(contacts)
    case .networks(let networks): self.networks(networks)
    case .session(let session): self.session(session)
    }
  }

  // MARK: - Screens

  private static func making(
    _ create: CreateWallet.State, _ passcode: EnterPasscode.State?
  ) -> Set<Self> {
    switch create.phase {
    case .starting: [create.failure == nil ? .phraseBeingMade : .phraseRefused]
    case .enteringPhrase: [.phraseBeingTyped]
    case .showingPhrase: [.phraseShown]
    case .confirming: [.phraseConfirmed]
    case .choosingPasscode:
      switch passcode?.step {
      case .choosing: [.passcodeChosen]
      case .repeating: [.passcodeRepeated]
      case .finished, nil: [.walletBeingWritten]
      case .verifying, .lockedOut: []
      }
    case .committing: [.walletBeingWritten]
    // The screen closes before it is drawn.
    case .finished, .cancelled: []
    }
  }

  private static func home(_ home: Home.State, isSearching: Bool) -> Set<Self> {
    var moments: Set<Self> = []
    if home.balance == nil { moments.insert(.homeWithoutBalance) }
    if home.isRefreshing { moments.insert(.homeRefreshing) }
    switch home.balanceFailure {
    case .wrongChain?: moments.insert(.homeOtherChain)
    case .some: moments.insert(home.balance == nil ? .homeWithoutNode : .homeOffline)
    case nil: break
    }
    switch home.journalStanding {
    case .older: moments.insert(.homeOlderJournal)
    case .asKnown: break
    }
    if home.activityFailure != nil { moments.insert(.homeUnreadableJournal) }
    if home.hasMoreLines { moments.insert(.homeMoreLines) }
    if home.lines.isEmpty {
      moments.insert(home.searchText.isEmpty ? .homeWithoutPayments : .homeNothingFound)
    } else {
      moments.insert(isSearching ? .homeSearched : .home)
    }
    return moments
  }

  private static func paying(_ send: SendMoney.State) -> Set<Self> {
    switch send.phase {
    case .editing: [send.ownFee == nil ? .form : .formWithOwnFee]
    case .quoting: [.formBeingQuoted]
    case .failed: [.formRefused]
    case .reviewing: [send.openQuestions.isEmpty ? .review : .reviewQuestion]
    case .refused: [.reviewRefused]
    case .submitting: [.signing]
    case .following: [.following]
    case .unsettled: [.unsettled]
    case .confirmed: [.paid]
    }
  }

  private static func replacing(_ replace: ReplacePayment.State) -> Set<Self> {
    switch replace.phase {
    // Drawn as a request in progress: it begins as soon as the screen appears.
    case .idle, .quoting: [.replacementBeingQuoted]
    case .reviewing: [replace.role == .cancel ? .replacementCancels : .replacementFaster]
    case .refused: [.replacementRefused]
    case .submitting: [.replacementBeingSigned]
    case .failed: [.replacementFailed]
    // The screen closes before it is drawn.
    case .recorded, .abandoned: []
    }
  }

  private static func settings(_ profile: Profile.State) -> Set<Self> {
    switch profile.phase {
    case .idle: [.settings]
    case .askingPasscode(.revealPhrase): [.settingsPasscodeToReveal]
    case .askingPasscode(.erase): [.settingsPasscodeToErase]
    case .working: [.settingsWorking]
    case .phraseShown: [.phraseRevealed]
    // The screen closes before it is drawn.
    case .erased: []
    }
  }

  private static func contacts(_ contacts: Contacts.State) -> Set<Self> {
    let step: Self =
      switch contacts.phase {
      case .listing: .contacts
      case .adding: .contactBeingAdded
      case .renaming: .contactBeingRenamed
      }
    return contacts.failure == nil ? [step] : [step, .contactsRefused]
  }

  private static func networks(_ networks: Networks.State) -> Set<Self> {
    let step: Self =
      switch networks.phase {
      case .listing: .networks
      case .adding: networks.work == nil ? .networkBeingAdded : .networkBeingAsked
      }
    return networks.failure == nil ? [step] : [step, .networksRefused]
  }

  private static func session(_ session: KeepSession.State) -> Set<Self> {
    let step: Self =
      switch session.phase {
      case .signedOut: .signedOut
      case .askingNonce: .nonceBeingAsked
      case .reviewing: .messageReviewed
      case .askingPasscode: .messagePasscode
      case .signing: .messageBeingSigned
      case .signedIn: .signedIn
      case .signingOut: .signingOut
      }
    return session.failure == nil ? [step] : [step, .sessionRefused]
  }

  // MARK: - What Lies over Them

  private static func sheet(_ sheet: TerminalWallet.Sheet, _ state: TerminalWallet.State) -> Set<
    Self
  > {
    switch sheet {
    case .receive: [.receive]
    case .accounts: [.accounts]
    case .keys: [.keys]
    case .line(let id):
      switch state.top?.home?.lines.first(where: { $0.id == id }) {
      case .payment: [.payment]
      case .received: [.received]
      case nil: [.lineThatIsGone]
      }
    case .contacts: [.recipients]
    case .rename: [.rename]
    case .keptAccounts: [.keptAccounts]
    case .about: [.about]
    case .walletName: [.walletName]
    case .service: [.service]
    case .passcode:
      switch state.passcode?.step {
      case .verifying: [.passcodeChangeOld]
      case .choosing: [.passcodeChangeNew]
      case .repeating: [.passcodeChangeAgain]
      // The sheet closes before it is drawn.
      case .lockedOut, .finished, nil: []
      }
    }
  }

  private static func question(_ question: TerminalWallet.Question) -> Self {
    switch question {
    case .eraseConfirmed: .askErase
    case .removalConfirmed: .askRemoveContact
    case .cancellationConfirmed: .askCancelPayment
    case .networkConfirmed: .askUseNetwork
    case .networkRemovalConfirmed: .askRemoveNetwork
    case .signOutConfirmed: .askSignOut
    case .signInConfirmed: .askSignIn
    }
  }

  private static func toast(_ kind: Toast.Kind) -> Self? {
    switch kind {
    case .success: .toastSuccess
    case .info: .toastInfo
    case .error: .toastError
    // The wallet shows none.
    case .warning, .loading: nil
    }
  }
}
