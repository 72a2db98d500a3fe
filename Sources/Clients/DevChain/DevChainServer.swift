package import LocalServing

/// Serves a dev chain over HTTP on this machine only.
package struct DevChainServer: Sendable {
  /// The reason the server could not start.
  package typealias StartFailure = LocalServer.StartFailure

  private let server: LocalServer

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - chain: The chain to serve.
  ///   - port: The port on 127.0.0.1; 0 for any free one.
  ///   - limits: The limits for clients.
  ///   - rules: The web pages that may call; those of this machine by default.
  package init(
    chain: DevChain, port: UInt16,
    limits: ServingLimits = ServingLimits(bodyBytesMax: DevChainRPC.requestBytesMax),
    rules: CallerRules = CallerRules()
  ) {
    let handler = DevChainHandler(chain: chain)
    server = LocalServer(port: port, limits: limits, rules: rules) { request in
      try await handler.answer(request)
    }
  }

  /// Serves until `stop()` is called or the task is cancelled.
  ///
  /// - Parameter onListening: Called once, with the port, as soon as connections are accepted.
  /// - Throws: `StartFailure`, `CancellationError`, or what `onListening` throws.
  package func run(onListening: @Sendable (UInt16) async throws -> Void) async throws {
    try await server.run(onListening: onListening)
  }

  /// Stops serving, after answering the requests in progress.
  package func stop() async {
    await server.stop()
  }
}
