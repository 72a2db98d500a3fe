import EthereumPrimitives
import JSONRPC

extension DevChainRPC {
  /// Blocks, and the transactions in them.
  func blockResult(
    of method: String, _ parameters: RPCParameters, nowSeconds: UInt64
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_getBlockByNumber":
      try parameters.requireAtMost(2)
      _ = try parameters.required(0)
      let hasTransactions = try parameters.bool(1)
      if parameters.optional(0) == "pending" {
        return nextBlock(nowSeconds: nowSeconds)
          .json(hasTransactions: hasTransactions, isPending: true)
      }
      return try block(parameters)?.json(hasTransactions: hasTransactions) ?? .null

    case "eth_getBlockByHash":
      try parameters.requireAtMost(2)
      let hash = try parameters.hash(0)
      let hasTransactions = try parameters.bool(1)
      return state.block(hash: hash)?.json(hasTransactions: hasTransactions) ?? .null

    case "eth_getBlockTransactionCountByNumber":
      try parameters.requireAtMost(1)
      _ = try parameters.required(0)
      if parameters.optional(0) == "pending" {
        return .quantity(UInt64(nextBlock(nowSeconds: nowSeconds).transactions.count))
      }
      return try block(parameters).map { .quantity(UInt64($0.transactions.count)) } ?? .null

    case "eth_getBlockTransactionCountByHash":
      try parameters.requireAtMost(1)
      let block = state.block(hash: try parameters.hash(0))
      return block.map { .quantity(UInt64($0.transactions.count)) } ?? .null

    case "eth_getTransactionByBlockNumberAndIndex":
      try parameters.requireAtMost(2)
      _ = try parameters.required(0)
      return try transaction(in: block(parameters), at: parameters.quantity(1))

    case "eth_getTransactionByBlockHashAndIndex":
      try parameters.requireAtMost(2)
      let block = state.block(hash: try parameters.hash(0))
      return try transaction(in: block, at: parameters.quantity(1))

    case "eth_getBlockReceipts":
      try parameters.requireAtMost(1)
      _ = try parameters.required(0)
      guard let block = try block(parameters) else { return .null }
      return .array(block.receipts.indices.map(block.receiptJSON(at:)))

    case "eth_getTransactionReceipt":
      try parameters.requireAtMost(1)
      guard let (block, index) = place(of: try parameters.hash(0)) else { return .null }
      return block.receiptJSON(at: index)

    case "eth_getTransactionByHash":
      try parameters.requireAtMost(1)
      let hash = try parameters.hash(0)
      if let waiting = state.pool[hash] { return waiting.json(in: nil, index: nil) }
      guard let (block, index) = place(of: hash) else { return .null }
      return block.transactions[index].json(in: block, index: index)

    case "eth_getLogs":
      try parameters.requireAtMost(1)
      try checkLogRange(parameters)
      // Nothing is executed here, so nothing is logged.
      return []

    case _: return nil
    }
  }

  private func block(_ parameters: RPCParameters) throws(RPCError) -> DevChainBlock? {
    try blockNumber(parameters, 0).flatMap(state.block(number:))
  }

  private func place(of hash: Hash32) -> (block: DevChainBlock, index: Int)? {
    guard let place = state.place(of: hash), let block = state.block(number: place.blockNumber)
    else { return nil }
    return (block, place.index)
  }

  private func transaction(in block: DevChainBlock?, at index: UInt64) -> JSONValue {
    guard let block, index < UInt64(block.transactions.count) else { return .null }
    return block.transactions[Int(index)].json(in: block, index: Int(index))
  }

  /// What the next block would be, made on a copy of the chain.
  private func nextBlock(nowSeconds: UInt64) -> DevChainBlock {
    var copy = state
    copy.mine(nowSeconds: nowSeconds)
    return copy.head
  }

  /// Refuses a filter that names no blocks, in geth's words.
  private func checkLogRange(_ parameters: RPCParameters) throws(RPCError) {
    guard let filter = try parameters.required(0).object else {
      throw RPCParameters.invalid(0, "json: cannot unmarshal into filters.FilterCriteria")
    }
    let head = state.head.header.number
    func number(_ name: String, default defaultNumber: UInt64) throws(RPCError) -> UInt64 {
      guard let value = filter[name], value != .null else { return defaultNumber }
      switch value {
      case "latest", "pending", "safe", "finalized": return head
      case "earliest": return 0
      case _: return try RPCParameters.quantity(value, argument: 0)
      }
    }
    if let hash = filter["blockHash"], hash != .null {
      guard filter["fromBlock"] == nil, filter["toBlock"] == nil else {
        throw RPCParameters.invalid(
          0, "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
      }
      let bytes = try RPCParameters.read(hash, argument: 0, type: "common.Hash", HexText.bytes)
      guard let hash = Hash32(bytes: bytes), state.block(hash: hash) != nil else {
        throw RPCError(code: -32_000, message: "unknown block")
      }
      return
    }
    let from = try number("fromBlock", default: head)
    let to = try number("toBlock", default: head)
    guard from <= to else {
      throw RPCError(code: -32_602, message: "invalid block range params")
    }
    guard to <= head else {
      throw RPCError(code: -32_602, message: "block range extends beyond current head block")
    }
  }
}
