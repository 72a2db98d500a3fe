import Testing

@testable import LocalServing

/// The server against malicious clients.
@Suite(.serialized)
struct LocalServerTests {
  @Test func anAnswerIsWholeAndNamesItsLength() async throws {
    try await Served.run { port, _ in
      let client = try RawClient(port: port)
      client.send(Served.post("[1]", close: true).utf8)
      let answer = await client.readToEnd()
      #expect(
        answer
          == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nVary: Origin\r\n"
          + "Content-Length: 3\r\nConnection: close\r\n\r\n[1]")
    }
  }

  /// A request line of 50 kB once cost 47 seconds of processor time, and two of 1 MB blocked the
  /// whole server.
  @Test(arguments: [50_000, 1_000_000])
  func aLongRequestLineIsRefused(byteCount: Int) async throws {
    try await Served.run { port, _ in
      for _ in 0..<2 {
        let client = try RawClient(port: port)
        client.send("GET /".utf8)
        client.send(repeatElement(UInt8(ascii: "a"), count: byteCount))
        #expect(
          await client.readToEnd().hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
      }
      #expect(try await Served.answers(port))
    }
  }

  @Test func aSlowHeadIsCutOff() async throws {
    try await Served.run(change: { $0.head = .milliseconds(50) }) { port, _ in
      let client = try RawClient(port: port)
      client.send("POST / HTTP/1.1\r\nHo".utf8)
      let answer = await client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
      #expect(answer.hasSuffix("the request took too long\n"))
    }
  }

  @Test func aSlowBodyIsCutOff() async throws {
    try await Served.run(change: { $0.body = .milliseconds(50) }) { port, _ in
      let client = try RawClient(port: port)
      client.send(Served.post("abc").utf8.dropLast())
      #expect(await client.readToEnd().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }
  }

  @Test func aSilentClientIsLetGo() async throws {
    try await Served.run(change: { $0.idle = .milliseconds(50) }) { port, _ in
      let client = try RawClient(port: port)
      #expect(await client.readToEnd() == "")
    }
  }

  /// 200 connections once ended a server with a limit of 100 open files.
  @Test func newClientsAreServedBesideMoreSlowOnesThanThereIsRoom() async throws {
    try await Served.run(change: { $0.connectionCountMax = 8 }) { port, _ in
      let slow = try (0..<40).map { _ in
        let client = try RawClient(port: port)
        client.send("POST / HTTP/1.1\r\n".utf8)
        return client
      }
      for _ in 0..<20 {
        let isServed = try await Served.answers(port)
        #expect(isServed)
      }
      withExtendedLifetime(slow) {}
      #expect(try await Served.answers(port))
    }
  }

  @Test func callsOnOneConnectionFollowEachOther() async throws {
    try await Served.run { port, _ in
      let client = try RawClient(port: port)
      for _ in 0..<100 {
        client.send(Served.post("{}").utf8)
        let answer = try #require(await client.readSome())
        #expect(String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\r\n{}"))
      }
    }
  }

  @Test func bytesThatAreNoHTTPEndTheirOwnConnectionOnly() async throws {
    try await Served.run { port, _ in
      for bytes in [[0, 0, 0], Array("\u{16}\u{3}\u{1}\r\n\r\n".utf8), Array("\r\n\n\r\n".utf8)] {
        let client = try RawClient(port: port)
        client.send(bytes + Array("x y\r\n\r\n".utf8))
        #expect(await client.readToEnd().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      }
      #expect(try await Served.answers(port))
    }
  }

  @Test func aForeignHostNeverReachesTheHandler() async throws {
    try await Served.run(handler: { _ in
      Issue.record("the handler was called")
      return .json([])
    }) { port, _ in
      let client = try RawClient(port: port)
      client.send(
        "POST / HTTP/1.1\r\nHost: evil.example:\(port)\r\nConnection: close\r\n\r\n".utf8)
      let answer = await client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      #expect(!answer.contains("Access-Control"))
    }
  }

  @Test func aStopWaitsForAnAnswerAndNotForSilence() async throws {
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (finished, finishing) = AsyncStream<Void>.makeStream()
    try await Served.run(
      change: { $0.stopping = .seconds(600) },
      handler: { _ in
        beginning.yield()
        for await _ in finished { break }
        return .json(Array("late".utf8))
      }
    ) { port, server in
      let silent = try RawClient(port: port)
      let client = try RawClient(port: port)
      client.send(Served.post("{}").utf8)
      for await _ in began { break }
      async let stopped: Void = server.stop()
      #expect(await silent.readToEnd() == "", "its connection is ended at once")
      finishing.yield()
      #expect(await client.readToEnd().hasSuffix("Connection: close\r\n\r\nlate"))
      await stopped
    }
  }

  @Test func anAnswerThatNeverComesDoesNotHoldUpAStop() async throws {
    let (began, beginning) = AsyncStream<Void>.makeStream()
    try await Served.run(
      change: { $0.stopping = .milliseconds(50) },
      handler: { _ in
        beginning.yield()
        try await ContinuousClock().sleep(for: .seconds(3_600))
        return .json([])
      }
    ) { port, _ in
      let client = try RawClient(port: port)
      client.send(Served.post("{}").utf8)
      for await _ in began { break }
    }
  }

  @Test func anAnswerHasATime() async throws {
    try await Served.run(
      change: { $0.answer = .milliseconds(50) },
      handler: { _ in
        try await ContinuousClock().sleep(for: .seconds(3_600))
        return .json([])
      }
    ) { port, _ in
      let client = try RawClient(port: port)
      client.send(Served.post("{}").utf8)
      #expect(await client.readToEnd().hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
    }
  }

  @Test func aServerRunsOnce() async throws {
    try await Served.run { _, server in
      await #expect(throws: LocalServer.StartFailure.alreadyRunning) {
        try await server.run { _ in }
      }
    }
  }
}
