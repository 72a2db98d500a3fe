import DevChain
import EthereumPrimitives
import Foundation
import JSONRPC
import LocalServing
import NodeClient
import NodeClientLive
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The HTTP side of the dev chain.
struct DevChainServerTests {
  private func serving(
    _ body: @escaping @Sendable (UInt16, DevChain) async throws -> Void
  ) async throws {
    let chain = DevChain()
    let server = DevChainServer(chain: chain, port: 0)
    try await server.run { port in
      do {
        try await body(port, chain)
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
  }

  private static func send(
    _ port: UInt16, method: String = "POST", contentType: String? = "application/json",
    body: Data
  ) async throws -> (status: Int, text: String) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/")))
    request.httpMethod = method
    request.setValue(contentType, forHTTPHeaderField: "Content-Type")
    request.httpBody = method == "POST" ? body : nil
    let (data, response) = try await URLSession.shared.data(for: request)
    return (
      try #require(response as? HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self)
    )
  }

  @Test func onlyPostedJSONIsAnswered() async throws {
    try await serving { port, _ in
      let body = Data(#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#.utf8)
      let answer = try await Self.send(port, body: body)
      #expect(answer.status == 200)
      #expect(answer.text == #"{"id":1,"jsonrpc":"2.0","result":"0x7a69"}"#)
      let get = try await Self.send(port, method: "GET", body: body)
      #expect(get.status == 405)
      let text = try await Self.send(port, contentType: "text/plain", body: body)
      #expect(text.status == 415)
      #expect(text.text == "invalid content type, only application/json is supported\n")
    }
  }

  @Test func bodiesAreBounded() async throws {
    try await serving { port, _ in
      let request = #"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#
      let padding = String(repeating: " ", count: DevChainRPC.requestBytesMax - request.utf8.count)
      let fits = try await Self.send(port, body: Data((request + padding).utf8))
      #expect(fits.status == 200)
      let large = try await Self.send(port, body: Data((request + padding + " ").utf8))
      #expect(large.status == 413)
      #expect(large.text == "content length too large, expected at most 5242880 bytes\n")
      let again = try await Self.send(port, body: Data(request.utf8))
      #expect(again.status == 200, "the connection is still good")
    }
  }

  /// Foundation's parser has a limit of 512, which is too much for a small stack.
  @Test func nestingOfAnyDepthIsAnAnswer() async throws {
    try await serving { port, _ in
      for piece in ["[", #"{"a":"#] {
        let text = String(repeating: piece, count: 200_000)
        let answer = try await Self.send(port, body: Data(text.utf8))
        #expect(answer.status == 200)
        #expect(
          answer.text
            == #"{"error":{"code":-32700,"message":"parse error"},"id":null,"jsonrpc":"2.0"}"#)
      }
    }
  }

  /// Answers during the stop are complete; other requests lose their connection, and the books
  /// balance whenever the last one arrived.
  @Test func aStopInTheMiddleOfFiftyClientsEndsCleanly() async throws {
    let chain = DevChain()
    let server = DevChainServer(chain: chain, port: 0)
    let whole = try await withThrowingTaskGroup(of: Int.self) { group in
      let (ports, continuation) = AsyncStream<UInt16>.makeStream()
      let run = Task { try await server.run { continuation.yield($0) } }
      let port = try #require(await ports.first { _ in true })
      let (answers, counting) = AsyncStream<Void>.makeStream()
      for _ in 0..<50 {
        group.addTask {
          var count = 0
          let body = Data(#"{"jsonrpc":"2.0","id":1,"method":"evm_mine"}"#.utf8)
          while true {
            do {
              let answer = try await Self.send(port, body: body)
              #expect(answer.text == #"{"id":1,"jsonrpc":"2.0","result":"0x0"}"#)
              count += 1
              counting.yield()
            } catch {
              return count
            }
          }
        }
      }
      var seen = 0
      for await _ in answers {
        seen += 1
        if seen == 200 { break }
      }
      await server.stop()
      try await run.value
      return try await group.reduce(0, +)
    }
    #expect(whole >= 200)
    #expect(await chain.state.head.header.number >= UInt64(whole))
    #expect(await chain.books.isBalanced)
  }

  @Test func aUsedPortIsReported() async throws {
    try await serving { port, chain in
      await #expect(throws: DevChainServer.StartFailure.portNotAvailable(port)) {
        try await DevChainServer(chain: chain, port: port).run { _ in }
      }
    }
  }

  @Test func cancellingTheTaskEndsTheServer() async throws {
    let server = DevChainServer(chain: DevChain(), port: 0)
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    let task = Task { try await server.run { continuation.yield($0) } }
    let port = try #require(await ports.first { _ in true })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The port is free again.
    let next = DevChainServer(chain: DevChain(), port: port)
    try await next.run { _ in await next.stop() }
  }

  @Test func manyConcurrentClientsLoseNothing() async throws {
    try await serving { port, chain in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
      let client = NodeClient.live(
        url: url,
        configuration: NodeClientConfiguration(
          timeLimit: .seconds(60), retry: RetryPolicy(attemptsMax: 10)))
      try await withThrowingTaskGroup(of: UInt64.self) { group in
        for _ in 0..<200 { group.addTask { try await client.chainID().rawValue } }
        for try await id in group { #expect(id == 31_337) }
      }
      #expect(await chain.books.isBalanced)
    }
  }

  @Test func blocksAreMinedOnAClock() async throws {
    let chain = DevChain(DevChainConfiguration(isAutomining: false), nowSeconds: { 7 })
    let clock = CountingClock()
    let task = Task { try await chain.mineBlocks(every: .seconds(12), clock: clock) }
    for block in 1...3 as ClosedRange<UInt64> {
      await clock.tick()
      while await chain.state.head.header.number < block { await Task.yield() }
    }
    #expect(clock.intervals == Array(repeating: .seconds(12), count: clock.intervals.count))
    task.cancel()
    await clock.tick()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await chain.state.head.header.number == 3)
  }
}
