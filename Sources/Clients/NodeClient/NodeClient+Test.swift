package import Headrace
import IssueReporting

extension NodeClient: TestDependencyKey {
  /// A node that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = NodeClient(
    chainID: unimplemented("NodeClient.chainID"),
    clientVersion: unimplemented("NodeClient.clientVersion"),
    blockNumber: unimplemented("NodeClient.blockNumber"),
    balance: unimplemented("NodeClient.balance"),
    nonce: unimplemented("NodeClient.nonce"),
    code: unimplemented("NodeClient.code"),
    estimateGas: unimplemented("NodeClient.estimateGas"),
    feeHistory: unimplemented("NodeClient.feeHistory"),
    maxPriorityFeePerGas: unimplemented("NodeClient.maxPriorityFeePerGas"),
    sendRawTransaction: unimplemented("NodeClient.sendRawTransaction"),
    transaction: unimplemented("NodeClient.transaction"),
    receipt: unimplemented("NodeClient.receipt"),
    block: unimplemented("NodeClient.block")
  )
}

extension DependencyValues {
  /// The Ethereum node that the wallet talks to; the host sets it.
  package var node: NodeClient {
    get { self[NodeClient.self] }
    set { self[NodeClient.self] = newValue }
  }
}
