import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Testing

@testable import HTTPTransport

/// Nodes whose URL has an address of IPv6 as its host, which the URL loading system of Linux
/// refuses.
@Suite("Addresses of IPv6 in URLs", .serialized)
struct AddressConnectionTests {
  private static func answer(_ body: String, length: Int? = nil) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
      + "\(length ?? body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func aNodeAtAnAddressAnswers() async throws {
    let server = try RawServer(isIPv6: true) { body in
      #expect(body.contains("eth_chainId"))
      return .bytes(Self.answer(#"{"jsonrpc":"2.0","id":1,"result":"0x7a69"}"#))
    }
    defer { server.stop() }
    #expect(try await NodeClient.live(url: server.url).chainID() == 31_337)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("HTTP/1.0 503 Busy\r\nRetry-After: 7\r\n\r\n", 503, "7", ""),
    ("HTTP/1.1 200 OK\r\n\r\nuntil the end", 200, nil, "until the end"),
    ("HTTP/1.1 200\r\ncontent-length:2\r\n\r\nokay", 200, nil, "ok"),
  ])
  func anAnswerIsRead(text: String, status: Int, retryAfter: String?, body: String) async throws {
    let server = try RawServer(isIPv6: true) { _ in .bytes(text) }
    defer { server.stop() }
    let found = try await HTTPConnection(answerBytesMax: 100).post([1], to: server.url)
    #expect(
      found == HTTPAnswer(status: status, retryAfter: retryAfter, body: Array(body.utf8)))
  }

  @Test(arguments: [
    ("", HTTPFailure.connectionLost(.closed)), (answer("abc", length: 4), .connectionLost(.closed)),
    ("SSH-2.0-OpenSSH\r\n\r\n", .unreachable(.noHTTP)), ("HTTP/1.1 200 OK", .unreachable(.noHTTP)),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .unreachable(.noHTTP)),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .unreachable(.noHTTP)),
    (answer("abcdef"), .answerTooLarge(bytesMax: 5)),
    ("HTTP/1.1 200 OK\r\n\r\nabcdef", .answerTooLarge(bytesMax: 5)),
  ])
  func aWrongAnswerIsRefused(text: String, failure: HTTPFailure) async throws {
    let server = try RawServer(isIPv6: true) { _ in .bytes(text) }
    defer { server.stop() }
    await #expect(throws: failure) {
      try await HTTPConnection(answerBytesMax: 5).post([1], to: server.url)
    }
  }

  @Test func aClosedPortIsNamedAsThat() async throws {
    let server = try RawServer(isIPv6: true) { _ in .silence }
    let url = server.url
    // Nothing listens at this port.
    let closed = try #require(URL(string: "http://[::1]:9"))
    server.stop()
    #expect(url.host() != nil)
    await #expect(throws: HTTPFailure.unreachable(.closedPort)) {
      try await HTTPConnection(answerBytesMax: 5).post([1], to: closed)
    }
  }

  @Test(arguments: [true, false])
  func aRequestThatIsCancelledEnds(isIPv6: Bool) async throws {
    let (came, bell) = AsyncStream<Void>.makeStream()
    let server = try RawServer(isIPv6: isIPv6) { _ in
      bell.yield()
      return .silence
    }
    defer { server.stop() }
    let request = Task { [url = server.url] in
      try await HTTPConnection(answerBytesMax: 5).post([1], to: url)
    }
    for await _ in came { break }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
  }

  @Test func aRequestThatIsCancelledAtAnyMomentEnds() async throws {
    let server = try RawServer(isIPv6: false) { _ in .silence }
    defer { server.stop() }
    let connection = HTTPConnection(answerBytesMax: 5)
    for count in 0..<100 {
      let request = Task { [url = server.url] in try await connection.post([1], to: url) }
      for _ in 0..<count { await Task.yield() }
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
    }
  }

  /// Other URLs are left to the URL loading system.
  @Test(arguments: [
    ("http://[::1]:8545", true), ("http://[2001:db8::1]/key", true), ("HTTP://[::1]", true),
    ("https://[::1]:8545", false), ("http://127.0.0.1:8545", false), ("http://node:80", false),
  ])
  func onlyAddressesOfIPv6AreTaken(text: String, isTaken: Bool) throws {
    let url = try #require(URL(string: text))
    let connection = AddressConnection(url, byteCount: 0, authorization: nil)
    #expect((connection != nil) == isTaken)
  }
}
