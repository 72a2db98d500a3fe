import EthereumPrimitives
import JSONRPC

/// Which logs are requested.
struct LogFilter: Equatable, Sendable {
  /// Which blocks.
  enum Blocks: Equatable, Sendable {
    /// From one to another, both included; nil for the newest one at the time of the request.
    case range(from: UInt64?, to: UInt64?)
    case one(Hash32)
  }

  /// How many addresses, and how many topics at one place, may be chosen (geth's limit is 1,000).
  static let choiceCountMax = 1_000
  /// How many topics a log has at most.
  static let topicCountMax = 4

  let blocks: Blocks
  /// Any of these contracts; all if it is empty.
  let addresses: Set<Address>
  /// For each position, any of these topics; all if a set is empty.
  let topics: [Set<Hash32>]

  /// Reads the argument of `eth_getLogs`, with geth's refusals.
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

  /// Reads nothing, one value, or several.
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

  /// Whether a log is requested.
  func matches(_ log: DevChainLog) -> Bool {
    guard addresses.isEmpty || addresses.contains(log.address), topics.count <= log.topics.count
    else { return false }
    return zip(topics, log.topics).allSatisfy { $0.isEmpty || $0.contains($1) }
  }
}
