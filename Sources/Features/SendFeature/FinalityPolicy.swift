package import EthereumPrimitives

/// The depth at which the wallet trusts a block, and the interval between looks.
package struct FinalityPolicy: Hashable, Sendable {
  /// The number of blocks, including the payment's own, after which its end is believed.
  package var depth: UInt64

  /// The time to wait between looks.
  package var pollInterval: Duration

  /// The number of blocks, including the payment's own, after which an end is final if a node calls
  /// its block finalized; until then it is read again.
  package var finalDepth: UInt64

  /// True if one node is enough to end a payment that code rejected, as on a chain whose node is
  /// the payer's own.
  ///
  /// Elsewhere a failure needs two nodes, because the payer would pay again.
  package var believesFailureOfCode: Bool

  /// The number of blocks after which a payment in a pool counts as slow: its fee may be too low.
  package static let longWaitBlockCount: UInt64 = 12

  /// The longest wait between looks, even if a node asks for more.
  package static let pauseMax = Duration.seconds(60)

  /// Creates a policy.
  ///
  /// - Precondition: The depth is at least 1, and the final depth is no less.
  package init(
    depth: UInt64, finalDepth: UInt64 = 12, pollInterval: Duration,
    believesFailureOfCode: Bool = false
  ) {
    precondition(depth > 0, "A depth of 0 believes in no block; expected at least 1.")
    precondition(finalDepth >= depth, "What is final is an end; expected at least its depth.")
    self.depth = depth
    self.finalDepth = finalDepth
    self.pollInterval = pollInterval
    self.believesFailureOfCode = believesFailureOfCode
  }

  /// Returns the policy of a chain: 12 blocks, or 1 on a development chain, which only its owner
  /// reorganises.
  ///
  /// An end is final after 64 blocks, the earliest at which Ethereum finalizes, or after 12 on a
  /// development chain, which calls its newest block finalized.
  package static func standard(for chainID: ChainID) -> FinalityPolicy {
    isDevelopment(chainID)
      ? FinalityPolicy(
        depth: 1, finalDepth: 12, pollInterval: .seconds(1), believesFailureOfCode: true)
      : FinalityPolicy(depth: 12, finalDepth: 64, pollInterval: .seconds(4))
  }

  /// Returns true if a chain has one of the ids that development chains customarily use.
  package static func isDevelopment(_ chainID: ChainID) -> Bool {
    chainID.isDevelopment
  }
}
