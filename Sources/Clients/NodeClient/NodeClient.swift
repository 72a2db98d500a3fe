package import EthereumPrimitives
package import Headrace

/// What the wallet asks an Ethereum node.
///
/// Every endpoint throws `NodeError`, or `CancellationError` when its task was cancelled. All but
/// `sendRawTransaction` are safe to repeat.
@DependencyClient
package struct NodeClient: Sendable {
  /// Asks which chain the node follows.
  package var chainID: @Sendable () async throws -> ChainID

  /// Asks for the node's name and version, such as `Geth/v1.16.2`; for people, not for decisions.
  package var clientVersion: @Sendable () async throws -> String

  /// Asks for the number of the newest block.
  package var blockNumber: @Sendable () async throws -> UInt64

  /// Asks for the balance of an account.
  package var balance: @Sendable (_ of: Address, _ at: BlockTag) async throws -> Wei

  /// Asks how many transactions an account has sent: with `.latest` those in blocks, with
  /// `.pending` also those waiting without a gap.
  package var nonce: @Sendable (_ of: Address, _ at: BlockTag) async throws -> UInt64

  /// Asks for the code of an account; empty for all accounts but contracts and delegated accounts.
  package var code: @Sendable (_ of: Address, _ at: BlockTag) async throws -> [UInt8]

  /// Asks how much gas a call would use, on top of the newest block.
  package var estimateGas: @Sendable (_ call: CallRequest) async throws -> GasUnits

  /// Asks for base fees and tips of the newest blocks.
  package var feeHistory: @Sendable (_ query: FeeHistoryQuery) async throws -> FeeHistory

  /// Asks which tip per gas the node suggests.
  package var maxPriorityFeePerGas: @Sendable () async throws -> Wei

  /// Sends a signed transaction and returns its hash.
  ///
  /// Never repeated by the client: after a time-out, ask for the transaction by its hash, which is
  /// known before it is sent.
  package var sendRawTransaction: @Sendable (_ raw: [UInt8]) async throws -> Hash32

  /// Asks for a transaction, waiting or in a block; nil when the node does not know it.
  package var transaction: @Sendable (_ hash: Hash32) async throws -> NodeTransaction?

  /// Asks for the receipt of a transaction; nil while it is in no block.
  package var receipt: @Sendable (_ hash: Hash32) async throws -> TransactionReceipt?

  /// Asks for a block; nil when there is none at that number yet.
  package var block: @Sendable (_ at: BlockTag) async throws -> NodeBlock?

  /// Asks for a block and what its transactions pay; nil when there is none at that number yet.
  package var blockTransfers: @Sendable (_ number: UInt64) async throws -> BlockTransfers?
}

// MARK: - Asking more

extension NodeClient {
  /// Asks for the balance of an account after the newest block.
  package func balance(of address: Address) async throws -> Wei {
    try await balance(of: address, at: .latest)
  }

  /// Refuses a node that follows another chain than the wallet was set up for.
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
  /// The Ethereum node that the wallet talks to; the host sets it.
  package var node: NodeClient {
    get { self[NodeClient.self] }
    set { self[NodeClient.self] = newValue }
  }
}
