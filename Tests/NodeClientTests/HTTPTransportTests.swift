import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Testing

/// The results of wrong answers over real HTTP: the client's error, and whether it asks again.
@Suite(.serialized) struct HTTPTransportTests {
  private typealias Answer = RawServer.Answer

  /// Asks a server for a chain id, once, and returns the error.
  private func error(
    answerBytesMax: Int = 4_096, clock: PatientClock = PatientClock(timeLimit: .seconds(10)),
    _ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> NodeError? {
    let server = try RawServer { _ in answer }
    defer { server.stop() }
    let client = NodeClient.live(
      url: server.url,
      configuration: NodeClientConfiguration(
        timeLimit: clock.timeLimit, answerBytesMax: answerBytesMax, retry: .never, clock: clock))
    let error = await #expect(throws: NodeError.self, sourceLocation: sourceLocation) {
      try await client.chainID()
    }
    #expect(server.requests.count == 1, sourceLocation: sourceLocation)
    return error
  }

  private static func http(
    _ body: String, status: String = "200 OK", headers: [String] = []
  ) -> Answer {
    let lines =
      ["HTTP/1.1 \(status)", "Content-Type: application/json", "Connection: close"]
      + headers + ["Content-Length: \(body.utf8.count)", "", body]
    return .bytes(lines.joined(separator: "\r\n"))
  }

  private func malformed(_ path: String, _ expected: String, _ actual: String) -> NodeError {
    .malformedAnswer(
      method: "eth_chainId", MalformedAnswer(path: path, expected: expected, actual: actual))
  }

  // MARK: - Content

  @Test func aWebPageIsNotAnAnswer() async throws {
    let error = try await error(Self.http("<html>bad gateway</html>"))
    #expect(error == malformed("", "JSON", "<html>bad gateway</html>"))
    #expect(error?.isRetryable == true)
  }

  @Test func truncatedJSONIsNotAnAnswer() async throws {
    let text = #"{"jsonrpc":"2.0","id":1,"result":"0x1""#
    let error = try await error(Self.http(text))
    #expect(error == malformed("", "JSON", text))
    #expect(error?.isRetryable == true)
  }

  @Test func anEmptyAnswerIsNotAnAnswer() async throws {
    let error = try await error(Self.http(""))
    #expect(error == malformed("", "JSON", ""))
    #expect(error?.isRetryable == true)
  }

