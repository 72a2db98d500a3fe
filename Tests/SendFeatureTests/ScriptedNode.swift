import BigInt
import DevChain
import EthereumPrimitives
import JSONRPC
import NodeClient
import NodeClientLive
import Synchronization
import Testing
import VaultClient

/// A node that answers from a test's script about fees, and from its own chain about payments.
///
/// It lists the transactions that it was sent, and may lie about them.
final class ScriptedNode: Sendable {
  /// An answer to `sendRawTransaction`.
  enum Answer: Sendable {
    /// The pool refuses it with this message, and does not have it.
    case refused(String)
    /// The pool has it, and this message claims that it has not.
    case takenAndRefused(String)
    /// The pool has it, and the answer is lost.
    case takenAndLost(NodeError)
    /// The node does not receive it.
    case error(NodeError)
  }

  private struct Script {
    var answers: [Answer] = []
    var sent: [[UInt8]] = []
    var chainIDs: [Result<ChainID, NodeError>] = []
    var failure: NodeError?
  }

  /// The node's chain; a test mines its blocks.
  let chain: DevChain
  private let clock: any Clock<Duration>
  private let script = Mutex(Script())

  init(
    clock: any Clock<Duration> = ContinuousClock(), balance: BigUInt = 1_000_000_000_000_000_000
  ) {
    self.clock = clock
    chain = DevChain(
      DevChainConfiguration(
        chainID: SendBench.chainID,
        genesisBalances: [SendBench.account.address: balance],
        genesisBaseFeePerGas: 100, isAutomining: false),
      nowSeconds: { 1_800_000_000 })
  }

  /// The bytes that the node was sent, in order.
  var sent: [[UInt8]] { script.withLock(\.sent) }

  /// Adds answers to sent transactions; after them, the chain answers.
  func answer(_ answers: Answer...) {
    script.withLock { $0.answers += answers }
  }

  /// Adds answers about the chain; after them, the node is on the wallet's chain.
  func answerChainID(_ answers: Result<ChainID, NodeError>...) {
    script.withLock { $0.chainIDs += answers }
  }

  /// Makes every look at the chain fail, or none.
  func fail(_ failure: NodeError?) {
    script.withLock { $0.failure = failure }
  }

  /// Returns the node, with a base fee of 100 wei, tips of 1, 2 and 3, and a balance.
  func client(balance: Wei = 1_000_000_000_000_000_000, nonce: UInt64? = nil) -> NodeClient {
    let live = NodeClient.jsonRPC(
      over: chain.transport,
      configuration: NodeClientConfiguration(retry: .never, clock: clock, jitter: { 0 }))
    var node = NodeClient.testValue
    node.chainID = {
      try self.script.withLock { script in
        script.chainIDs.isEmpty ? .success(SendBench.chainID) : script.chainIDs.removeFirst()
      }.get()
    }
    node.balance = { _, _ in balance }
    node.nonce = { address, tag in
      if let nonce { return address == SendBench.account.address ? nonce : 0 }
      return try await live.nonce(of: address, at: tag)
    }
    node.code = { _, _ in [] }
    node.feeHistory = { _ in .sample }
    node.estimateGas = { _ in 21_000 }
    node.sendRawTransaction = { raw in
      switch self.take(raw) {
      case .refused(let message): throw self.refusal(message)
      case .takenAndRefused(let message):
        _ = try await live.sendRawTransaction(raw)
        throw self.refusal(message)
      case .takenAndLost(let error):
        _ = try await live.sendRawTransaction(raw)
        throw error
      case .error(let error): throw error
      case nil: return try await live.sendRawTransaction(raw)
      }
    }
    node.receipt = { hash in
      try self.check()
      return try await live.receipt(hash)
    }
    node.transaction = { hash in
      try self.check()
      return try await live.transaction(hash)
    }
    node.block = { tag in
      try self.check()
      return try await live.block(at: tag)
    }
    return node
  }

  private func take(_ raw: [UInt8]) -> Answer? {
    script.withLock { script in
      script.sent.append(raw)
      return script.answers.isEmpty ? nil : script.answers.removeFirst()
    }
  }

  private func check() throws(NodeError) {
    if let failure = script.withLock(\.failure) { throw failure }
  }

  private func refusal(_ message: String) -> NodeError {
    .refused(method: "eth_sendRawTransaction", RPCError(code: -32_000, message: message))
  }
}

extension NodeError {
  /// The node can't be reached.
  static let down = NodeError.unreachable(endpoint: "http://127.0.0.1:1", reason: "refused")

  /// An answer that no amount of waiting improves.
  static let garbage = NodeError.malformedAnswer(
    method: "eth_getTransactionReceipt",
    MalformedAnswer(path: "result.blockNumber", expected: "a quantity", actual: "\"x\""))
}

extension FeeHistory {
  static let sample = FeeHistory(
    oldestBlock: 1, baseFeesPerGas: [90, 100], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
}
