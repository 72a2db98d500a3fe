import EthereumCrypto
import Foundation
import HTTPTransport
import JSONRPC
import SessionClient
import VaultClientLive

extension SessionTransport {
  /// Returns a transport that uses HTTP POST without redirects: a token is sent only to its
  /// service.
  ///
  /// - Parameter answerBytesMax: The maximum size of an answer.
  package static func http(answerBytesMax: Int) -> SessionTransport {
    let connection = HTTPConnection(answerBytesMax: answerBytesMax)
    return SessionTransport { endpoint, request in
      guard let url = URL(string: endpoint.text + "/" + request.path) else {
        throw SessionError.unreachable(
          endpoint: endpoint.description, reason: "the URL loading system does not take its address"
        )
      }
      do {
        let answer = try await connection.post(
          request.body, to: url, authorization: request.access.map { "Bearer " + $0.text })
        return SessionAnswer(status: answer.status, body: answer.body)
      } catch let failure as HTTPFailure {
        throw SessionError(failure, endpoint)
      }
    }
  }
}

extension SessionRequest {
  fileprivate var body: [UInt8] {
    var fields = fields
    if let refresh { fields["refreshToken"] = .string(refresh.text) }
    return JSONValue.object(fields).encoded
  }
}

extension SecretBox {
  /// The token as a text, in memory that is not wiped: the URL loading system accepts nothing else.
  fileprivate var text: String {
    bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension SessionError {
  fileprivate init(_ failure: HTTPFailure, _ endpoint: SessionEndpoint) {
    self =
      switch failure {
      case .unreachable(let reason): .unreachable(endpoint: endpoint.description, reason: reason)
      case .connectionLost(let reason):
        .connectionLost(endpoint: endpoint.description, reason: reason)
      case .answerTooLarge(let bytesMax): .answerTooLarge(bytesMax: bytesMax)
      case .timedOut:
        .connectionLost(endpoint: endpoint.description, reason: "the system gave up waiting")
      }
  }
}
