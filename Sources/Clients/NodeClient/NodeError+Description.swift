import JSONRPC

extension NodeError: CustomStringConvertible {
  /// One sentence about what happened and what was expected.
  package var description: String {
    switch self {
    case .unreachable(let endpoint, let reason):
      "no node answers at \(endpoint): \(reason)"
    case .connectionLost(let endpoint, let reason):
      "the connection to \(endpoint) ended before the answer was complete: \(reason)"
    case .timedOut(let method, let duration):
      "the node did not answer \(method) within \(duration.secondsText)"
    case .httpStatus(let status, let retryAfter):
      "the node's server answered with HTTP status \(status), expected 200"
        + (retryAfter.map { "; it asks to wait \($0.secondsText)" } ?? "")
    case .answerTooLarge(let method, let bytesMax):
      "the answer to \(method) is longer than the \(bytesMax) bytes that are accepted"
    case .malformedAnswer(let method, let problem):
      "the answer to \(method) does not follow Ethereum's JSON-RPC: \(problem)"
    case .wrongID(let method, let expected, let actual):
      "the answer to \(method) has the id \(actual), expected \(expected)"
    case .refused(let method, let error):
      "the node refused \(method): \(error.message) (code \(error.code))"
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
}

extension MalformedAnswer: CustomStringConvertible {
  package var description: String {
    let place = path.isEmpty ? "" : " at \(path)"
    return "expected \(expected)\(place), got \(actual.isEmpty ? "nothing" : actual)"
  }
}

extension Duration {
  /// The duration in seconds with at most three decimals, such as `1.5 s`.
  fileprivate var secondsText: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(whole) s" }
    var decimals = String(1_000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals) s"
  }
}
