import EthereumPrimitives
import NodeClient
import ProfileFeature
import Testing
import VaultClient

@Suite("ProfileFailure")
struct ProfileFailureTests {
  private struct Unknown: Error {}

  private static let storage = VaultStorageFailure.busy

  private static let cases: [(any Error, ProfileFailure)] = [
    (AccountRefusal.locked, .account(.locked)),
    (AccountRefusal.storage(storage), .account(.storage(storage))),
    (AuthorizationRefusal.locked, .authorization(.locked)),
    (AuthorizationRefusal.passcode(.noVault), .authorization(.passcode(.noVault))),
    (RevealRefusal.authorization(.locked), .reveal(.authorization(.locked))),
    (RevealRefusal.storage(storage), .reveal(.storage(storage))),
    (EraseRefusal.authorization(.locked), .erase(.authorization(.locked))),
    (EraseRefusal.storage(storage), .erase(.storage(storage))),
    (
      NodeError.wrongChain(expected: 1, actual: 5), .node(.wrongChain(expected: 1, actual: 5))
    ),
    (PreferencesRefusal.damaged(path: "/s"), .preferences(.damaged(path: "/s"))),
    (CancellationError(), .node(.cancelled)),
    (Unknown(), .node(NodeError.from(Unknown()))),
  ]

  /// Refusals of several operations have the same words: each keeps its own meaning.
  @Test func everyErrorKeepsWhatItAnswers() {
    for (error, failure) in Self.cases {
      #expect(ProfileFailure(error) == failure, "\(type(of: error)).\(error)")
    }
  }
}
