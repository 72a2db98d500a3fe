import LocalServing
import Synchronization
import Testing

/// WebSockets, over sockets.
@Suite(.serialized)
struct LocalSocketTests {
  /// A route that sends each message back.
  private static let echo = SocketRoute(path: "/socket") { socket in
    for await message in socket.messages { try await socket.send(message) }
  }

  /// A route that records every message as an issue.
  private static let nothing = SocketRoute(path: "/socket") { socket in
    for await message in socket.messages { Issue.record("received \(message)") }
  }

  @Test func textsAreReceivedAndSent() async throws {
    try await Served.run(socket: Self.echo) { port, _ in
      let socket = try await RawSocket(port: port)
      #expect(socket.isOpen)
      // The key and its answer are those of RFC 6455, section 1.3.
      #expect(socket.head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      for text in [
        "", "a", "é", String(repeating: "b", count: 126), String(repeating: "c", count: 70_000),
      ] {
        socket.send(text)
        #expect(await socket.next() == .init(opcode: 1, bytes: Array(text.utf8)))
      }
      #expect(try await Served.answers(port), "requests are answered beside it")
    }
  }

  @Test func framesThatComeWithTheRequestAreNotLost() async throws {
    try await Served.run(socket: Self.echo) { port, _ in
      let socket = try await RawSocket(port: port, sending: RawSocket.frame(0x81, [97]))
      #expect(await socket.next()?.text == "a")
    }
  }

  @Test func aConnectionMayUpgradeAfterARequest() async throws {
    try await Served.run(socket: Self.echo) { port, _ in
      let socket = try await RawSocket(
        port: port, target: "/ HTTP/1.1\r\nHost: localhost\r\n\r\nGET /socket")
      #expect(socket.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      _ = await socket.next()
    }
  }

  @Test func fragmentsAreOneMessageAndPingsMayComeBetweenThem() async throws {
    try await Served.run(socket: Self.echo) { port, _ in
      let socket = try await RawSocket(port: port)
      socket.client.send(RawSocket.frame(0x01, [0xc3]))
      socket.client.send(RawSocket.frame(0x89, [1, 2]))
      socket.client.send(RawSocket.frame(0x00, []) + RawSocket.frame(0x8a, []))
      socket.client.send(RawSocket.frame(0x80, [0xa9]))
      #expect(await socket.next() == .init(opcode: 10, bytes: [1, 2]))
      #expect(await socket.next()?.text == "é")
    }
  }

  @Test(
    arguments: [
      ("binary", RawSocket.frame(0x82, [1]), 1003),
      ("not UTF-8", RawSocket.frame(0x81, [0xff]), 1007),
      ("half a character", RawSocket.frame(0x81, [0xc3]), 1007),
      ("unmasked", RawSocket.frame(0x81, [97], isMasked: false), 1002),
      ("first reserved bit", RawSocket.frame(0xc1, [97]), 1002),
      ("second reserved bit", RawSocket.frame(0xa1, [97]), 1002),
      ("third reserved bit", RawSocket.frame(0x91, [97]), 1002),
      ("reserved opcode", RawSocket.frame(0x83, [97]), 1002),
      ("reserved control opcode", RawSocket.frame(0x8b, [97]), 1002),
      ("fragment of a ping", RawSocket.frame(0x09, [97]), 1002),
      ("long ping", RawSocket.frame(0x89, Array(repeating: 1, count: 126)), 1002),
      ("end without a beginning", RawSocket.frame(0x80, [97]), 1002),
      ("two beginnings", RawSocket.frame(0x01, [97]) + RawSocket.frame(0x81, [97]), 1002),
      ("too long", RawSocket.frame(0x81, Array(repeating: 97, count: 129)), 1009),
      (
        "too long in two",
        RawSocket.frame(0x01, Array(repeating: 97, count: 128)) + RawSocket.frame(0x80, [97]), 1009
      ),
      ("announced too long", [0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4], 1009),
      ("negative length", [0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
      ("close", RawSocket.frame(0x88, []), 1000),
      ("close with a code", RawSocket.frame(0x88, [0x03, 0xe9, 97]), 1001),
      ("close with a code of one's own", RawSocket.frame(0x88, [0x0f, 0xa0]), 4000),
      ("close with half a code", RawSocket.frame(0x88, [3]), 1002),
      ("close with a code that is never sent", RawSocket.frame(0x88, [0x03, 0xed]), 1002),
    ])
  func forbiddenFramesCloseTheConnectionWithTheirCode(
    name: String, bytes: [UInt8], code: Int
  ) async throws {
    try await Served.run(change: { $0.messageBytesMax = 128 }, socket: Self.nothing) { port, _ in
      let socket = try await RawSocket(port: port)
      socket.client.send(bytes + RawSocket.frame(0x81, Array("late".utf8)))
      #expect(await socket.readCode() == code, "\(name)")
    }
  }

  @Test func theLongestMessageIsAccepted() async throws {
    try await Served.run(change: { $0.messageBytesMax = 128 }, socket: Self.echo) { port, _ in
      let socket = try await RawSocket(port: port)
      let text = String(repeating: "a", count: 128)
      socket.send(text)
      #expect(await socket.next()?.text == text)
      socket.client.send(RawSocket.frame(0x01, Array(repeating: 97, count: 127)))
      socket.client.send(RawSocket.frame(0x80, [97]))
      #expect(await socket.next()?.text == text)
    }
  }

  private static func status(
    _ port: UInt16, _ target: String, _ fields: String = "Host: localhost\r\n", version: Int = 13
  ) async throws -> Int? {
    let socket = try await RawSocket(port: port, target: target, fields: fields, version: version)
    return Int(socket.head.dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  @Test func theRulesForCallersAndTheRouteDecideWhoUpgrades() async throws {
    let asked = Mutex<[String]>([])
    let route = SocketRoute(
      path: "/socket",
      refusal: { request in
        asked.withLock { $0.append(request.target) }
        return request.target.hasSuffix("?token=1") ? nil : .text(403, "no token")
      }, serve: { _ in })
    try await Served.run(socket: route) { port, _ in
      let foreign = "Host: localhost\r\nOrigin: https://evil.example\r\n"
      let rejected = [
        try await Self.status(port, "/socket?token=1", "Host: evil.example\r\n"),
        try await Self.status(port, "/socket?token=1", foreign),
      ]
      #expect(rejected == [403, 403])
      let early = asked.withLock { $0 }
      #expect(early == [], "the rules for callers come first")
      let statuses = [
        try await Self.status(port, "/socket?token=1"), try await Self.status(port, "/socket"),
        try await Self.status(port, "/socket?token=1", version: 8),
        try await Self.status(port, "/other?token=1"),
      ]
      #expect(statuses == [101, 403, 426, 200], "the last one is an answer of the handler")
      let all = asked.withLock { $0 }
      #expect(all == ["/socket?token=1", "/socket", "/socket?token=1"])
      let plain = "GET /socket?token=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await Served.exchange(plain, port)
      #expect(answer.hasPrefix("HTTP/1.1 426 "))
    }
  }

  @Test func theConnectionEndsWithItsTask() async throws {
    struct Failure: Error {}
    let route = SocketRoute(path: "/socket") { socket in
      for await message in socket.messages {
        if message == "fail" { throw Failure() }
        return
      }
    }
    try await Served.run(socket: route) { port, _ in
      for (text, code) in [("return", 1000), ("fail", 1011)] {
        let socket = try await RawSocket(port: port)
        socket.send(text)
        #expect(await socket.readCode() == code)
      }
    }
  }

  @Test func theTaskIsCancelledWhenTheClientLeaves() async throws {
    let (ended, ending) = AsyncStream<Bool>.makeStream()
    let route = SocketRoute(path: "/socket") { _ in
      try? await ContinuousClock().sleep(for: .seconds(3_600))
      ending.yield(Task.isCancelled)
    }
    try await Served.run(socket: route) { port, _ in
      // One closes the connection, one half of it, one says goodbye.
      for leave in 0..<3 {
        var socket: RawSocket? = try await RawSocket(port: port)
        if leave == 1 { socket?.client.endWriting() }
        if leave == 2 { socket?.client.send(RawSocket.frame(0x88, [])) }
        if leave == 0 { socket = nil }
        #expect(await ended.first { _ in true } == true)
        withExtendedLifetime(socket) {}
      }
    }
  }

  @Test func aStopClosesSocketsWithItsCode() async throws {
    try await Served.run(change: { $0.stopping = .seconds(600) }, socket: Self.echo) {
      port, server in
      let socket = try await RawSocket(port: port)
      async let stopped: Void = server.stop()
      #expect(await socket.readCode() == 1001)
      await stopped
    }
  }

  /// The task waits in `send` and not in memory.
  ///
  /// With system buffers of a few megabytes, a client that never reads lets only a limited number
  /// of messages pass.
  @Test func sendingWaitsForAClientThatDoesNotRead() async throws {
    let sent = Mutex(0)
    let (failures, failing) = AsyncStream<Void>.makeStream()
    let route = SocketRoute(path: "/socket") { socket in
      let text = String(repeating: "a", count: 1 << 20)
      do {
        for _ in 0..<1_000 {
          try await socket.send(text)
          sent.withLock { $0 += 1 }
        }
      } catch {
        failing.yield()
      }
    }
    try await Served.run(socket: route) { port, _ in
      var socket: RawSocket? = try await RawSocket(port: port)
      #expect(try await Served.answers(port))
      let count = sent.withLock { $0 }
      #expect(count < 100)
      _ = await socket?.next()
      socket = nil
      for await _ in failures { break }
    }
  }

  /// A message that arrives before the task receives it is not lost.
  @Test func receivingWaitsForTheTask() async throws {
    let (open, opening) = AsyncStream<Void>.makeStream()
    let route = SocketRoute(path: "/socket") { socket in
      for await _ in open { break }
      var count = 0
      for await message in socket.messages {
        count += 1
        if message == "last" { break }
      }
      try await socket.send("\(count)")
    }
    try await Served.run(socket: route) { port, _ in
      let socket = try await RawSocket(port: port)
      let frame = RawSocket.frame(0x81, Array(repeating: 97, count: 1_000))
      let sending = Task.detached { [client = socket.client] in
        for _ in 0..<2_000 { client.send(frame) }
        client.send(RawSocket.frame(0x81, Array("last".utf8)))
      }
      #expect(try await Served.answers(port))
      opening.yield()
      #expect(await socket.next()?.text == "2001")
      await sending.value
    }
  }
}
