import EthereumMessages
import Foundation
import Headrace
import HeadraceTerminal
import SessionClient
import SessionFeature
import WalletApp

// MARK: - Keys of a Session

extension TerminalWallet {
  func handleSessionKey(
    state: inout State, _ session: KeepSession.State, _ key: Key
  ) -> Effect<Action> {
    switch session.phase {
    case .signedOut:
      switch key {
      case Key(.escape): return tellTop(state, .session(.view(.closeButtonTapped)))
      case Key(.enter): return tellTop(state, .session(.view(.signInButtonTapped)))
      default: return .none
      }
    case .reviewing(let message):
      // The message may be longer than the terminal.
      if move(&state, key, among: message.text.count(of: "\n") + 1) { return .none }
      switch key {
      case Key(.escape): return tellTop(state, .session(.view(.backButtonTapped)))
      case Key(.enter): return tellTop(state, .session(.view(.agreeButtonTapped)))
      default: return .none
      }
    case .askingNonce, .askingPasscode:
      return key == Key(.escape) ? tellTop(state, .session(.view(.backButtonTapped))) : .none
    case .signedIn(let kept):
      switch key.code {
      case .escape: return tellTop(state, .session(.view(.closeButtonTapped)))
      case .enter:
        if kept.expiresAt <= state.now { return askSignIn(&state, session) }
        return tellTop(state, .session(.view(.profileButtonTapped)))
      case .character("o"): return askSignOut(&state, session)
      default: return .none
      }
    case .signing, .signingOut: return .none
    }
  }

  /// Offers to sign in, because the request needs a session and there is none.
  func askSignIn(_ state: inout State, _ session: KeepSession.State) -> Effect<Action> {
    let texts = Texts(state.language)
    state.alert = AlertState(
      .requireLogin,
      TextState(verbatim: texts[.sessionAgainTitle]),
      yes: TextState(verbatim: texts[.keySignIn]),
      no: TextState(verbatim: texts[.sessionAgainNo]),
      message: TextState(verbatim: texts[.sessionAgainMessage, session.endpoint.description]),
      action: .signInConfirmed)
    state.alertChoice = 0
    return .none
  }

  /// Offers to sign in, once, when the session on top has expired.
  func askSignInIfOver(_ state: inout State, since before: Date) -> Effect<Action> {
    guard state.alert == nil, case .session(let session)? = state.top,
      case .signedIn(let kept) = session.phase, before < kept.expiresAt,
      kept.expiresAt <= state.now
    else { return .none }
    return askSignIn(&state, session)
  }

  private func askSignOut(_ state: inout State, _ session: KeepSession.State) -> Effect<Action> {
    let texts = Texts(state.language)
    state.alert = AlertState(
      .confirmDestruction,
      TextState(verbatim: texts[.sessionOutTitle]),
      yes: TextState(verbatim: texts[.sessionOutYes]),
      no: TextState(verbatim: texts[.sessionOutNo]),
      message: TextState(verbatim: texts[.sessionOutMessage, session.endpoint.description]),
      action: .signOutConfirmed)
    state.alertChoice = 1
    return .none
  }
}

extension String {
  /// Returns the number of occurrences of a character.
  fileprivate func count(of character: Character) -> Int {
    reduce(0) { $1 == character ? $0 + 1 : $0 }
  }
}
