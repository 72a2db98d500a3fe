import JSONRPC
import LocalServing

/// Serves a session endpoint over HTTP on this machine only.
package struct DevSessionServer: Sendable {
  /// The maximum size of a request, in bytes.
  static let requestBytesMax = 64 << 10

  private let server: LocalServer
  private let session: DevSession

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - session: The endpoint to serve.
  ///   - port: The port on 127.0.0.1; 0 for any free one.
  package init(session: DevSession, port: UInt16) {
    self.session = session
    let handler = DevSessionHandler(session: session)
    let limits = ServingLimits(bodyBytesMax: Self.requestBytesMax)
    server = LocalServer(port: port, limits: limits) { request in await handler.answer(request) }
  }

  /// Serves until `stop()` is called or the task is cancelled.
  ///
  /// - Parameter onListening: Called once, with the address, as soon as connections are accepted.
  /// - Throws: `LocalServer.StartFailure`, `CancellationError`, or what `onListening` throws.
  package func run(onListening: @Sendable (_ url: String) async throws -> Void) async throws {
    try await server.run { port in
      let url = "http://127.0.0.1:\(port)"
      session.listen(at: url)
      try await onListening(url)
    }
  }

  /// Stops serving, after answering the requests in progress.
  package func stop() async {
    await server.stop()
  }
}

/// Answers HTTP requests with a session endpoint's JSON.
private struct DevSessionHandler: Sendable {
  let session: DevSession

  func answer(_ request: ServedRequest) async -> ServedResponse {
    switch request.postedJSON(bytesMax: DevSessionServer.requestBytesMax) {
    case .refused(let response):
      return response
    case .body(let body):
      let answer = await session.answer(
        request.path, body, authorization: request["authorization"])
      return ServedResponse(
        status: answer.status, phrase: answer.status == 200 ? "OK" : "Refused",
        fields: [("Content-Type", "application/json")], body: answer.body.encoded)
    }
  }
}
