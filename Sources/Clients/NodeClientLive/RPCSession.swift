import JSONRPC
import NodeClient
import Synchronization

/// Makes calls over a transport: numbers them, limits their time, and retries those that are safe
/// to repeat.
final class RPCSession: Sendable {
  /// The effect of making a call twice.
  enum Safety {
    case safeToRepeat
    case onceOnly
  }

  private let transport: RPCTransport
  private let configuration: NodeClientConfiguration
  private let lastID = Atomic<UInt64>(0)

  init(transport: RPCTransport, configuration: NodeClientConfiguration) {
    self.transport = transport
    self.configuration = configuration
  }

  /// Calls a method and passes its result to `read`.
  ///
  /// - Throws: `NodeError`, or `CancellationError` if the task was cancelled.
  func call<Value>(
    _ method: String, _ params: [JSONValue] = [], _ safety: Safety = .safeToRepeat,
    read: (AnswerReader) throws -> Value
  ) async throws -> Value {
    var attempt = 1
    while true {
      do {
        let result = try await attemptCall(method, params)
        return try read(AnswerReader(method: method, path: "result", value: result))
      } catch let error as NodeError {
        guard
          safety == .safeToRepeat, error.isRetryable,
          let wait = configuration.retry.wait(
            afterAttempt: attempt, retryAfter: error.retryAfter, jitter: configuration.jitter())
        else { throw error }
        try await configuration.clock.sleep(for: wait)
        attempt += 1
      }
    }
  }

  private func attemptCall(_ method: String, _ params: [JSONValue]) async throws -> JSONValue {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let body = RPCCodec.request(id: id, method: method, params: params)
    let answer = try await carry(body, method)
    // A gateway that gives up on its node may answer 504 with a JSON-RPC error, although the node
    // received the request: that is not the node's answer.
    if (500...599).contains(answer.status) {
      throw NodeError.httpStatus(answer.status, retryAfter: retryAfter(answer.retryAfter))
    }
    // Some servers send a JSON-RPC error with the status 400; its text says more than the status.
    if answer.status != 200 {
      do {
        _ = try RPCCodec.result(of: answer.body, id: id, method: method)
      } catch .refused(let method, let error) {
        throw NodeError.refused(method: method, error)
      } catch {
        throw NodeError.httpStatus(answer.status, retryAfter: retryAfter(answer.retryAfter))
      }
      throw NodeError.httpStatus(answer.status, retryAfter: retryAfter(answer.retryAfter))
    }
    return try RPCCodec.result(of: answer.body, id: id, method: method)
  }

  /// Sends a body within the time limit, and converts the transport's errors into the client's.
  private func carry(_ body: [UInt8], _ method: String) async throws -> RPCTransportAnswer {
    let limit = configuration.timeLimit
    let clock = configuration.clock
    let transport = transport
    do {
      let answer = try await withThrowingTaskGroup(of: RPCTransportAnswer.self) { group in
        group.addTask { try await transport.send(body) }
        group.addTask {
          try await clock.sleep(for: limit)
          throw RPCTransportError.timedOut
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
      }
      guard answer.body.count <= configuration.answerBytesMax else {
        throw RPCTransportError.answerTooLarge(bytesMax: configuration.answerBytesMax)
      }
      return answer
    } catch let error as RPCTransportError {
      throw NodeError(error, method: method, endpoint: transport.endpoint, timeLimit: limit)
    }
  }

  /// Reads `Retry-After` in seconds; a date is ignored, and the client chooses the wait.
  private func retryAfter(_ text: String?) -> Duration? {
    text.flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
  }
}

extension NodeError {
  fileprivate init(
    _ error: RPCTransportError, method: String, endpoint: String, timeLimit: Duration
  ) {
    self =
      switch error {
      case .unreachable(let reason): .unreachable(endpoint: endpoint, reason: reason)
      case .connectionLost(let reason): .connectionLost(endpoint: endpoint, reason: reason)
      case .answerTooLarge(let bytesMax): .answerTooLarge(method: method, bytesMax: bytesMax)
      case .timedOut: .timedOut(method: method, after: timeLimit)
      }
  }
}
