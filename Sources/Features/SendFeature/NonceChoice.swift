import ActivityClient
package import EthereumPrimitives
import NodeClient

/// Chooses the nonce of a payment from the answers of the node, the second node and the journal.
struct NonceChoice: Sendable {
  let node: NodeClient
  let verifier: NodeClient?
  let activity: ActivityClient

  /// Asks for the next nonce.
  ///
  /// - Parameter acceptedGap: The report that the payer accepts, if one was shown.
  /// - Throws: `NonceRefusal`, `SecondOpinion`, or the error of a request.
  func next(
    chainID: ChainID, from: Address, acceptedGap: GapReport? = nil
  ) async throws -> UInt64 {
    let counts = try await Self.counts(node, chainID, from)
    if let verifier {
      let others = try await Self.counts(verifier, chainID, from)
      guard others.latest == counts.latest else {
        throw SecondOpinion.nonce(first: counts.latest, second: others.latest)
      }
    }
    return try await activity.nextNonce(
      NonceQuestion(
        chainID: chainID, from: from, latest: counts.latest, pending: counts.pending,
        acceptedGap: acceptedGap))
  }

  /// Waiting transactions may differ between nodes: only the counts in blocks must agree.
  private static func counts(
    _ node: NodeClient, _ chainID: ChainID, _ from: Address
  ) async throws -> (latest: UInt64, pending: UInt64) {
    // The count of another chain would leave a gap, or give a nonce that is already spent.
    try await node.requireChain(chainID)
    let latest = try await node.nonce(of: from, at: .latest)
    return (latest, try await node.nonce(of: from, at: .pending))
  }
}

/// The reason a second node's answers forbid a payment.
package enum SecondOpinion: Error, Codable, Hashable, Sendable {
  /// The nodes' counts of transactions in blocks differ.
  case nonce(first: UInt64, second: UInt64)
  /// The nodes have different code at the recipient's address.
  case code(Address)
  /// The nodes report base fees that are too far apart.
  case baseFee(first: Wei, second: Wei)
}
