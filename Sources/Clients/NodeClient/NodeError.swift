package import EthereumPrimitives
package import JSONRPC

/// Why a node did not answer a request.
package enum NodeError: Error, Codable, Equatable, Sendable {
  /// There is no answer at the endpoint.
  case unreachable(endpoint: String, reason: String)
  /// The connection ended before the answer was complete.
  case connectionLost(endpoint: String, reason: String)
  /// No answer came in time.
  case timedOut(method: String, after: Duration)
  /// The server answered with an HTTP status other than 200.
  case httpStatus(Int, retryAfter: Duration?)
  /// The answer is longer than the client accepts.
  case answerTooLarge(method: String, bytesMax: Int)
  /// The answer is not JSON, not JSON-RPC, or a field of it is not as the standard requires.
  case malformedAnswer(method: String, MalformedAnswer)
  /// The answer belongs to another request.
  case wrongID(method: String, expected: UInt64, actual: String)
  /// The node refused the request, in its own words.
  case refused(method: String, RPCError)
  /// The node follows another chain than the one expected.
  case wrongChain(expected: ChainID, actual: ChainID)
  /// The hash that the node returned is not that of the transaction it was sent.
  case wrongTransactionHash(expected: Hash32, actual: Hash32)
  /// The task that asked was cancelled.
  case cancelled
  /// An error that no node client throws: a bug, named by its type.
  case unexpected(errorType: String)
}

/// The place in an answer that is not as the standard says.
package struct MalformedAnswer: Error, Codable, Equatable, Sendable {
  /// Where, such as `result.blockNumber`; empty for the whole answer.
  package let path: String
  /// What belongs there.
  package let expected: String
  /// What was found there, shortened to `excerptCountMax` scalars of Unicode.
  package let actual: String

  /// How many scalars of an answer an error repeats.
  package static let excerptCountMax = 80

  package init(path: String, expected: String, actual: String) {
    self.path = path
    self.expected = expected
    self.actual = actual.shortened(toScalars: Self.excerptCountMax)
  }
}

// MARK: - Classifying

extension NodeError {
  /// Returns the node error that an error is, so that a feature can handle every failure of an
  /// effect in one place.
  package static func from(_ error: any Error) -> NodeError {
    switch error {
    case let error as NodeError: error
    case is CancellationError: .cancelled
    case _: .unexpected(errorType: String(reflecting: Swift.type(of: error)))
    }
  }

  /// Whether asking again later may help without any other change.
  ///
  /// It says nothing about whether asking again is safe: sending a transaction is not.
  package var isRetryable: Bool {
    switch self {
    case .unreachable, .connectionLost, .timedOut, .wrongID: true
    case .httpStatus(let status, _): status == 408 || status == 429 || (500...599).contains(status)
    // A proxy's page in HTML instead of an answer is temporary; a wrong field is not.
    case .malformedAnswer(_, let problem): problem.path.isEmpty
    case .refused(let method, let error):
      error.code == RPCError.limitExceededCode
        // Some nodes say so of code that reverts, which it does again.
        || (error.code == RPCError.internalErrorCode
          && !["eth_call", "eth_estimateGas"].contains(method))
    case .answerTooLarge, .wrongChain, .wrongTransactionHash, .cancelled, .unexpected: false
    }
  }

  /// How long the server asked the client to wait, if it did.
  package var retryAfter: Duration? {
    if case .httpStatus(_, let retryAfter) = self { retryAfter } else { nil }
  }

  /// Why the node's pool did not accept a transaction; nil for every other error.
  package var poolRefusal: PoolRefusal? {
    guard case .refused("eth_sendRawTransaction", let error) = self else { return nil }
    return PoolRefusal(message: error.message)
  }
}

extension RPCError {
  /// The code of "too many requests", as public endpoints use it (EIP-1474).
  package static let limitExceededCode = -32005

  /// The code of an error inside the node (JSON-RPC 2.0, section 5.1).
  package static let internalErrorCode = -32603
}
