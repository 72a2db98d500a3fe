import EthereumPrimitives
import JSONRPC
import NodeClient
import Testing

struct NodeErrorTests {
  private struct Stranger: Error {}

  @Test func everyErrorBecomesANodeError() {
    let error = NodeError.timedOut(method: "eth_chainId", after: .seconds(1))
    #expect(NodeError.from(error) == error)
    #expect(NodeError.from(CancellationError()) == .cancelled)
    guard case .unexpected(let type) = NodeError.from(Stranger()) else {
      Issue.record("expected .unexpected")
      return
    }
    #expect(
      type.hasSuffix("NodeErrorTests.(unknown context).Stranger") || type.contains("Stranger"))
  }

  static let table: [(error: NodeError, isRetryable: Bool, text: String)] = [
    (
      .unreachable(endpoint: "http://h:1", reason: "nothing accepts connections there"), true,
      "no node answers at http://h:1: nothing accepts connections there"
    ),
    (
      .connectionLost(endpoint: "http://h:1", reason: "the server closed it"), true,
      "the connection to http://h:1 ended before the answer was complete: the server closed it"
    ),
    (
      .timedOut(method: "eth_chainId", after: .milliseconds(1_500)), true,
      "the node did not answer eth_chainId within 1.5 s"
    ),
    (
      .timedOut(method: "eth_chainId", after: .seconds(10)), true,
      "the node did not answer eth_chainId within 10 s"
    ),
    (
      .httpStatus(404, retryAfter: nil), false,
      "the node's server answered with HTTP status 404, expected 200"
    ),
    (
      .httpStatus(429, retryAfter: .seconds(3)), true,
      "the node's server answered with HTTP status 429, expected 200; it asks to wait 3 s"
    ),
    (
      .httpStatus(500, retryAfter: nil), true,
      "the node's server answered with HTTP status 500, expected 200"
    ),
    (
      .httpStatus(499, retryAfter: nil), false,
      "the node's server answered with HTTP status 499, expected 200"
    ),
    (
      .httpStatus(599, retryAfter: nil), true,
      "the node's server answered with HTTP status 599, expected 200"
    ),
    (
      .httpStatus(600, retryAfter: nil), false,
      "the node's server answered with HTTP status 600, expected 200"
    ),
    (
      .answerTooLarge(method: "eth_call", bytesMax: 1_024), false,
      "the answer to eth_call is longer than the 1024 bytes that are accepted"
    ),
    (
      .malformedAnswer(
        method: "eth_call", MalformedAnswer(path: "result", expected: "a string", actual: "1")),
      false,
      "the answer to eth_call does not follow Ethereum's JSON-RPC: expected a string at result, got 1"
    ),
    (
      .malformedAnswer(
        method: "eth_call", MalformedAnswer(path: "", expected: "JSON", actual: "<html>")),
      true,
      "the answer to eth_call does not follow Ethereum's JSON-RPC: expected JSON, got <html>"
    ),
    (
      .wrongID(method: "eth_call", expected: 7, actual: "8"), true,
      "the answer to eth_call has the id 8, expected 7"
    ),
    (
      .refused(method: "eth_call", RPCError(code: 3, message: "execution reverted")), false,
      "the node refused eth_call: execution reverted (code 3)"
    ),
    (
      .refused(method: "eth_call", RPCError(code: -32_005, message: "limit exceeded")), true,
      "the node refused eth_call: limit exceeded (code -32005)"
    ),
    (
      .refused(method: "eth_call", RPCError(code: -32_603, message: "reverted")), false,
      "the node refused eth_call: reverted (code -32603)"
    ),
    (
      .refused(method: "eth_estimateGas", RPCError(code: -32_603, message: "reverted")), false,
      "the node refused eth_estimateGas: reverted (code -32603)"
    ),
    (
      .refused(method: "eth_chainId", RPCError(code: -32_603, message: "internal error")), true,
      "the node refused eth_chainId: internal error (code -32603)"
    ),
    (
      .wrongChain(expected: 1, actual: 31_337), false,
      "the node follows the chain with id 31337, expected 1"
    ),
    (
      .wrongTransactionHash(expected: Hash32(1, 0, 0, 0), actual: .zero), false,
      "the node returned the transaction hash 0x0000000000000000000000000000000000000000000000000000000000000000, expected 0x0000000000000001000000000000000000000000000000000000000000000000"
    ),
    (.cancelled, false, "the request was cancelled"),
    (
      .unexpected(errorType: "Foo"), false,
      "the node client failed with an unexpected error of type Foo"
    ),
  ]

  @Test(arguments: table.indices)
  func everyErrorSaysWhatWasExpectedAndWhetherToAskAgain(index: Int) {
    let row = Self.table[index]
    #expect(row.error.description == row.text)
    #expect(row.error.isRetryable == row.isRetryable, "\(row.error)")
  }

  @Test(
    arguments: [
      ("already known", .alreadyKnown),
      ("nonce too low: next nonce 1, tx nonce 0", .nonceTooLow),
      ("nonce too high: tx nonce 3, gapped nonce 1", .nonceTooHigh),
      (
        "insufficient funds for gas * price + value: balance 0, tx cost 21001, overshot 21001",
        .insufficientFunds
      ),
      ("replacement transaction underpriced", .replacementUnderpriced),
      ("transaction underpriced: gas tip cap 0, minimum needed 1", .underpriced),
      ("transaction gas price below minimum: gas tip cap 0, minimum needed 1", .underpriced),
      (
        "max fee per gas less than block base fee: address 0x00, maxFeePerGas: 1, baseFee: 2",
        .underpriced
      ),
      ("max priority fee per gas higher than max fee per gas", .tipAboveFeeCap),
      ("intrinsic gas too low: gas 20999, minimum needed 21000", .gasTooLow),
      ("insufficient gas for floor data gas cost: gas 21016, minimum needed 21040", .gasTooLow),
      ("exceeds block gas limit", .gasAboveBlockLimit),
      ("tx fee (1.10 ether) exceeds the configured cap (1.00 ether)", .feeAboveNodeLimit),
      ("invalid sender: invalid chain id for signer: have 1 want 31337", .invalidSender),
      ("only replay-protected (EIP-155) transactions allowed over RPC", .invalidSender),
      ("txpool is full", .poolFull),
      ("something new", nil),
    ] as [(String, PoolRefusal?)])
  func nodesWordsAreClassified(message: String, refusal: PoolRefusal?) {
    let error = RPCError(code: -32_000, message: message)
    #expect(NodeError.refused(method: "eth_sendRawTransaction", error).poolRefusal == refusal)
    #expect(NodeError.refused(method: "eth_call", error).poolRefusal == nil)
  }

  @Test func onlyAnHTTPStatusAsksToWait() {
    #expect(NodeError.httpStatus(429, retryAfter: .seconds(3)).retryAfter == .seconds(3))
    #expect(NodeError.cancelled.retryAfter == nil)
  }
}
