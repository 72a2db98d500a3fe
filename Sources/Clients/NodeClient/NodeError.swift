package import EthereumPrimitives
package import JSONRPC

/// The reason a node did not answer a request.
package enum NodeError: Error, Codable, Equatable, Sendable {
  /// Nothing answers at the endpoint.
  case unreachable(endpoint: String, reason: String)
  /// The connection ended before the answer was complete.
  case connectionLost(endpoint: String, reason: String)
  /// No answer came in time.
  case timedOut(method: String, after: Duration)
  /// The server answered with an HTTP status other than 200.
  case httpStatus(Int, retryAfter: Duration?)
  /// The answer is longer than the client accepts.
  case answerTooLarge(method: String, bytesMax: Int)
  /// The answer is not JSON, not JSON-RPC, or one of its fields violates the standard.
  case malformedAnswer(method: String, MalformedAnswer)
  /// The answer belongs to another request.
  case wrongID(method: String, expected: UInt64, actual: String)
  /// The node refused the request, with its own error.
  case refused(method: String, RPCError)
  /// The node follows a different chain from the expected one.
  case wrongChain(expected: ChainID, actual: ChainID)
  /// The hash that the node returned is not the hash of the transaction that was sent.
  case wrongTransactionHash(expected: Hash32, actual: Hash32)
  /// The requesting task was cancelled.
  case cancelled
  /// An error that no node client throws: a bug, named by its type.
  case unexpected(errorType: String)
}

/// A part of an answer that violates the standard.
package struct MalformedAnswer: Error, Codable, Equatable, Sendable {
  /// The path, such as `result.blockNumber`; empty for the whole answer.
  package let path: String
  /// The expected value.
  package let expected: String
  /// The value found, shortened to `excerptCountMax` Unicode scalars.
  package let actual: String

  /// The maximum number of scalars of an answer repeated in an error.
  package static let excerptCountMax = 80

  package init(path: String, expected: String, actual: String) {
    self.path = path
    self.expected = expected
    self.actual = actual.shortened(toScalars: Self.excerptCountMax)
  }
}

// MARK: - Classifying

extension NodeError {
  /// Converts any error to a node error, so that a feature can handle every failure of an effect in
  /// one place.
  package static func from(_ error: any Error) -> NodeError {
    switch error {
    case let error as NodeError: error
    case is CancellationError: .cancelled
    case _: .unexpected(errorType: String(reflecting: Swift.type(of: error)))
    }
  }

  /// True if repeating the request later may help without any other change.
  ///
  /// This does not mean that repeating it is safe: sending a transaction is not.
  package var isRetryable: Bool {
    switch self {
    case .unreachable, .connectionLost, .timedOut, .wrongID: true
    case .httpStatus(let status, _): status == 408 || status == 429 || (500...599).contains(status)
    // A proxy's HTML page instead of an answer is temporary; a wrong field is not.
    case .malformedAnswer(_, let problem): problem.path.isEmpty
    case .refused(let method, let error):
      error.code == RPCError.limitExceededCode
        // Some nodes report this for code that reverts, which it would do again.
        || (error.code == RPCError.internalErrorCode
          && !["eth_call", "eth_estimateGas"].contains(method))
    case .answerTooLarge, .wrongChain, .wrongTransactionHash, .cancelled, .unexpected: false
    }
  }

  /// The time the server asked the client to wait, if it did.
  package var retryAfter: Duration? {
    if case .httpStatus(_, let retryAfter) = self { retryAfter } else { nil }
  }

  /// The reason the node's pool did not accept a transaction; nil for every other error.
  package var poolRefusal: PoolRefusal? {
    guard case .refused("eth_sendRawTransaction", let error) = self else { return nil }
    return PoolRefusal(message: error.message)
  }
}

extension RPCError {
  /// The code of "too many requests" that public endpoints use (EIP-1474).
  package static let limitExceededCode = -32005

  /// The code of an error inside the node (JSON-RPC 2.0, section 5.1).
  package static let internalErrorCode = -32603
}
