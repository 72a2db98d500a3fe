import AuthFeature
import Foundation
import Testing
import VaultClient

@Suite("AuthFailure")
struct AuthFailureTests {
  private struct Unknown: Error {}

  private static let storage = VaultStorageFailure.permissionDenied(path: "/wallet")

  private static let cases: [(any Error, AuthFailure)] = [
    (CreationRefusal.vaultExists, .creation(.vaultExists)),
    (CreationRefusal.storage(storage), .creation(.storage(storage))),
    (PhraseDisplayRefusal.displayUnavailable, .display(.displayUnavailable)),
    (PhraseDisplayRefusal.phraseGone, .display(.phraseGone)),
    (PhraseImportRefusal.wrongChecksum, .phraseImport(.wrongChecksum)),
    (PhraseImportRefusal.secretGone, .phraseImport(.secretGone)),
    (ConfirmationRefusal.noChallenge, .confirmation(.noChallenge)),
    (ConfirmationRefusal.phraseGone, .confirmation(.phraseGone)),
    (PasscodeRefusal.mismatch, .passcode(.mismatch)),
    (PasscodeRefusal.phraseGone, .passcode(.phraseGone)),
    (CommitRefusal.vaultExists, .commit(.vaultExists)),
    (CommitRefusal.cancelled, .commit(.cancelled)),
    (UnlockRefusal.noVault, .unlock(.noVault)),
    (UnlockRefusal.cancelled, .unlock(.cancelled)),
    (storage, .storage(storage)),
    (CancellationError(), .interrupted),
    (Unknown(), .interrupted),
  ]

  /// Refusals of several operations have the same words: each keeps its own meaning.
  @Test func everyErrorKeepsWhatItAnswers() {
    for (error, failure) in Self.cases {
      #expect(AuthFailure(error) == failure, "\(type(of: error)).\(error)")
    }
    #expect(Set(Self.cases.map(\.1)).count == Self.cases.count - 1, "interrupted stands twice")
  }
}
