package import EthereumPrimitives
package import Headrace

/// The interface to an Ethereum node.
///
/// Every endpoint throws `NodeError`, or `CancellationError` if its task was cancelled. All but
/// `sendRawTransaction` are safe to repeat.
@DependencyClient
package struct NodeClient: Sendable {
  /// Returns the id of the chain that the node follows.
  package var chainID: @Sendable () async throws -> ChainID

  /// Returns the node's name and version, such as `Geth/v1.16.2`; for people, not for decisions.
  package var clientVersion: @Sendable () async throws -> String

  /// Returns the number of the newest block.
  package var blockNumber: @Sendable () async throws -> UInt64

  /// Returns the balance of an account.
  package var balance: @Sendable (_ of: Address, _ at: BlockTag) async throws -> Wei

  /// Returns the number of transactions an account has sent: with `.latest` those in blocks, with
  /// `.pending` also those waiting without a gap.
  package var nonce: @Sendable (_ of: Address, _ at: BlockTag) async throws -> UInt64

  /// Returns an account's code; empty for all accounts but contracts and delegated accounts.
  package var code: @Sendable (_ of: Address, _ at: BlockTag) async throws -> [UInt8]

  /// Returns the gas that a call would use, on top of the newest block.
  package var estimateGas: @Sendable (_ call: CallRequest) async throws -> GasUnits

  /// Returns base fees and tips of the newest blocks.
  package var feeHistory: @Sendable (_ query: FeeHistoryQuery) async throws -> FeeHistory

  /// Returns the tip per gas that the node suggests.
  package var maxPriorityFeePerGas: @Sendable () async throws -> Wei

  /// Sends a signed transaction and returns its hash.
  ///
  /// The client never repeats this: after a time-out, ask for the transaction by its hash, which is
  /// known before it is sent.
  package var sendRawTransaction: @Sendable (_ raw: [UInt8]) async throws -> Hash32

  /// Returns a transaction, waiting or in a block; nil if the node does not know it.
  package var transaction: @Sendable (_ hash: Hash32) async throws -> NodeTransaction?

  /// Returns the receipt of a transaction; nil while it is in no block.
  package var receipt: @Sendable (_ hash: Hash32) async throws -> TransactionReceipt?

  /// Returns a block; nil if there is no block with that number yet.
  package var block: @Sendable (_ at: BlockTag) async throws -> NodeBlock?

  /// Returns a block with its transactions' payments; nil if there is no block with that number
  /// yet.
  package var blockTransfers: @Sendable (_ number: UInt64) async throws -> BlockTransfers?
}

// MARK: - Derived requests

extension NodeClient {
  /// Returns the balance of an account after the newest block.
  package func balance(of address: Address) async throws -> Wei {
    try await balance(of: address, at: .latest)
  }

  /// Throws if the node follows a different chain from the one that the wallet was set up for.
  ///
  /// - Throws: `NodeError.wrongChain` with both ids, or the error of the request.
  package func requireChain(_ expected: ChainID) async throws {
    let actual = try await chainID()
    guard actual == expected else {
      throw NodeError.wrongChain(expected: expected, actual: actual)
    }
  }
}

extension NodeClient: TestDependencyKey {
  /// A node that fails the test that uses it, naming the endpoint.
  package static let testValue = NodeClient()
}

extension DependencyValues {
  /// The Ethereum node that the wallet uses; set by the host.
  package var node: NodeClient {
    get { self[NodeClient.self] }
    set { self[NodeClient.self] = newValue }
  }
}
