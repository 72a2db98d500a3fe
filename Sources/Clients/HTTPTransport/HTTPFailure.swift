import Foundation

/// A server's answer before it is parsed.
package struct HTTPAnswer: Equatable, Sendable {
  /// The status.
  package var status: Int
  /// The unparsed value of the header `Retry-After`.
  package var retryAfter: String?
  /// The body.
  package var body: [UInt8]

  /// Describes an answer.
  package init(status: Int, retryAfter: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}

/// The reason a body did not reach a server, or the answer did not arrive complete.
package enum HTTPFailure: Error, Equatable, Sendable {
  /// No server listens there, the name has no address, or the network is unreachable.
  case unreachable(reason: String)
  /// The connection ended before the answer was complete.
  case connectionLost(reason: String)
  /// The answer is longer than the client accepts.
  case answerTooLarge(bytesMax: Int)
  /// The system gave up waiting.
  case timedOut
}

extension HTTPFailure {
  /// Converts an error of the URL loading system.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - url: The requested URL.
  static func error(for error: any Error, of url: URL?) -> any Error {
    let number = (error as NSError).code
    if let trouble = ConnectionTrouble(tls: error, of: url) {
      return HTTPFailure.unreachable(trouble)
    }
    switch URLError.Code(rawValue: number) {
    case .cancelled: return CancellationError()
    case .timedOut: return HTTPFailure.timedOut
    // On Linux, libcurl's "got nothing" and "partial file" become `unknown`.
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .zeroByteResource,
      .unknown:
      return HTTPFailure.connectionLost(.closed)
    case .cannotFindHost, .dnsLookupFailed:
      return HTTPFailure.unreachable(.noAddress)
    case .cannotConnectToHost:
      return HTTPFailure.unreachable(.closedPort)
    case .notConnectedToInternet:
      return HTTPFailure.unreachable(.noNetwork)
    // On Linux, libcurl's "received HTTP/0.9 when not allowed" becomes this. (A host checks the
    // scheme of an endpoint before it creates a client.)
    case .unsupportedURL, .badURL:
      // Nothing was sent: swift-corelibs-foundation does not support IPv6 addresses in URLs, and
      // `AddressConnection` does not support TLS.
      if url?.host?.contains(":") == true {
        return HTTPFailure.unreachable(.noIPv6)
      }
      return HTTPFailure.unreachable(.noHTTP)
    case _:
      return HTTPFailure.unreachable(reason: "URL loading error \(number)")
    }
  }
}

extension HTTPFailure {
  static func unreachable(_ trouble: ConnectionTrouble) -> HTTPFailure {
    .unreachable(reason: trouble.rawValue)
  }

  static func connectionLost(_ trouble: ConnectionTrouble) -> HTTPFailure {
    .connectionLost(reason: trouble.rawValue)
  }
}
