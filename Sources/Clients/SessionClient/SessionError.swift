package import VaultClient

/// The reason a service did not fulfil a request, or there is no session.
package enum SessionError: Error, Codable, Equatable, Sendable {
  /// Nothing answers at the endpoint.
  case unreachable(endpoint: String, reason: String)
  /// The connection ended before the answer was complete.
  case connectionLost(endpoint: String, reason: String)
  /// No answer came in time.
  case timedOut(endpoint: String, after: Duration)
  /// The answer is longer than the client accepts.
  case answerTooLarge(bytesMax: Int)
  /// The service answered with an HTTP status other than 200, and without a reason.
  case httpStatus(Int)
  /// The answer is incomplete or invalid.
  case malformedAnswer(expected: String)
  /// The service refused, with its own reason.
  case refused(reason: String)
  /// The service accepted neither the access token nor, after a refresh, the new one.
  case unauthorized
  /// The service no longer knows the session; its tokens were dropped.
  case sessionEnded
  /// There is no session with the service.
  case signedOut
  /// Another wallet process is getting new tokens for a session at this moment.
  case busy
  /// The service answered for a different account or chain from the one requested.
  case otherSession
  /// The vault did not return, store or drop the tokens.
  case keeping(SessionKeepingRefusal)
  /// The requesting task was cancelled.
  case cancelled
  /// An error that no session client throws: a bug, named by its type.
  case unexpected(errorType: String)
}

extension SessionError {
  /// Converts any error to a session error, so that a feature can handle every failure of an effect
  /// in one place.
  package static func from(_ error: any Error) -> SessionError {
    switch error {
    case let error as SessionError: error
    case let refusal as SessionKeepingRefusal: .keeping(refusal)
    case is CancellationError: .cancelled
    case _: .unexpected(errorType: String(reflecting: Swift.type(of: error)))
    }
  }

  /// True if repeating the request later may help without any other change.
  package var isRetryable: Bool {
    switch self {
    case .unreachable, .connectionLost, .timedOut, .busy: true
    case .httpStatus(let status): status == 408 || status == 429 || (500...599).contains(status)
    case .keeping(.storage(.busy)): true
    case .answerTooLarge, .malformedAnswer, .refused, .unauthorized, .sessionEnded, .signedOut,
      .otherSession, .keeping, .cancelled, .unexpected:
      false
    }
  }
}
