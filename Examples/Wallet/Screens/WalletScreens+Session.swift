import EthereumCrypto
import EthereumMessages
import Foundation
import HeadraceTerminal
import SessionClient
import SessionFeature
import VaultClient

// MARK: - A Session

extension WalletScreens {
  func view(of session: KeepSession.State) -> ScreenView {
    let back = ("esc", texts[.keyBack])
    let failure = refusal(session.failure.map { FailureText.failure($0) })
    let service = (texts[.sessionService], session.endpoint.text)
    let account = (texts[.sessionAccount], texts.name(of: session.account))
    switch session.phase {
    case .signedOut:
      return ScreenView(texts[.sessionTitle], hints: [("⏎", texts[.keySignIn]), back]) {
        Facts([service, account])
        Gap()
        if failure.isEmpty { Text(texts[.sessionNone]) } else { failure }
      }
    case .askingNonce:
      return ScreenView(texts[.sessionTitle], hints: [back]) {
        Facts([service, account])
        Gap()
        working(texts[.sessionAsking])
      }
    case .reviewing(let message):
      return ScreenView(texts[.sessionReview], hints: [("⏎", texts[.keyAgree]), back]) {
        Scroll(from: state.chosen, name: state.reviewName) { Text(message.text) }
        BelowReview(state.reviewName, hint: texts[.reviewUnread], whenRead: Text(""))
      }
    case .askingPasscode(let message):
      return ScreenView(texts[.sessionReview], hints: passcodeHints(.keySignIn)) {
        Facts([
          (texts[.sessionDomain], message.domain), (texts[.sessionChain], "\(message.chainID)"),
          (texts[.sessionNonce], message.nonce),
          (texts[.sessionExpiry], message.expirationTime?.text ?? "-"),
        ])
        Gap()
        passcodeEntry(texts[.sessionAgree], keypadColumns: Self.reviewColumnsMin)
        failure
      }
    case .signing:
      return ScreenView(texts[.sessionReview]) { working(texts[.sendingSigning]) }
    case .signedIn(let kept): return signedIn(session, kept, failure)
    case .signingOut:
      return ScreenView(texts[.sessionTitle]) { working(texts[.sessionAsking]) }
    }
  }

  private func signedIn(
    _ session: KeepSession.State, _ kept: Session, _ failure: [any View]
  ) -> ScreenView {
    let left = Int(kept.expiresAt.timeIntervalSince(state.now))
    return ScreenView(
      texts[.sessionTitle],
      hints: [
        ("⏎", texts[.keyWho]), ("o", texts[.keySignOut]), ("esc", texts[.keyBack]),
      ]
    ) {
      Text(texts[.sessionIn], .success)
      Facts([
        (texts[.sessionService], session.endpoint.text),
        (texts[.contactsAddress], kept.address.checksummed),
        (texts[.sessionChain], "\(kept.chainID)"),
        (
          texts[.sessionExpiry],
          left > 0 ? texts[.sessionLeft, age(left)] : texts[.sessionOver]
        ),
      ])
      Gap()
      if session.isAskingProfile { working(texts[.sessionAsking]) }
      if let profile = session.profile {
        Text(texts[.sessionKnown, profile.address.checksummed, "\(profile.chainID)"])
      }
      failure
    }
  }
}
