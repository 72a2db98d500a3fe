import ActivityClient
import NodeClient
import SendFeature

/// A defect that is planted into the wallet, to see whether the worlds find it.
struct WalletDefect: Sendable {
  /// What is wrong.
  let name: String
  /// The node as the defective wallet sees it.
  var node: @Sendable (NodeClient, SendWorld) -> NodeClient = { node, _ in node }
  /// The second node as the defective wallet sees it, beside the first one.
  var verifier: @Sendable (NodeClient, NodeClient) -> NodeClient = { verifier, _ in verifier }
  /// The journal as the defective wallet has it.
  var journal: @Sendable (ActivityClient, SendWorld) -> ActivityClient = { journal, _ in journal }
  /// What the defective wallet lets a payment cost.
  var policy = WorldPeople.policy
  /// Whether the owner is not asked about transactions that only a node knows.
  var believesCounts = false

  func activity(_ client: ActivityClient, in world: SendWorld) -> ActivityClient {
    journal(client, world)
  }

  /// The wallet as it is.
  static let none = WalletDefect(name: "none")
}
