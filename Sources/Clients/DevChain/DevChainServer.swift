package import LocalServing

/// Serves a dev chain over HTTP on this machine only.
package struct DevChainServer: Sendable {
  /// Why the server could not start.
  package typealias StartFailure = LocalServer.StartFailure

  private let server: LocalServer

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - chain: What it serves.
  ///   - port: The port on 127.0.0.1; 0 takes any that is free.
  ///   - limits: The limits for clients.
  ///   - rules: Which pages may call; those of this machine by default.
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

  /// Stops serving, after the requests in progress are answered.
  package func stop() async {
    await server.stop()
  }
}
