import EthereumPrimitives
import JSONRPC
import NodeClient

/// Texts for a node's errors, in the person's language; the English ones are the errors' own.
enum NodeText {
  /// The maximum number of characters repeated of a node's message.
  static let quotedCountMax = 300

  static func text(_ error: NodeError) -> Phrase {
    switch error {
    case .unreachable(let endpoint, let reason):
      "no node answers at \(endpoint): \(ConnectionText.text(reason))"
    case .connectionLost(let endpoint, let reason) where endpoint.hasPrefix("https:"):
      "a secure connection to \(endpoint) failed: \(ConnectionText.text(reason)); it may speak"
        + " http, not https"
    case .connectionLost(let endpoint, let reason):
      "the connection to \(endpoint) ended before the answer was complete:"
        + " \(ConnectionText.text(reason))"
    case .timedOut(let method, let duration):
      "the node did not answer \(method) within \(seconds(duration)) s"
    case .httpStatus(let status, let retryAfter?):
      "the node's server answered with HTTP status \(status), expected 200; it asks to wait \(seconds(retryAfter)) s"
    case .httpStatus(let status, nil):
      "the node's server answered with HTTP status \(status), expected 200"
    case .answerTooLarge(let method, let bytesMax):
      "the answer to \(method) is longer than the \(bytesMax) bytes that are accepted"
    case .malformedAnswer(let method, let problem):
      "the answer to \(method) does not follow Ethereum's JSON-RPC: \(problem)"
    case .wrongID(let method, let expected, let actual):
      "the answer to \(method) has the id \(cut(actual)), expected \(expected)"
    case .refused(let method, let error):
      "the node refused \(method): \(cut(error.message)) (code \(error.code))"
    case .wrongChain(let expected, let actual):
      "the node follows the chain with id \(actual), expected \(expected)"
    case .wrongTransactionHash(let expected, let actual):
      "the node returned the transaction hash \(actual), expected \(expected)"
    case .cancelled:
      "the request was cancelled"
    case .unexpected(let errorType):
      "the node client failed with an unexpected error of type \(errorType)"
    }
  }

  /// Shortens a node's message to what a person reads.
  static func cut(_ text: String) -> String {
    text.count <= quotedCountMax ? text : String(text.prefix(quotedCountMax)) + "…"
  }

  /// Formats the seconds with at most three decimals, such as `1.5`.
  private static func seconds(_ duration: Duration) -> String {
    let milliseconds =
      duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(whole)" }
    var decimals = String(1_000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
