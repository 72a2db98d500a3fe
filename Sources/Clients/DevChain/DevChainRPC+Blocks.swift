import EthereumPrimitives
import JSONRPC

extension DevChainRPC {
  private var headNumber: UInt64 { state.head.header.number }

  /// Handles methods about blocks and their transactions.
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
      return .array(try logs(LogFilter(parameters.required(0), head: headNumber)))

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

  /// Returns a preview of the next block, mined on a copy of the chain.
  private func nextBlock(nowSeconds: UInt64) -> DevChainBlock {
    var copy = state
    copy.mine(nowSeconds: nowSeconds)
    return copy.head
  }
}
