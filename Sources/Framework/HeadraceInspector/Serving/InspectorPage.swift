#if Inspector
  import LocalServing

  /// The page, and the check that admits its connections.
  enum InspectorPage {
    /// Returns a secret of 128 bits, as hexadecimal digits.
    static func makeToken() -> String {
      // Uses the system's generator, because the dependencies of a program may be overridden.
      var generator = SystemRandomNumberGenerator()
      return (0..<2).map { _ in
        let digits = String(generator.next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
    }

    /// Answers a request that is not an upgrade: the page contains no secret.
    static func answer(_ request: ServedRequest) -> ServedResponse {
      guard request.method == "GET" || request.method == "HEAD" else {
        return .text(405, "expected GET")
      }
      guard request.target == "/" || request.target.hasPrefix("/?") else {
        return .text(404, "not found, expected /")
      }
      let nonce = makeToken()
      let page = String(decoding: PackageResources.inspector_html, as: UTF8.self)
        .replacing("{{nonce}}", with: nonce)
      let policy = """
        default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
        connect-src 'self' ws://127.0.0.1:*; img-src data: blob:; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
      return ServedResponse(
        status: 200,
        fields: [
          ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
          ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
          ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
          ("Cross-Origin-Resource-Policy", "same-origin"),
        ], body: Array(page.utf8))
    }

    /// Returns the route of the socket, which admits pages that know the token.
    static func socket(of hub: InspectorHub, token: String) -> SocketRoute {
      SocketRoute(path: "/socket") { request in
        let given = request.target.split(separator: "?token=").last.map(Array.init) ?? []
        guard isEqual(Array(given.flatMap(\.utf8)), Array(token.utf8)) else {
          return .text(403, "expected the token of the address that was printed")
        }
        return nil
      } serve: { socket in
        try await serve(hub, on: socket)
      }
    }

    /// Compares two texts in a time that does not depend on where they differ.
    private static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
      first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func serve(_ hub: InspectorHub, on socket: LocalSocket) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pushStatuses(of: hub, on: socket) }
        group.addTask {
          for try await message in socket.messages {
            try await socket.send(hub.answer(message))
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }

    /// Sends changed statuses, at most 20 times a second.
    private static func pushStatuses(of hub: InspectorHub, on socket: LocalSocket) async throws {
      let clock = ContinuousClock()
      var last = ""
      while !Task.isCancelled {
        let statuses = await hub.statuses()
        if statuses != last { try await socket.send(statuses) }
        last = statuses
        try await clock.sleep(for: .milliseconds(50))
      }
    }
  }
#endif
