import AuthFeature
import ContactsFeature
import Headrace
import HeadraceFlow
import HomeFeature
import NetworksFeature
import PasscodeFeature
import ProfileFeature
import SendFeature
import SessionFeature
import WalletApp

// MARK: - The Screen on Top

extension TerminalWallet.State {
  /// The identity of a screen and its step; when it changes, the meanings of keys change.
  struct Scene: Equatable {
    var routeID: RouteID?
    var bottomID: RouteID?
    var isLocked = false
    var prompt: TerminalWallet.Prompt?
    var showsPhrase = false
    var review: String?
  }

  var scene: Scene {
    Scene(
      routeID: wallet?.routes.last?.id, bottomID: wallet?.routes.first?.id,
      isLocked: top?.is(\.unlock) == true, prompt: prompt, showsPhrase: showsPhrase,
      review: reviewName)
  }

  /// True if words of a phrase are on the screen.
  package var showsPhrase: Bool {
    switch top {
    case .create(let create): create.phase.is(\.showingPhrase)
    case .profile(let profile): profile.phase == .phraseShown
    case .unlock, .home, .send, .replace, .contacts, .networks, .session, nil: false
    }
  }

  /// True if seconds are counted: for ages, and for the lock of an open wallet.
  package var countsSeconds: Bool {
    guard hasAppeared else { return false }
    return switch top {
    case .create, .unlock, nil: false
    case .home, .send, .replace, .profile, .contacts, .networks, .session: true
    }
  }

  /// True if something is in progress, so that an indicator turns.
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
    case .replace(let replace):
      replace.phase == .quoting || replace.phase.is(\.submitting)
    case .profile(let profile): profile.phase.is(\.working) || profile.isChangingAccounts
    case .contacts(let contacts): contacts.isChanging
    case .networks(let networks): networks.work != nil
    case .session(let session):
      switch session.phase {
      case .askingNonce, .signing, .signingOut: true
      case .signedIn: session.isAskingProfile
      case .signedOut, .reviewing, .askingPasscode: false
      }
    case nil: false
    }
  }

  /// The reason the last secret was refused, if it was.
  var refusal: CommandFailure? {
    switch top {
    case .create(let create): create.failure.map { FailureText.failure($0) }
    case .send(let send):
      if case .refused(_, _, let failure) = send.phase {
        FailureText.failure(failure)
      } else {
        nil
      }
    case .replace(let replace):
      if case .refused(_, let failure) = replace.phase {
        FailureText.failure(failure)
      } else {
        nil
      }
    case .profile(let profile): profile.failure.map { FailureText.failure($0) }
    case .session(let session): session.failure.map { FailureText.failure($0) }
    case .unlock, .home, .contacts, .networks, nil: nil
    }
  }
}
