import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import Synchronization
import Testing

/// Ids, time limits and repeats, over a scripted transport.
struct RPCSessionTests {
  /// The transport's reaction to one request.
  enum Step: Sendable {
    case result(JSONValue)
    case answer(RPCTransportAnswer)
    case failure(RPCTransportError)
    /// Never answers; ends when the request is cancelled.
    case silence
  }

  /// A transport that follows a script and records the requests.
  final class Script: Sendable {
    private let steps: Mutex<[Step]>
    private let recorded = Mutex<[JSONValue]>([])

    init(_ steps: [Step]) {
      self.steps = Mutex(steps)
    }

    var requests: [JSONValue] { recorded.withLock { $0 } }

    var transport: RPCTransport {
      RPCTransport(endpoint: "the script") { body in
        let request = try JSONValue(parsing: body)
        self.recorded.withLock { $0.append(request) }
        switch self.steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        case .result(let result)?:
          let answer: JSONValue = [
            "jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result,
          ]
          return RPCTransportAnswer(body: answer.encoded)
        case .answer(let answer)?: return answer
        case .failure(let error)?: throw error
        case .silence?:
          await waitForCancellation()
          throw CancellationError()
        case nil:
          Issue.record("a request more than the script has")
          throw RPCTransportError.timedOut
        }
      }
    }
  }

  private func client(
    _ script: Script, clock: PatientClock = PatientClock(timeLimit: .seconds(10)),
    answerBytesMax: Int = 1 << 20, retry: RetryPolicy = RetryPolicy()
  ) -> NodeClient {
    .jsonRPC(
      over: script.transport,
      configuration: NodeClientConfiguration(
        timeLimit: clock.timeLimit, answerBytesMax: answerBytesMax, retry: retry, clock: clock,
        jitter: { 0.5 }))
  }

  @Test func idsCountUp() async throws {
    let script = Script([.result("0x1"), .result("0x2"), .result("0x3")])
    let client = client(script)
    for expected in 1...3 as ClosedRange<UInt64> {
      #expect(try await client.blockNumber() == expected)
    }
    #expect(script.requests.map { $0["id"] } == [1, 2, 3])
    #expect(
      script.requests.map { $0["method"] } == [
        "eth_blockNumber", "eth_blockNumber", "eth_blockNumber",
      ])
  }

  @Test func argumentsAreWrittenAsTheStandardSays() async throws {
    let script = Script([.result("0x1"), .result("0x5208"), .result(nil), .result(nil)])
    let client = client(script)
    let address = Address(1, 2, 3)
    _ = try await client.balance(of: address, at: .number(26))
    _ = try await client.estimateGas(
      CallRequest(from: address, to: .zero, value: 255, data: [1, 2]))
    _ = try await client.block(at: .latest)
    #expect(try await client.receipt(.zero) == nil)
    #expect(
      script.requests.map { $0["params"] } == [
        ["0x0000000000000001000000000000000200000003", "0x1a"],
        [
          [
            "from": "0x0000000000000001000000000000000200000003",
            "to": "0x0000000000000000000000000000000000000000", "value": "0xff",
            "input": "0x0102",
          ]
        ],
        ["latest", false],
        ["0x0000000000000000000000000000000000000000000000000000000000000000"],
      ])
  }

  @Test func safeCallsAreRepeatedWithDoubledWaits() async throws {
    let clock = PatientClock(timeLimit: .seconds(10))
    let script = Script([
      .failure(.unreachable(reason: "down")), .answer(RPCTransportAnswer(status: 503, body: [])),
      .result("0x2a"),
    ])
    #expect(try await client(script, clock: clock).blockNumber() == 42)
    // Three quarters of 250 and 500 ms: the jitter is half.
    #expect(clock.waits == [.milliseconds(187.5), .milliseconds(375)])
    #expect(script.requests.map { $0["id"] } == [1, 2, 3])
  }

  @Test func afterTheLastAttemptTheErrorIsThrown() async throws {
    let clock = PatientClock(timeLimit: .seconds(10))
    let script = Script(Array(repeating: .failure(.unreachable(reason: "down")), count: 3))
    await #expect(throws: NodeError.unreachable(endpoint: "the script", reason: "down")) {
      try await client(script, clock: clock).blockNumber()
    }
    #expect(script.requests.count == 3)
    #expect(clock.waits.count == 2)
  }

  @Test func aTransactionIsHandedOverOnce() async throws {
    let clock = PatientClock(timeLimit: .seconds(10))
    let script = Script([.failure(.connectionLost(reason: "cut"))])
    await #expect(throws: NodeError.connectionLost(endpoint: "the script", reason: "cut")) {
      try await client(script, clock: clock).sendRawTransaction([1, 2, 3])
    }
    #expect(script.requests.count == 1)
    #expect(clock.waits.isEmpty)
  }

  @Test func permanentFailuresAreNotRetried() async throws {
    let script = Script([
      .answer(RPCTransportAnswer(status: 401, body: [])), .result("0x01"),
      .failure(.answerTooLarge(bytesMax: 5)),
    ])
    let client = client(script)
    await #expect(throws: NodeError.httpStatus(401, retryAfter: nil)) {
      try await client.blockNumber()
    }
    await #expect(throws: NodeError.self) { try await client.blockNumber() }
    await #expect(throws: NodeError.answerTooLarge(method: "eth_blockNumber", bytesMax: 5)) {
      try await client.blockNumber()
    }
    #expect(script.requests.count == 3)
  }

  @Test func retryAfterIsHonouredUpToALimit() async throws {
    let clock = PatientClock(timeLimit: .seconds(10))
    let script = Script([
      .answer(RPCTransportAnswer(status: 429, retryAfter: "15", body: [])), .result("0x1"),
      .answer(RPCTransportAnswer(status: 429, retryAfter: "16", body: [])),
      .answer(
        RPCTransportAnswer(status: 429, retryAfter: "Sat, 21 Nov 2026 07:00:00 GMT", body: [])),
      .result("0x2"),
    ])
    let client = client(script, clock: clock)
    #expect(try await client.blockNumber() == 1)
    await #expect(throws: NodeError.httpStatus(429, retryAfter: .seconds(16))) {
      try await client.blockNumber()
    }
    #expect(try await client.blockNumber() == 2)
    #expect(clock.waits == [.seconds(15), .milliseconds(187.5)])
  }

  @Test func aSilentNodeTimesOut() async throws {
    let clock = PatientClock(timeLimit: .seconds(10), timeLimitComes: true)
    let script = Script([.silence])
    await #expect(throws: NodeError.timedOut(method: "eth_chainId", after: .seconds(10))) {
      try await client(script, clock: clock, retry: .never).chainID()
    }
  }

  @Test func cancellationIsNotANodeError() async throws {
    let script = Script([.silence])
    let client = client(script)
    let task = Task { try await client.chainID() }
    while script.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func longAnswersAreRefused() async throws {
    let answer = Array(#"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#.utf8)
    let script = Script([
      .answer(RPCTransportAnswer(body: answer)), .answer(RPCTransportAnswer(body: answer + [0x20])),
    ])
    let client = client(script, answerBytesMax: answer.count)
    #expect(try await client.blockNumber() == 1)
    await #expect(
      throws: NodeError.answerTooLarge(method: "eth_blockNumber", bytesMax: answer.count)
    ) {
      try await client.blockNumber()
    }
  }

  @Test func anErrorInABadStatusIsBelieved() async throws {
    let body = Array(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}"#.utf8)
    let script = Script([.answer(RPCTransportAnswer(status: 400, body: body))])
    await #expect(
      throws: NodeError.refused(
        method: "eth_chainId", RPCError(code: -32_000, message: "x"))
    ) {
      try await client(script).chainID()
    }
  }

  @Test func anotherTransactionsHashIsRefused() async throws {
    let script = Script([.result(.string(Hash32.zero.hex))])
    let expected = try Hash32(
      hex: "0xf1885eda54b7a053318cd41e2093220dab15d65381b1157a3633a83bfd5c9239")
    await #expect(throws: NodeError.wrongTransactionHash(expected: expected, actual: .zero)) {
      try await client(script).sendRawTransaction([1, 2, 3])
    }
  }

  @Test func anotherChainIsRefused() async throws {
    let script = Script([.result("0x7a69"), .result("0x7a69"), .result("0x0")])
    let client = client(script)
    try await client.requireChain(31_337)
    await #expect(throws: NodeError.wrongChain(expected: 1, actual: 31_337)) {
      try await client.requireChain(1)
    }
    await #expect(throws: NodeError.self) { try await client.chainID() }
  }

  @Test func waitsAreBounded() {
    let policy = RetryPolicy(
      attemptsMax: 100, firstWait: .seconds(1), waitMax: .seconds(5), retryAfterMax: .seconds(9))
    func wait(_ attempt: Int, _ retryAfter: Duration? = nil, jitter: Double = 1) -> Duration? {
      policy.wait(afterAttempt: attempt, retryAfter: retryAfter, jitter: jitter)
    }
    #expect(
      (1...5).map { wait($0) } == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    #expect(wait(99) == .seconds(5))
    #expect(wait(100) == nil)
    #expect(wait(1, jitter: 0) == .milliseconds(500))
    #expect(wait(1, .seconds(9)) == .seconds(9))
    #expect(wait(1, .seconds(10)) == nil)
    #expect(wait(4, .seconds(2)) == .seconds(5))
    #expect(RetryPolicy.never.wait(afterAttempt: 1, retryAfter: nil, jitter: 0) == nil)
  }
}
