/// What the chain's server does with one request body.
package enum DevChainAnswer: Equatable, Sendable {
  /// Answers with the status 200; empty when the request held only notifications.
  case body([UInt8])
  /// Answers with another status.
  case httpStatus(Int, retryAfterSeconds: Int?, body: [UInt8])
  /// Closes the connection without an answer.
  case closed
  /// Announces an answer, sends half of it, and closes the connection.
  case truncated([UInt8])
  /// Does something after a while.
  indirect case delayed(Duration, DevChainAnswer)
}
