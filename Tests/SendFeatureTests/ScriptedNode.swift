import EthereumPrimitives
import JSONRPC
import NodeClient
import Synchronization
import Testing
import VaultClient

/// A node that answers what a test wrote down, in this order, and lists what it was asked.
final class ScriptedNode: Sendable {
  /// An answer about the payment.
  enum Answer: Sendable {
    /// To `sendRawTransaction`: it is taken.
    case taken
    /// To `sendRawTransaction`: the pool refuses it in these words.
    case refused(String)
    /// To `receipt`: no block has it.
    case noReceipt
    /// To `receipt`: a block has it.
    case receipt(TransactionReceipt.Outcome)
    /// To `transaction`: it waits.
    case waiting
    /// To `transaction`: never heard of it.
    case unknown
    /// To any: no answer.
    case error(NodeError)
  }

  /// What the node was asked about payments.
  enum Question: Equatable, Sendable {
    case send([UInt8])
    case receipt(Hash32)
    case transaction(Hash32)
  }

  private struct Script {
    var answers: [Answer] = []
    var questions: [Question] = []
    var chainIDs: [Result<ChainID, NodeError>] = []
  }

  private let script = Mutex(Script())

  /// What the node was asked about payments, in order.
  var questions: [Question] { script.withLock(\.questions) }

  /// How many answers nobody asked for yet.
  var answersLeft: Int { script.withLock(\.answers.count) }

  /// Adds answers about payments.
  func answer(_ answers: Answer...) {
    script.withLock { $0.answers += answers }
  }

  /// Adds answers about the chain; after them, the node is of the wallet's.
  func answerChainID(_ answers: Result<ChainID, NodeError>...) {
    script.withLock { $0.chainIDs += answers }
  }

  /// The node, with a base fee of 100 wei, tips of 1, 2 and 3, and a balance.
  func client(balance: Wei = 1_000_000_000_000_000_000, nonce: UInt64 = 0) -> NodeClient {
    var node = NodeClient.testValue
    node.chainID = {
      try self.script.withLock { script in
        script.chainIDs.isEmpty ? .success(SendBench.chainID) : script.chainIDs.removeFirst()
      }.get()
    }
    node.balance = { _, _ in balance }
    node.nonce = { _, tag in
      #expect(tag == .pending)
      return nonce
    }
    node.feeHistory = { _ in .sample }
    node.estimateGas = { _ in 21_000 }
    node.sendRawTransaction = { raw in
      switch self.next(.send(raw)) {
      case .taken: return .zero
      case .refused(let message):
        throw NodeError.refused(
          method: "eth_sendRawTransaction", RPCError(code: -32_000, message: message))
      case let answer: throw self.error(answer)
      }
    }
    node.receipt = { hash in
      switch self.next(.receipt(hash)) {
      case .noReceipt: return nil
      case .receipt(let outcome): return .sample(hash, outcome)
      case let answer: throw self.error(answer)
      }
    }
    node.transaction = { hash in
      switch self.next(.transaction(hash)) {
      case .waiting: return .waiting(hash)
      case .unknown: return nil
      case let answer: throw self.error(answer)
      }
    }
    return node
  }

  private func next(_ question: Question) -> Answer? {
    script.withLock { script in
      script.questions.append(question)
      return script.answers.isEmpty ? nil : script.answers.removeFirst()
    }
  }

  private func error(_ answer: Answer?) -> NodeError {
    if case .error(let error)? = answer { return error }
    Issue.record("The test has \(answer.map { "\($0)" } ?? "no answer") for \(questions.last!)")
    return .unexpected(errorType: "the script has another answer")
  }
}

extension NodeError {
  /// Nobody answers.
  static let down = NodeError.unreachable(endpoint: "http://127.0.0.1:1", reason: "refused")

  /// An answer that no waiting makes better.
  static let garbage = NodeError.malformedAnswer(
    method: "eth_getTransactionReceipt",
    MalformedAnswer(path: "result.blockNumber", expected: "a quantity", actual: "\"x\""))
}

extension FeeHistory {
  static let sample = FeeHistory(
    oldestBlock: 1, baseFeesPerGas: [90, 100], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
}

extension TransactionReceipt {
  static func sample(_ hash: Hash32, _ outcome: Outcome) -> TransactionReceipt {
    TransactionReceipt(
      transactionHash: hash, transactionIndex: 0, blockHash: .zero, blockNumber: 7,
      from: SendBench.account.address, to: .zero, gasUsed: 21_000, effectiveGasPrice: 102,
      outcome: outcome)
  }
}

extension NodeTransaction {
  static func waiting(_ hash: Hash32) -> NodeTransaction {
    NodeTransaction(
      hash: hash, type: 2, from: SendBench.account.address, to: .zero, nonce: 0, value: 1,
      gasLimit: 21_000, maxFeePerGas: 202, maxPriorityFeePerGas: 2, data: [], place: .waiting)
  }
}
