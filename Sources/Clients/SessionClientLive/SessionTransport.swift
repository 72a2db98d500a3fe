package import JSONRPC
package import SessionClient
package import VaultClientLive

/// A request to a service: JSON posted to a path below its address.
///
/// Tokens are separate from the rest, in locked memory until they are sent.
package struct SessionRequest: Sendable {
  /// The path, such as `refresh`.
  package let path: String
  /// The JSON, without tokens.
  package let fields: JSONObject
  /// The access token, if the call has one in its header.
  package let access: SecretBox?
  /// The refresh token, if the JSON has one.
  package let refresh: SecretBox?

  init(
    _ path: String, _ fields: JSONObject = [:], access: SecretBox? = nil, refresh: SecretBox? = nil
  ) {
    self.path = path
    self.fields = fields
    self.access = access
    self.refresh = refresh
  }
}

/// A service's answer before it is parsed.
package struct SessionAnswer: Equatable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// The body.
  package var body: [UInt8]

  /// Describes an answer.
  package init(status: Int = 200, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// A way to send requests to services, such as HTTP or, in a test, a closure.
package struct SessionTransport: Sendable {
  /// Sends a request to a service, once.
  ///
  /// - Throws: `SessionError`, or `CancellationError` if the task was cancelled.
  package var send: @Sendable (SessionEndpoint, SessionRequest) async throws -> SessionAnswer

  /// Creates a transport from a closure.
  package init(
    send: @escaping @Sendable (SessionEndpoint, SessionRequest) async throws -> SessionAnswer
  ) {
    self.send = send
  }
}
