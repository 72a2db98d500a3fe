import LocalServing

/// Answers HTTP requests with a dev chain's JSON-RPC.
struct DevChainHandler: Sendable {
  let chain: DevChain

  func answer(_ request: ServedRequest) async throws -> ServedResponse {
    switch request.postedJSON(bytesMax: DevChainRPC.requestBytesMax) {
    case .refused(let response):
      return response
    case .body(let body):
      return Self.response(to: try await chain.waitOutDelays(await chain.answer(body)))
    }
  }

  private static func response(to answer: DevChainAnswer) -> ServedResponse {
    switch answer {
    case .body(let body):
      return .json(body)
    case .httpStatus(let status, let seconds, let body):
      var fields = [("Content-Type", "application/json")]
      if let seconds { fields.append(("Retry-After", String(seconds))) }
      return ServedResponse(status: status, phrase: "Fault", fields: fields, body: body)
    case .closed:
      return cutOff(after: [], of: 1)
    case .truncated(let body):
      return cutOff(after: Array(body.prefix(body.count / 2)), of: body.count)
    case .delayed:
      preconditionFailure("A delay is left after all delays were waited for.")
    }
  }

  /// Returns a response that announces more than it sends, after which the connection is closed.
  private static func cutOff(after bytes: [UInt8], of count: Int) -> ServedResponse {
    var response = ServedResponse.json(bytes)
    response.announcedByteCount = count
    return response
  }
}

/// The response of the chain's server to one request body.
package enum DevChainAnswer: Equatable, Sendable {
  /// Answers with the status 200; empty if the request contained only notifications.
  case body([UInt8])
  /// Answers with another status.
  case httpStatus(Int, retryAfterSeconds: Int?, body: [UInt8])
  /// Closes the connection without an answer.
  case closed
  /// Announces an answer, sends half of it, and closes the connection.
  case truncated([UInt8])
  /// Performs another answer after a delay.
  indirect case delayed(Duration, DevChainAnswer)
}
