import LocalServing
import Testing

/// Clients that send randomly changed requests and frames.
@Suite(.serialized)
struct HostileClientTests {
  /// SplitMix64, so that a seed gives the same bytes on every machine.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  /// Changes, removes and repeats a few bytes.
  private static func mutated(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = bytes.indices.randomElement(using: &random) ?? 0
      let end = min(bytes.count, index + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      default: bytes.insert(contentsOf: [13, 10], at: index)
      }
    }
    return bytes
  }

  private static let requests = [
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n",
    "HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
  ]

  private static let echo = SocketRoute(path: "/socket") { socket in
    for await message in socket.messages { try await socket.send(message) }
  }

  @Test func aThousandMalformedHeadsChangeNothing() async throws {
    try await Served.run(socket: Self.echo) { port, _ in
      var random = Generator(state: 26)
      for round in 0..<1_000 {
        let request = Self.requests.randomElement(using: &random) ?? ""
        let bytes = Self.mutated(Array(request.utf8), &random)
        let client = try RawClient(port: port)
        client.send(bytes)
        client.endWriting()
        let answer = await client.readToEnd()
        #expect(
          answer.isEmpty || answer.hasPrefix("HTTP/1.1 "), "seed 26, round \(round): \(bytes)")
      }
      #expect(try await Served.answers(port))
    }
  }

  @Test func aThousandMalformedFramesEndTheirOwnConnectionOnly() async throws {
    try await Served.run(change: { $0.messageBytesMax = 1 << 10 }, socket: Self.echo) { port, _ in
      let other = try await RawSocket(port: port)
      var random = Generator(state: 6_455)
      for round in 0..<1_000 {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
          let first = UInt8.random(in: 0...255, using: &random)
          let count = Int.random(in: 0...130, using: &random)
          let text = (0..<count).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
          let frame = RawSocket.frame(
            first, text, isMasked: Int.random(in: 0..<8, using: &random) > 0)
          bytes += Bool.random(using: &random) ? Self.mutated(frame, &random) : frame
        }
        let socket = try await RawSocket(port: port, sending: bytes)
        socket.client.endWriting()
        _ = await socket.readCode()
        #expect(socket.isOpen, "seed 6455, round \(round)")
      }
      other.send("still here")
      #expect(await other.next()?.text == "still here")
      #expect(try await Served.answers(port))
    }
  }

  /// 200 connections once ended a server with a limit of 100 open files.
  @Test func twoHundredConcurrentConnectionsAreServed() async throws {
    try await Served.run { port, _ in
      let clients = try (0..<200).map { _ in try RawClient(port: port) }
      // The first ones have waited longest, and are closed for the last.
      for client in clients.suffix(100) {
        client.send(Served.post("{}").utf8)
        let answer = try #require(await client.readSome())
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
      #expect(await clients.first?.readToEnd() == "")
      #expect(try await Served.answers(port))
    }
  }

  /// If all connections are being answered, or are WebSockets, a new one is refused.
  @Test func connectionsThatAreAnsweredAreNotClosedForNewOnes() async throws {
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (finished, finishing) = AsyncStream<Void>.makeStream()
    try await Served.run(
      change: { $0.connectionCountMax = 2 }, socket: Self.echo,
      handler: { _ in
        beginning.yield()
        for await _ in finished { break }
        return .json([])
      }
    ) { port, _ in
      let socket = try await RawSocket(port: port)
      let client = try RawClient(port: port)
      client.send(Served.post("{}", close: true).utf8)
      for await _ in began { break }
      let refusal = await (try RawClient(port: port)).readToEnd()
      #expect(refusal.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      finishing.yield()
      #expect(await client.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
      socket.send("a")
      #expect(await socket.next()?.text == "a")
    }
  }
}
