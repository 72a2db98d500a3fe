package import Foundation
import HTTPTransport
package import JSONRPC

extension RPCTransport {
  /// Returns a transport that uses HTTP POST, and follows no redirects.
  ///
  /// - Parameters:
  ///   - url: The endpoint; `http` or `https`.
  ///   - answerBytesMax: The maximum size of an answer.
  package static func http(_ url: URL, answerBytesMax: Int) -> RPCTransport {
    let connection = HTTPConnection(answerBytesMax: answerBytesMax)
    // Paths and queries of paid endpoints contain keys, so an error text has only scheme, host and
    // port.
    let host = url.host ?? ""
    let shownHost = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    var endpoint = "\(url.scheme ?? "")://\(shownHost)"
    if let port = url.port { endpoint += ":\(port)" }
    return RPCTransport(endpoint: endpoint) { body in
      do {
        let answer = try await connection.post(body, to: url)
        return RPCTransportAnswer(
          status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
      } catch let failure as HTTPFailure {
        throw RPCTransportError(failure)
      }
    }
  }
}

extension RPCTransportError {
  fileprivate init(_ failure: HTTPFailure) {
    self =
      switch failure {
      case .unreachable(let reason): .unreachable(reason: reason)
      case .connectionLost(let reason): .connectionLost(reason: reason)
      case .answerTooLarge(let bytesMax): .answerTooLarge(bytesMax: bytesMax)
      case .timedOut: .timedOut
      }
  }
}