  @Test func deepNestingIsRefused() async throws {
    let error = try await error(Self.http(String(repeating: "[", count: 513)))
    #expect(
      error
        == malformed(
          "", "JSON of at most 64 nested arrays and objects", String(repeating: "[", count: 81)))
  }

  @Test func anAnswerToAnotherRequestIsRefused() async throws {
    let error = try await error(Self.http(#"{"jsonrpc":"2.0","id":2,"result":"0x1"}"#))
    #expect(error == .wrongID(method: "eth_chainId", expected: 1, actual: "2"))
    #expect(error?.isRetryable == true)
  }

  @Test func nullIsNotAChainID() async throws {
    let error = try await error(Self.http(#"{"jsonrpc":"2.0","id":1,"result":null}"#))
    #expect(error == malformed("result", "a hex quantity such as 0x1a, in lower case", "null"))
    #expect(error?.isRetryable == false)
  }

  @Test func nullIsNotAReceiptYet() async throws {
    let server = try RawServer { _ in Self.http(#"{"jsonrpc":"2.0","id":1,"result":null}"#) }
    defer { server.stop() }
    #expect(try await NodeClient.live(url: server.url).receipt(.zero) == nil)
  }

  @Test(arguments: [(-32_601, false), (-32_005, true), (-32_603, true)])
  func theNodesRefusalIsGivenInItsWords(code: Int, isRetryable: Bool) async throws {
    let error = try await error(
      Self.http(#"{"jsonrpc":"2.0","id":1,"error":{"code":\#(code),"message":"no"}}"#))
    #expect(error == .refused(method: "eth_chainId", RPCError(code: code, message: "no")))
    #expect(error?.isRetryable == isRetryable)
  }

  // MARK: - Statuses

  @Test(
    arguments: [
      (
        "429 Too Many Requests", ["Retry-After: 7"], .httpStatus(429, retryAfter: .seconds(7)), true
      ),
      (
        "429 Too Many Requests", ["Retry-After: Wed, 21 Oct 2026 07:28:00 GMT"],
        .httpStatus(429, retryAfter: nil), true
      ),
      ("500 Internal Server Error", [], .httpStatus(500, retryAfter: nil), true),
      ("503 Service Unavailable", ["Retry-After: 0"], .httpStatus(503, retryAfter: .zero), true),
      ("404 Not Found", [], .httpStatus(404, retryAfter: nil), false),
      ("401 Unauthorized", [], .httpStatus(401, retryAfter: nil), false),
      ("206 Partial Content", [], .httpStatus(206, retryAfter: nil), false),
    ] as [(String, [String], NodeError, Bool)])
  func otherStatusesAreRefused(
    status: String, headers: [String], expected: NodeError, isRetryable: Bool
  ) async throws {
    let error = try await error(
      Self.http(
        #"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#, status: status, headers: headers))
    #expect(error == expected)
    #expect(error?.isRetryable == isRetryable)
  }

  /// A gateway that gives up after it forwarded answers in the node's form: it is not the node's
  /// answer.
  @Test(arguments: [500, 502, 504, 599])
  func anErrorOfAGatewayIsNotTheNodesWord(status: Int) async throws {
    let error = try await error(
      Self.http(
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"invalid sender"}}"#,
        status: "\(status) Gateway"))
    #expect(error == .httpStatus(status, retryAfter: nil))
    #expect(error?.isRetryable == true)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsAreNotFollowed(status: Int) async throws {
    let other = try RawServer { _ in Self.http(#"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#) }
    defer { other.stop() }
    let error = try await error(
      Self.http("", status: "\(status) Elsewhere", headers: ["Location: \(other.url)"]))
    #expect(error == .httpStatus(status, retryAfter: nil))
    #expect(error?.isRetryable == false)
    #expect(other.requests.isEmpty)
  }

  @Test func aSafeCallIsRepeatedOverHTTP() async throws {
    let clock = PatientClock(timeLimit: .seconds(10))
    let server = try RawServer { body in
      body.contains(#""id":1"#)
        ? Self.http("later", status: "503 Service Unavailable", headers: ["Retry-After: 2"])
        : Self.http(#"{"jsonrpc":"2.0","id":2,"result":"0x7a69"}"#)
    }
    defer { server.stop() }
    let client = NodeClient.live(
      url: server.url,
      configuration: NodeClientConfiguration(timeLimit: clock.timeLimit, clock: clock))
    #expect(try await client.chainID() == 31_337)
    #expect(clock.waits == [.seconds(2)])
    #expect(
      server.requests
        == [1, 2].map {
          #"{"id":\#($0),"jsonrpc":"2.0","method":"eth_chainId","params":[]}"#
        })
  }
}

// MARK: - Connections

extension HTTPTransportTests {
  @Test func theLongestAnswerIsTakenAndOneByteMoreIsRefused() async throws {
    let text = #"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#
    let server = try RawServer { _ in Self.http(text) }
    defer { server.stop() }
    let client = NodeClient.live(
      url: server.url, configuration: NodeClientConfiguration(answerBytesMax: text.utf8.count))
    #expect(try await client.chainID() == 1)
    let error = try await error(answerBytesMax: text.utf8.count, Self.http(text + " "))
    #expect(error == .answerTooLarge(method: "eth_chainId", bytesMax: text.utf8.count))
    #expect(error?.isRetryable == false)
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"jsonrpc\":",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"js",
  ])
  func aConnectionThatEndsEarlyIsLost(bytes: String) async throws {
    let error = try await error(.bytes(bytes))
    guard case .connectionLost(let endpoint, let reason)? = error else {
      Issue.record("expected .connectionLost, got \(String(describing: error))")
      return
    }
    #expect(endpoint.hasPrefix("http://127.0.0.1:"))
    #expect(!endpoint.contains("secret-key"))
    #expect(reason == "the server closed it")
    #expect(error?.isRetryable == true)
  }

  @Test func answersThatAreNotHTTPAreRejected() async throws {
    let error = try await error(.bytes("SSH-2.0-OpenSSH_9.2p1\r\n"))
    guard case .unreachable(let endpoint, let reason)? = error else {
      Issue.record("expected .unreachable, got \(String(describing: error))")
      return
    }
    #expect(endpoint.hasPrefix("http://127.0.0.1:"))
    #expect(!endpoint.contains("secret-key"))
    #expect(reason == "nothing there speaks HTTP")
    #expect(error?.isRetryable == true)
  }

  @Test func aSilentServerTimesOut() async throws {
    let server = try RawServer { _ in .silence }
    defer { server.stop() }
    let client = NodeClient.live(
      url: server.url,
      configuration: NodeClientConfiguration(timeLimit: .milliseconds(200), retry: .never))
    let error = await #expect(throws: NodeError.self) { try await client.chainID() }
    #expect(error == .timedOut(method: "eth_chainId", after: .milliseconds(200)))
    #expect(error?.isRetryable == true)
  }
}
