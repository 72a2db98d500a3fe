import JSONRPC

/// JSON-RPC for a dev chain, as a value: takes a request body, changes the chain, returns an
/// answer.
///
/// The same value serves the in-process transport and the HTTP server. It follows geth: batches,
/// notifications, unchanged ids, and geth's codes and texts.
package struct DevChainRPC: Sendable {
  /// The maximum size of a request body, in bytes (5 MiB, as in geth).
  package static let requestBytesMax = 5 << 20
  /// The maximum number of requests in one batch (geth's `rpc.batch-request-limit`).
  package static let batchCountMax = 1_000
  /// The maximum number of blocks that the requests of one body mine together.
  package static let minedBlockCountMax: UInt64 = 100_000
  /// The maximum number of snapshots; the oldest is removed first.
  package static let snapshotCountMax = 64

  package var state: DevChainState
  /// The pending faults, oldest first.
  package var faults: [DevChainFault] = []

  var snapshots: [(id: UInt64, state: DevChainState)] = []
  var lastSnapshotID: UInt64 = 0
  /// The filters that clients poll, oldest first.
  var filters: [(id: UInt64, filter: PolledFilter)] = []
  var lastFilterID: UInt64 = 0
  /// The number of blocks that the remaining requests of the current body may mine.
  var mineableBlockCount = Self.minedBlockCountMax

  package init(state: DevChainState) {
    self.state = state
  }

  /// Answers a request body.
  ///
  /// - Parameters:
  ///   - body: One request, or a batch.
  ///   - nowSeconds: The caller's Unix time, for mined blocks.
  package mutating func answer(_ body: [UInt8], nowSeconds: UInt64) -> DevChainAnswer {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: body)
    } catch {
      return .body(Self.failure(RPCError(code: -32_700, message: "parse error"), id: nil).encoded)
    }
    mineableBlockCount = Self.minedBlockCountMax
    let requests = json.array ?? [json]
    let triggered = takeFaults(methods: requests.compactMap { $0["method"]?.string })

    if case .httpStatus(let status, let seconds)? = triggered.last?.kind {
      return delayed(
        triggered,
        .httpStatus(status, retryAfterSeconds: seconds, body: Array(#"{"error":"fault"}"#.utf8)))
    }
    if triggered.last?.kind == .close { return delayed(triggered, .closed) }
    if triggered.last?.kind == .garbage {
      return delayed(triggered, .body(Array("<html>bad gateway</html>".utf8)))
    }
    if triggered.last?.kind == .forgetPool { state.forgetPool() }
    var replica = self
    let answer = respond(to: json, fault: triggered.last?.kind, nowSeconds: nowSeconds)
    let encoded = answer?.encoded ?? []
    switch triggered.last?.kind {
    case .truncate: return delayed(triggered, .truncated(encoded))
    case .acceptThenTimeOut(nil): return delayed(triggered, .closed)
    case .acceptThenTimeOut(let status?):
      let error = RPCError(code: -32_000, message: "gateway time-out")
      return delayed(
        triggered,
        .httpStatus(
          status, retryAfterSeconds: nil, body: Self.failure(error, id: json["id"]).encoded))
    case .stale(let count):
      // A transaction sent to the replica has reached all other nodes, too.
      replica.state.rewind(by: count)
      let stale = replica.respond(to: json, fault: nil, nowSeconds: nowSeconds)
      return delayed(triggered, .body(stale?.encoded ?? []))
    case _: return delayed(triggered, .body(encoded))
    }
  }

  // MARK: - The envelope

  private mutating func respond(
    to json: JSONValue, fault: DevChainFault.Kind?, nowSeconds: UInt64
  ) -> JSONValue? {
    guard let batch = json.array else {
      return respondOnce(to: json, fault: fault, nowSeconds: nowSeconds)
    }
    guard !batch.isEmpty else {
      return Self.failure(RPCError(code: -32_600, message: "empty batch"), id: nil)
    }
    guard batch.count <= Self.batchCountMax else {
      return Self.failure(RPCError(code: -32_600, message: "batch too large"), id: nil)
    }
    var answers: [JSONValue] = []
    for request in batch {
      if let answer = respondOnce(to: request, fault: fault, nowSeconds: nowSeconds) {
        answers.append(answer)
      }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  /// Answers one request; nil for a notification, which has no id and gets no answer.
  private mutating func respondOnce(
    to request: JSONValue, fault: DevChainFault.Kind?, nowSeconds: UInt64
  ) -> JSONValue? {
    let invalid = RPCError(code: -32_600, message: "invalid request")
    guard let object = request.object else { return Self.failure(invalid, id: nil) }
    let id = object["id"]
    switch id {
    case nil, .null?, .string?, .number?: break
    case .bool?, .array?, .object?: return Self.failure(invalid, id: nil)
    }
    guard object["jsonrpc"] == "2.0", let method = object["method"]?.string else {
      return Self.failure(invalid, id: id)
    }
    if case .refuse(let error)? = fault { return Self.failure(error, id: id) }
    if case .result(let result)? = fault { return Self.success(result, id: id ?? .null) }
    do throws(RPCError) {
      let parameters = try RPCParameters(object["params"])
      var result = try result(of: method, parameters, nowSeconds: nowSeconds)
      if let fault {
        if case .acceptThenRefuse(let error) = fault { throw error }
        result = try fault.changed(result, of: method, parameters, state)
      }
      guard let id else { return nil }
      return Self.success(result, id: fault == .wrongID ? 999_999 : id)
    } catch {
      return id.map { Self.failure(error, id: $0) }
    }
  }

  private static func success(_ result: JSONValue, id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  private static func failure(_ error: RPCError, id: JSONValue?) -> JSONValue {
    ["jsonrpc": "2.0", "id": id ?? .null, "error": error.json]
  }

  // MARK: - Faults

  /// Takes the faults that affect these methods: delays, and at most one other, which ends the
  /// list.
  ///
  /// `dev_fault` itself is never affected, so that a test can always add or remove faults.
  private mutating func takeFaults(methods: [String]) -> [DevChainFault] {
    guard !methods.contains("dev_fault") else { return [] }
    var taken: [DevChainFault] = []
    for index in faults.indices {
      let fault = faults[index]
      guard fault.hits(methods) else { continue }
      faults[index].count -= 1
      taken.append(fault)
      if case .delay = fault.kind { continue }
      break
    }
    faults.removeAll { $0.count <= 0 }
    return taken
  }

  private func delayed(_ faults: [DevChainFault], _ answer: DevChainAnswer) -> DevChainAnswer {
    var total = Duration.zero
    for case .delay(let duration) in faults.map(\.kind) { total += duration }
    return total > .zero ? .delayed(total, answer) : answer
  }
}
