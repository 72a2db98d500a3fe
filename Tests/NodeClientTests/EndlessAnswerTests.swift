import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Testing

/// Servers that never finish: the client does, and closes the connection.
@Suite(.serialized, .timeLimit(.minutes(30))) struct EndlessAnswerTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
  private static let piece = String(repeating: "[", count: 1_024)

  /// Asks a server for a chain id, once; returns the error when the server has lost its client.
  private func error(
    _ answer: RawServer.Answer, timeLimit: Duration
  ) async throws -> NodeError? {
    let server = try RawServer { _ in answer }
    defer { server.stop() }
    let client = NodeClient.live(
      url: server.url,
      configuration: NodeClientConfiguration(
        timeLimit: timeLimit, answerBytesMax: 4_096, retry: .never))
    let error = await #expect(throws: NodeError.self) { try await client.chainID() }
    await server.clientHasGone()
    return error
  }

  @Test(arguments: [
    RawServer.Answer.endless(head + "Connection: close\r\n\r\n", then: piece),
    .endless(head + "Content-Length: 1000000000000\r\n\r\n", then: piece),
    .endless(
      head + "Transfer-Encoding: chunked\r\n\r\n", then: "400\r\n\(piece)\r\n"),
  ])
  func anEndlessBodyIsCutOffAtTheLimit(answer: RawServer.Answer) async throws {
    // The time limit is far away: only the limit of bytes ends this.
    let error = try await error(answer, timeLimit: .seconds(600))
    #expect(error == .answerTooLarge(method: "eth_chainId", bytesMax: 4_096))
  }

  @Test(arguments: [
    RawServer.Answer.endless(
      head + "Connection: close\r\n\r\n", then: " ", pauseMilliseconds: 20),
    .endless(head, then: "X-Filler: 1\r\n", pauseMilliseconds: 20),
    .endless(
      "HTTP/1.1 100 Continue\r\n\r\n", then: "HTTP/1.1 100 Continue\r\n\r\n", pauseMilliseconds: 20),
  ])
  func anAnswerThatTricklesIsCutOffInTime(answer: RawServer.Answer) async throws {
    let error = try await error(answer, timeLimit: .milliseconds(300))
    #expect(error == .timedOut(method: "eth_chainId", after: .milliseconds(300)))
  }

  /// A client that reads a head for ever fills the memory, since a head does not count as body.
  @Test func anEndlessHeadIsCutOff() async throws {
    let error = try await error(
      .endless(Self.head, then: "X-Filler: \(Self.piece)\r\n"), timeLimit: .seconds(20))
    #expect(error?.isRetryable == true)
  }
}
