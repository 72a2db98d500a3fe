import ActivityClient
import NodeClient
import SendFeature

/// A defect that is planted into the wallet, to check that the worlds find it.
struct WalletDefect: Sendable {
  /// The name of the defect.
  let name: String
  /// Returns the node as the defective wallet sees it.
  var node: @Sendable (NodeClient, SendWorld) -> NodeClient = { node, _ in node }
  /// Returns the second node as the defective wallet sees it, beside the first one.
  var verifier: @Sendable (NodeClient, NodeClient) -> NodeClient = { verifier, _ in verifier }
  /// Returns the defective wallet's journal.
  var journal: @Sendable (ActivityClient, SendWorld) -> ActivityClient = { journal, _ in journal }
  /// The fees that the defective wallet allows.
  var policy = WorldPeople.policy
  /// True if the owner is not asked about transactions that only a node knows.
  var believesCounts = false

  func activity(_ client: ActivityClient, in world: SendWorld) -> ActivityClient {
    journal(client, world)
  }

  /// The wallet without a defect.
  static let none = WalletDefect(name: "none")
}
