package import EthereumPrimitives

/// At which depth the wallet believes what a block says, and how often it looks.
package struct FinalityPolicy: Hashable, Sendable {
  /// How many blocks, the payment's own among them, make an end; a finalized block makes one, too.
  package var depth: UInt64

  /// How long to wait between looks.
  package var pollInterval: Duration

  /// How many blocks must lie upon an end before it is final, even in a finalized block: a
  /// development chain calls its newest block finalized.
  package static let finalDepthMin: UInt64 = 12

  /// The longest wait between looks, whatever a node asks for.
  package static let pauseMax = Duration.seconds(60)

  /// Creates a policy.
  ///
  /// - Precondition: The depth is at least 1.
  package init(depth: UInt64, pollInterval: Duration) {
    precondition(depth > 0, "A depth of 0 believes in no block; expected at least 1.")
    self.depth = depth
    self.pollInterval = pollInterval
  }

  /// The policy of a chain: 12 blocks, and 1 on a development chain, which nobody reorganises but
  /// its owner.
  package static func standard(for chainID: ChainID) -> FinalityPolicy {
    isDevelopment(chainID)
      ? FinalityPolicy(depth: 1, pollInterval: .seconds(1))
      : FinalityPolicy(depth: 12, pollInterval: .seconds(4))
  }

  /// Whether a chain's id is one that development chains have by custom.
  package static func isDevelopment(_ chainID: ChainID) -> Bool {
    chainID.isDevelopment
  }
}
