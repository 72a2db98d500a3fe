/// A way to send a JSON-RPC body to a node and receive its answer, such as HTTP or a function call.
///
/// The transport does not know the protocol that it carries: it has no ids, no retries, and no time
/// limit for the caller.
package struct RPCTransport: Sendable {
  /// The destination, for error texts: a URL, or `"DevChain in process"`.
  package let endpoint: String
  /// Sends one body to the node, and returns its answer.
  ///
  /// - Throws: `RPCTransportError`, or `CancellationError` if the task was cancelled.
  package let send: @Sendable (_ body: [UInt8]) async throws -> RPCTransportAnswer

  package init(
    endpoint: String, send: @escaping @Sendable (_ body: [UInt8]) async throws -> RPCTransportAnswer
  ) {
    self.endpoint = endpoint
    self.send = send
  }
}

/// A node's answer before it is parsed.
package struct RPCTransportAnswer: Equatable, Sendable {
  /// The HTTP status; 200 for transports without one.
  package var status: Int
  /// The unparsed value of the header `Retry-After`.
  package var retryAfter: String?
  package var body: [UInt8]

  package init(status: Int = 200, retryAfter: String? = nil, body: [UInt8]) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}

/// The reason a body did not reach the node, or its answer did not arrive complete.
package enum RPCTransportError: Error, Equatable, Sendable {
  /// No server listens there, the name has no address, or the network is unreachable.
  case unreachable(reason: String)
  /// The connection ended before the answer was complete.
  case connectionLost(reason: String)
  /// The answer is longer than the client accepts.
  case answerTooLarge(bytesMax: Int)
  /// The system gave up waiting.
  case timedOut
}
