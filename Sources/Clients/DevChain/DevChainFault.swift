package import BigInt
package import EthereumPrimitives
package import JSONRPC

/// A deliberate fault, to test how a client reacts.
package struct DevChainFault: Equatable, Sendable {
  /// The kinds of fault.
  package enum Kind: Equatable, Sendable {
    /// The server answers with this HTTP status and optionally a `Retry-After`.
    case httpStatus(Int, retryAfterSeconds: Int?)
    /// The connection is closed without an answer.
    case close
    /// The answer is a page of HTML.
    case garbage
    /// The answer carries another id.
    case wrongID
    /// The connection is closed in the middle of the answer.
    case truncate
    /// The node answers with this error.
    case refuse(RPCError)
    /// The node answers with this result.
    case result(JSONValue)
    /// The answer is delayed.
    case delay(Duration)
    /// The node executes the request, but answers with this error.
    case acceptThenRefuse(RPCError)
    /// The node executes the request, but a gateway answers with this status and a JSON-RPC error,
    /// or, for nil, closes the connection.
    case acceptThenTimeOut(status: Int?)
    /// The node answers as it would have done this many blocks ago.
    case stale(blocks: UInt64)
    /// A receipt claims that the newest block contains the transaction.
    case forgedReceipt(succeeds: Bool)
    /// The node reports that the account has sent this many more transactions.
    case addToNonce(UInt64)
    /// The node reports these fees.
    case fees(tip: BigUInt?, baseFee: BigUInt?)
    /// The node reports that it follows another chain.
    case chainID(ChainID)
    /// The node restarts before it answers, and forgets waiting transactions.
    case forgetPool
  }

  package var kind: Kind
  /// The method that it affects; nil for any method that the kind applies to.
  package var method: String?
  /// The number of requests that it affects.
  package var count: Int

  package init(_ kind: Kind, method: String? = nil, count: Int = 1) {
    self.kind = kind
    self.method = method
    self.count = count
  }
}

extension DevChainFault {
  /// Returns true if it affects a request of these methods.
  ///
  /// Methods that control the chain are affected only by name; otherwise a fault could not be
  /// removed.
  func hits(_ methods: [String]) -> Bool {
    if let method { return methods.contains(method) }
    if let lied = kind.methods { return lied.contains(where: methods.contains) }
    return methods.isEmpty || methods.contains { !$0.hasPrefix("dev_") }
  }

  /// Reads the argument of `dev_fault`, such as
  /// `{"kind":"http","status":429,"count":2,"method":"eth_call"}`.
  ///
  /// - Throws: `RPCError` with the code −32602, saying what was expected.
  package init(_ json: JSONValue) throws(RPCError) {
    func invalid(_ expected: String) -> RPCError {
      RPCError(code: -32_602, message: "invalid argument 0: expected \(expected)")
    }
    func number(_ name: String) throws(RPCError) -> Int? {
      guard let value = json[name] else { return nil }
      guard let number = value.number?.uint64.flatMap(Int.init(exactly:)) else {
        throw invalid("a whole number as \"\(name)\"")
      }
      return number
    }
    guard json.object != nil else { throw invalid("an object") }
    method = json["method"]?.string
    count = try number("count") ?? 1
    guard count > 0 else { throw invalid("a \"count\" of at least 1") }
    if let name = json["kind"]?.string, let lie = try Kind.lie(name, json) {
      kind = lie
      return
    }
    switch json["kind"]?.string {
    case "http":
      guard let status = try number("status"), (100...599).contains(status) else {
        throw invalid("an HTTP status from 100 to 599 as \"status\"")
      }
      kind = .httpStatus(status, retryAfterSeconds: try number("retryAfter"))
    case "close": kind = .close
    case "garbage": kind = .garbage
    case "wrongid": kind = .wrongID
    case "truncate": kind = .truncate
    case "rpc":
      guard let code = json["code"]?.number?.int else {
        throw invalid("a whole number as \"code\"")
      }
      kind = .refuse(RPCError(code: code, message: json["message"]?.string ?? "fault"))
    case "result": kind = .result(json["result"] ?? .null)
    case "delay":
      guard let seconds = json["seconds"]?.number?.double, (0...3_600).contains(seconds) else {
        throw invalid("from 0 to 3600 \"seconds\"")
      }
      kind = .delay(.milliseconds(Int64(seconds * 1_000)))
    case _:
      throw invalid(
        "a \"kind\" of http, close, garbage, wrongid, truncate, rpc, result, delay,"
          + " accept-then-refuse, accept-then-time-out, stale, forged-receipt, nonce, fees,"
          + " chain-id or forget-pool")
    }
  }
}
