import LocalServing
import Testing

/// Requests that are too long, malformed, or could be read in two ways, over a socket.
@Suite(.serialized)
struct RequestRefusalTests {
  private static func expect(
    _ status: Int, _ text: String, _ port: UInt16, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await Served.exchange(text, port)
    #expect(
      answer.hasPrefix("HTTP/1.1 \(status) "), "\(text.debugDescription)",
      sourceLocation: location)
  }

  private static let host = "\r\nHost: localhost\r\n\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: localhost\r\n"
  private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

  private static let malformed = [
    "G\u{e9}T / HTTP/1.1" + host, " GET / HTTP/1.1" + host,
    "GET /\u{7f} HTTP/1.1" + host,
    "GET\t/ HTTP/1.1" + host, "GET / a HTTP/1.1" + host, "GET a HTTP/1.1" + host,
    // Spaces before a colon, folded lines, lines without a colon or a name.
    post + "Expect : a\r\n\r\n", post + " b\r\n\r\n", post + "A:\r\n b\r\n\r\n",
    post + "A\r\n\r\n", post + ": b\r\n\r\n", post + "A: \u{1}\r\n\r\n", post + "A: \u{0}\r\n\r\n",
    // Bare line feeds and carriage returns.
    post + "A: b\nC: d\r\n\r\n", post + "\n", post + "A: b\n\n", post + "A: b\rc\r\n\r\n",
    // Two lengths, and lengths that are not numbers.
    post + "Content-Length: -1\r\n\r\n", post + "Content-Length: +1\r\n\r\na",
    post + "Content-Length: 1, 1\r\n\r\na", post + "Content-Length: \r\n\r\na",
    post + "Content-Length: 1 1\r\n\r\na", post + "Content-Length: 99999999999999999999\r\n\r\n",
    post + "Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
    post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\na",
    post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    post + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
    // Codings that end with something other than chunked have no length.
    post + "Transfer-Encoding: chunked, gzip\r\n\r\n",
    post + "Transfer-Encoding:\u{b}chunked\r\n\r\n",
    post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
    // Chunks.
    chunked + "g\r\n", chunked + "1\r\nab\r\n", chunked + "1\nab\r\n", chunked + "1;a\nab\r\n",
    chunked + "1\r\na\n0\r\n\r\n", chunked + "1 \r\na\r\n", chunked + "0x1\r\na\r\n",
    chunked + "11111111111111111\r\na\r\n", chunked + "-1\r\n",
  ]

  @Test func requestsThatCanBeReadInTwoWaysAreRejected() async throws {
    try await Served.run(
      change: { $0.idle = .milliseconds(500) },
      handler: { request in
        Issue.record("the handler was called: \(request)")
        return .json([])
      }
    ) { port, _ in
      for text in Self.malformed {
        try await Self.expect(400, text, port)
      }
    }
  }

  @Test(
    arguments: [
      // Spaces around a target are not part of it, and have no second meaning.
      ("GET  /  HTTP/1.1" + host, 200),
      ("GET / HTTP/1.1\r\nHost: \t localhost \t \r\n\r\n", 200),
      ("GET / HTTP/1.1 " + host, 505),
      ("GET /\r\n\r\n", 505), ("GET / HTTP/2.0\r\n\r\n", 505),
      ("GET / HTTP/1.1\nHost: localhost\r\n\r\n", 505),
      (post + "Transfer-Encoding: gzip\r\n\r\n", 501),
      (post + "Transfer-Encoding: xchunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
      ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
      (post + "Expect: tea\r\n\r\n", 417), (post + "Content-Length: 99999999999\r\n\r\n", 413),
      (chunked + "ffffffff\r\n" + String(repeating: "a", count: 3_000), 413),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
      (post + "Origin: https://evil.example\r\nConnection: close\r\n\r\n", 403),
    ])
  func unsupportedRequestsAreRejectedWithTheirStatus(text: String, status: Int) async throws {
    try await Served.run(change: { $0.discardedBytesMax = 2_048 }) { port, _ in
      let client = try RawClient(port: port)
      client.send(text.utf8)
      client.endWriting()
      #expect(await client.readToEnd().hasPrefix("HTTP/1.1 \(status) "))
      #expect(try await Served.answers(port))
    }
  }

  /// A client that speaks TLS waits for an answer: it is refused at its first byte.
  @Test func aGreetingOfTLSIsRejectedAtItsFirstByte() async throws {
    try await Served.run { port, _ in
      try await Self.expect(400, "\u{16}", port)
    }
  }

  @Test func headsHaveLimits() async throws {
    try await Served.run(change: {
      $0.fieldBytesMax = 64
      $0.headBytesMax = 256
      $0.fieldCountMax = 8
    }) { port, _ in
      func get(_ target: Int, fields: [Int]) -> String {
        let lines = fields.map { "A: \(String(repeating: "a", count: $0))\r\n" }.joined()
        return "GET /\(String(repeating: "a", count: target - 1)) HTTP/1.1\r\n"
          + "Host: localhost\r\nConnection: close\r\n\(lines)\r\n"
      }
      try await Self.expect(200, get(64, fields: []), port)
      try await Self.expect(431, get(65, fields: []), port)
      try await Self.expect(200, get(1, fields: [64]), port)
      try await Self.expect(431, get(1, fields: [65]), port)
      // The other two fields have 28 bytes together.
      try await Self.expect(200, get(33, fields: [64, 64, 64]), port)
      try await Self.expect(431, get(34, fields: [64, 64, 64]), port)
      try await Self.expect(200, get(1, fields: [1, 1, 1, 1, 1, 1]), port)
      try await Self.expect(431, get(1, fields: [1, 1, 1, 1, 1, 1, 1]), port)
    }
  }

  @Test(arguments: ["Content-Length: 17\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n11\r\n"])
  func aLongBodyIsReadToItsEndAndNotKept(framing: String) async throws {
    try await Served.run(
      change: { $0.bodyBytesMax = 16 },
      handler: { request in
        .text(200, request.body.map { String(decoding: $0, as: UTF8.self) } ?? "too long")
      }
    ) { port, _ in
      let body =
        String(repeating: "a", count: 17) + (framing.hasSuffix("11\r\n") ? "\r\n0\r\n\r\n" : "")
      let client = try RawClient(port: port)
      client.send((Self.post + framing + body).utf8)
      client.send(Served.post(String(repeating: "b", count: 16), close: true).utf8)
      let answers = await client.readToEnd()
      #expect(answers.contains("\r\n\r\ntoo long\nHTTP/1.1 200 OK\r\n"))
      #expect(answers.hasSuffix("\r\n\r\nbbbbbbbbbbbbbbbb\n"))
    }
  }

  @Test func aClientThatExpectsAWordGetsItOnce() async throws {
    try await Served.run { port, _ in
      let client = try RawClient(port: port)
      client.send(
        (Self.post + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: 1\r\n\r\n").utf8)
      #expect(await client.readSome() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      client.send("a".utf8)
      let answer = await client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\na"))
    }
  }

  /// A client may send its next requests before it has read an answer.
  @Test func requestsInOnePieceAreAnsweredInOrder() async throws {
    try await Served.run { port, _ in
      let client = try RawClient(port: port)
      let requests = (1...50).map { Served.post("<\($0)>", close: $0 == 50) }
      client.send(requests.joined(separator: "\r\n").utf8)
      let answers = await client.readToEnd()
      let bodies = answers.split(separator: "<").dropFirst().map { $0.prefix { $0 != ">" } }
      #expect(bodies.map { Int($0) } == Array(1...50))
    }
  }

  @Test func halfClosedClientsGetTheirAnswers() async throws {
    try await Served.run { port, _ in
      for text in [Served.post("{}"), "\r\n" + Served.post("{}"), "GET / HTTP/1.1\r\nHo", ""] {
        let client = try RawClient(port: port)
        client.send(text.utf8)
        client.endWriting()
        let answer = await client.readToEnd()
        switch text.first {
        case nil: #expect(answer == "")
        case "G": #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        default: #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
      }
    }
  }
}
