import EthereumMessages
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import SessionClient
import SessionFeature
import Testing
import VaultClient

/// Signing in, staying signed in, and signing out.
@Suite struct KeepSessionTests {
  private let bench = KeepSessionBench()
  private let message = KeepSessionBench.message
  private let session = KeepSessionBench.session
  private let passcode = KeepSessionBench.passcode
  private let lost = SessionError.connectionLost(endpoint: "https://example.com", reason: "x")

  private var signingIn: [KeepSessionBench.Question] {
    [
      .authorize(
        .signIn(
          account: KeepSessionBench.account.id, messageHash: message.signingHash), passcode),
      .signMessage(
        KeepSessionBench.authorization, KeepSessionBench.account.id, message),
      .signIn(message, KeepSessionBench.signature),
    ]
  }

  // MARK: - The whole story

  @Test func anAccountSignsInLooksAndSignsOut() async {
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.found)
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.receive(\.inner.challenged) { [message] in $0.phase = .reviewing(message) }
    await store.send(.view(.agreeButtonTapped)) { [message] in
      $0.phase = .askingPasscode(message)
    }
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signedIn) { [session] in
      $0.phase = .signedIn(session)
      $0.usedNonce = "32891756"
    }
    await store.receive(\.delegate.signedIn)
    await store.send(.view(.profileButtonTapped)) { $0.isAskingProfile = true }
    await store.receive(\.inner.profileResponse) {
      $0.isAskingProfile = false
      $0.profile = KeepSessionBench.profile
    }
    await store.send(.view(.signOutButtonTapped)) { [session] in $0.phase = .signingOut(session) }
    await store.receive(\.inner.signedOut) {
      $0.phase = .signedOut
      $0.profile = nil
    }
    await store.receive(\.delegate.signedOut)
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.delegate.closed)
    await store.finish()
    #expect(
      bench.questions == [.session, .challenge] + signingIn + [.profile, .signOut])
  }

  @Test func aSessionThatIsKeptIsFound() async {
    bench.keep(session)
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.found) { [session] in $0.phase = .signedIn(session) }
    await store.finish()
  }

  @Test(arguments: [(86_399.0, true), (86_400, false)])
  func anExpiredSessionIsNil(seconds: Double, isOne: Bool) async {
    bench.keep(session)
    bench.advance(seconds: seconds)
    let store = bench.store()
    await store.send(.view(.appeared))
    if isOne {
      await store.receive(\.inner.found) { [session] in $0.phase = .signedIn(session) }
    } else {
      await store.receive(\.inner.found)
    }
    await store.finish()
  }

  @Test func aSessionThatCannotBeLookedForIsReported() async {
    bench.refuse(SessionError.keeping(.locked))
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.receive(\.inner.signInFailed) { $0.failure = .session(.keeping(.locked)) }
    await store.finish()
  }

  /// A lookup before the sign-in must not interfere with it.
  @Test func signingInEndsTheLooking() async {
    bench.answer(after: .seconds(1))
    let store = bench.store()
    await store.send(.view(.appeared))
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.challenged) { [message] in $0.phase = .reviewing(message) }
    await store.finish()
  }

  // MARK: - Refused

  @Test func aServiceThatDoesNotAnswerCanBeAskedAgain() async {
    bench.refuse(lost)
    let store = bench.store()
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.receive(\.inner.signInFailed) { [lost] in
      $0.phase = .signedOut
      $0.failure = .session(lost)
    }
    await store.send(.view(.signInButtonTapped)) {
      $0.phase = .askingNonce
      $0.failure = nil
    }
    await store.receive(\.inner.challenged) { [message] in $0.phase = .reviewing(message) }
    await store.finish()
  }

  @Test(arguments: [
    AuthorizationRefusal.locked, .unknownAccount, .passcode(.wrongPasscode(triesLeft: 4)),
  ])
  func aRefusedPasscodeSignsNothingAndIsAskedAgain(refusal: AuthorizationRefusal) async {
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(message))
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signInFailed) { [message] in
      $0.phase = .askingPasscode(message)
      $0.failure = .authorization(refusal)
    }
    await store.finish()
    #expect(bench.questions == [signingIn[0]])
  }

  @Test(arguments: [
    MessageSigningRefusal.authorization(.locked), .authorization(.gone),
    .authorization(.otherPurpose), .unknownAccount, .otherAddress, .storage(.busy),
  ])
  func aVaultThatDoesNotSignIsReported(refusal: MessageSigningRefusal) async {
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(message))
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signInFailed) { [message] in
      $0.phase = .askingPasscode(message)
      $0.failure = .signing(refusal)
    }
    await store.finish()
    #expect(bench.questions == Array(signingIn.prefix(2)))
  }

  /// The service may have the signature: the message is not offered again.
  @Test func aServiceThatRefusesTheSignatureEndsTheSignIn() async {
    bench.refuse(SessionError.refused(reason: "no"))
    let store = bench.store(.askingPasscode(message))
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signInFailed) {
      $0.phase = .signedOut
      $0.usedNonce = "32891756"
      $0.failure = .session(.refused(reason: "no"))
    }
    await store.finish()
    #expect(bench.questions == signingIn)
  }

  @Test func aMessageThatRanOutWhileItWasReadIsNotSigned() async {
    let store = bench.store(.askingPasscode(message))
    bench.advance(seconds: 300)
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signInFailed) {
      $0.phase = .signedOut
      $0.failure = .challenge(.expired(at: DateTime("2027-01-15T08:05:00Z")!))
    }
    await store.finish()
    #expect(bench.questions == [.discard(passcode)])
  }

  @Test func aMessageOfTheLastSecondIs() async {
    let store = bench.store(.askingPasscode(message))
    bench.advance(seconds: 299.9)
    await store.send(.view(.passcodeEntered(passcode))) { [message] in
      $0.phase = .signing(message)
    }
    await store.receive(\.inner.signedIn) { [session] in
      $0.phase = .signedIn(session)
      $0.usedNonce = "32891756"
    }
    await store.receive(\.delegate.signedIn)
    await store.finish()
  }

  @Test(arguments: [SessionError.sessionEnded, .signedOut])
  func aSessionThatTheServiceEndedIsOver(error: SessionError) async {
    bench.refuse(error)
    let store = bench.store(.signedIn(session)) { $0.profile = KeepSessionBench.profile }
    await store.send(.view(.profileButtonTapped)) { $0.isAskingProfile = true }
    await store.receive(\.inner.profileFailed) {
      $0.isAskingProfile = false
      $0.failure = .session(error)
      $0.phase = .signedOut
      $0.profile = nil
    }
    await store.receive(\.delegate.signedOut)
    await store.finish()
  }

  @Test func aCallThatFailsLeavesTheSession() async {
    bench.refuse(SessionError.unauthorized)
    let store = bench.store(.signedIn(session))
    await store.send(.view(.profileButtonTapped)) { $0.isAskingProfile = true }
    await store.receive(\.inner.profileFailed) {
      $0.isAskingProfile = false
      $0.failure = .session(.unauthorized)
    }
    await store.finish()
  }

  @Test func aSignOutThatFailsLeavesTheSession() async {
    bench.refuse(lost)
    let store = bench.store(.signedIn(session))
    await store.send(.view(.signOutButtonTapped)) { [session] in $0.phase = .signingOut(session) }
    await store.receive(\.inner.signOutFailed) { [session, lost] in
      $0.phase = .signedIn(session)
      $0.failure = .session(lost)
    }
    await store.finish()
  }

  @Test func signingOutOfAnEndedSessionSucceeds() async {
    bench.refuse(SessionError.signedOut)
    let store = bench.store(.signedIn(session))
    await store.send(.view(.signOutButtonTapped)) { [session] in $0.phase = .signingOut(session) }
    await store.receive(\.inner.signOutFailed) {
      $0.phase = .signedOut
      $0.failure = .session(.signedOut)
    }
    await store.receive(\.delegate.signedOut)
    await store.finish()
  }

  // MARK: - At another time

  @Test func theUserMayThinkBetterOfIt() async {
    bench.answer(after: .seconds(1))
    let store = bench.store()
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await store.send(.view(.backButtonTapped)) { $0.phase = .signedOut }
    await store.send(.view(.signInButtonTapped)) { $0.phase = .askingNonce }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.challenged) { [message] in $0.phase = .reviewing(message) }
    await store.send(.view(.agreeButtonTapped)) { [message] in
      $0.phase = .askingPasscode(message)
    }
    await store.send(.view(.backButtonTapped)) { [message] in $0.phase = .reviewing(message) }
    await store.send(.view(.backButtonTapped)) { $0.phase = .signedOut }
    await store.finish()
    #expect(bench.questions == [.challenge, .challenge])
  }

  @Test(arguments: [
    KeepSession.Phase.signedOut, .askingNonce, .reviewing(KeepSessionBench.message),
    .signing(KeepSessionBench.message), .signedIn(KeepSessionBench.session),
    .signingOut(KeepSessionBench.session),
  ])
  func aPasscodeThatWasNotAskedForIsDiscarded(phase: KeepSession.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.passcodeEntered(passcode)))
    await store.finish()
    #expect(bench.questions == [.discard(passcode)])
  }

  @Test(arguments: [
    KeepSession.Phase.askingNonce, .askingPasscode(KeepSessionBench.message),
    .signing(KeepSessionBench.message), .signingOut(KeepSessionBench.session),
  ])
  func nothingElseIsStartedInTheMeantime(phase: KeepSession.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.appeared))
    await store.send(.view(.signInButtonTapped))
    await store.send(.view(.agreeButtonTapped))
    await store.send(.view(.profileButtonTapped))
    await store.send(.view(.signOutButtonTapped))
    await store.finish()
    #expect(bench.questions == [])
  }

  @Test(arguments: [
    KeepSession.Phase.signing(KeepSessionBench.message), .signedIn(KeepSessionBench.session),
    .signingOut(KeepSessionBench.session),
  ])
  func workOfTheVaultOrTheServiceIsNotInterrupted(phase: KeepSession.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.backButtonTapped))
    await store.finish()
  }

  @Test func signingOutEndsTheAskingForTheProfile() async {
    bench.answer(after: .seconds(1))
    let store = bench.store(.signedIn(session))
    await store.send(.view(.profileButtonTapped)) { $0.isAskingProfile = true }
    await store.send(.view(.profileButtonTapped))
    await store.send(.view(.signOutButtonTapped)) { [session] in
      $0.phase = .signingOut(session)
      $0.isAskingProfile = false
    }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.signedOut) { $0.phase = .signedOut }
    await store.receive(\.delegate.signedOut)
    await store.finish()
    #expect(bench.questions == [.profile, .signOut])
  }
}
