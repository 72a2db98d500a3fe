import EthereumPrimitives
import JSONRPC

/// The criteria of a request for logs.
struct LogFilter: Equatable, Sendable {
  /// The requested blocks.
  enum Blocks: Equatable, Sendable {
    /// A range that includes both ends; nil for the newest block at the time of the request.
    case range(from: UInt64?, to: UInt64?)
    case one(Hash32)
  }

  /// The maximum number of addresses, and of topics at one position (geth's limit is 1,000).
  static let choiceCountMax = 1_000
  /// The maximum number of topics of a log.
  static let topicCountMax = 4

  let blocks: Blocks
  /// The contracts, any of which may match; empty for all.
  let addresses: Set<Address>
  /// For each position, the topics, any of which may match; empty for all.
  let topics: [Set<Hash32>]

  /// Reads the argument of `eth_getLogs`, with geth's errors.
  init(_ json: JSONValue, head: UInt64) throws(RPCError) {
    guard let filter = json.object else {
      throw RPCParameters.invalid(0, "json: cannot unmarshal into filters.FilterCriteria")
    }
    addresses = try Self.choice(filter["address"]) { json throws(RPCError) in
      let bytes = try RPCParameters.read(
        json, argument: 0, type: "common.Address", HexText.bytes)
      guard let address = Address(bytes: bytes) else {
        throw RPCParameters.invalid(
          0, "hex string has length \(2 * bytes.count), want 40 for common.Address")
      }
      return address
    }
    let places = filter["topics"]?.array ?? []
    guard places.count <= Self.topicCountMax else {
      throw RPCParameters.invalid(0, "exceed max topics")
    }
    var topics: [Set<Hash32>] = []
    for place in places { topics.append(try Self.choice(place, Self.hash)) }
    self.topics = topics
    blocks = try Self.blocks(filter, head: head)
  }

  private static func blocks(_ filter: JSONObject, head: UInt64) throws(RPCError) -> Blocks {
    func number(_ name: String) throws(RPCError) -> UInt64? {
      guard let value = filter[name], value != .null else { return nil }
      switch value {
      case "latest", "pending", "safe", "finalized": return nil
      case "earliest": return 0
      case _: return try RPCParameters.quantity(value, argument: 0)
      }
    }
    if let hash = filter["blockHash"], hash != .null {
      guard filter["fromBlock"] == nil, filter["toBlock"] == nil else {
        throw RPCParameters.invalid(
          0, "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
      }
      return .one(try Self.hash(hash))
    }
    let (from, to) = (try number("fromBlock"), try number("toBlock"))
    guard from ?? head <= to ?? .max else {
      throw RPCError(code: -32_602, message: "invalid block range params")
    }
    return .range(from: from, to: to)
  }

  private static func hash(_ json: JSONValue) throws(RPCError) -> Hash32 {
    let bytes = try RPCParameters.read(json, argument: 0, type: "common.Hash", HexText.bytes)
    guard let hash = Hash32(bytes: bytes) else {
      throw RPCParameters.invalid(
        0, "hex string has length \(2 * bytes.count), want 64 for common.Hash")
    }
    return hash
  }

  /// Reads no value, one value, or several.
  private static func choice<Value: Hashable>(
    _ json: JSONValue?, _ read: (JSONValue) throws(RPCError) -> Value
  ) throws(RPCError) -> Set<Value> {
    switch json {
    case nil, .null?: return []
    case .array(let elements)?:
      guard elements.count <= choiceCountMax else {
        throw RPCParameters.invalid(0, "exceed max addresses or topics per search position")
      }
      var values: Set<Value> = []
      for element in elements { values.insert(try read(element)) }
      return values
    case let value?: return [try read(value)]
    }
  }

  /// Returns true if a log matches.
  func matches(_ log: DevChainLog) -> Bool {
    guard addresses.isEmpty || addresses.contains(log.address), topics.count <= log.topics.count
    else { return false }
    return zip(topics, log.topics).allSatisfy { $0.isEmpty || $0.contains($1) }
  }
}
