import LocalServing

/// Runs a server under test, and clients' exchanges with it.
enum Served {
  /// Runs a server that answers with the posted body, until the closure returns.
  static func run(
    change: (inout ServingLimits) -> Void = { _ in }, socket: SocketRoute? = nil,
    handler: @escaping LocalServer.Handler = { .json($0.body ?? []) },
    _ body: @escaping @Sendable (UInt16, LocalServer) async throws -> Void
  ) async throws {
    var limits = ServingLimits(bodyBytesMax: 1 << 20)
    change(&limits)
    let server = LocalServer(port: 0, limits: limits, socket: socket, handler: handler)
    try await server.run { port in
      try await body(port, server)
      await server.stop()
    }
  }

  static func post(_ body: String, close: Bool = false) -> String {
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + (close ? "Connection: close\r\n" : "")
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Returns true if a new client gets its answer.
  static func answers(_ port: UInt16) async throws -> Bool {
    let client = try RawClient(port: port)
    client.send(post("{}", close: true).utf8)
    return await client.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n")
  }

  /// Sends bytes, and reads to the end.
  static func exchange(_ text: String, _ port: UInt16) async throws -> String {
    let client = try RawClient(port: port)
    client.send(text.utf8)
    return await client.readToEnd()
  }
}
