import BigInt
import JSONRPC

extension DevChainRPC {
  /// The suggested tip per gas, in wei: geth's suggestion without other data.
  static let suggestedTipPerGas: BigUInt = 1_000_000_000
  /// The maximum number of blocks in one fee history (1,024, as in geth).
  static let feeHistoryCountMax: UInt64 = 1_024
  /// The maximum number of percentiles in a request (100, as in geth).
  static let percentileCountMax = 100

  /// Handles the methods about the price of gas.
  func feeResult(
    of method: String, _ parameters: RPCParameters
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_gasPrice":
      try parameters.requireAtMost(0)
      return .quantity(state.nextBaseFeePerGas + Self.suggestedTipPerGas)
    case "eth_maxPriorityFeePerGas":
      try parameters.requireAtMost(0)
      return .quantity(Self.suggestedTipPerGas)
    case "eth_baseFee":
      try parameters.requireAtMost(0)
      return .quantity(state.nextBaseFeePerGas)
    case "eth_blobBaseFee":
      try parameters.requireAtMost(0)
      return "0x1"
    case "eth_feeHistory":
      try parameters.requireAtMost(3)
      return try feeHistory(parameters)
    case _: return nil
    }
  }

  private func feeHistory(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
    let asked = try parameters.looseQuantity(0)
    let newest = try newestBlock(parameters)
    let percentiles = try percentiles(parameters)
    // geth returns an empty history if no blocks are requested.
    guard asked > 0 else {
      return ["oldestBlock": "0x0", "gasUsedRatio": []]
    }
    let count = min(asked, Self.feeHistoryCountMax, newest + 1)
    let oldest = newest - (count - 1)
    let blocks = state.blocks[Int(oldest)...Int(newest)]
    let next =
      state.block(number: newest + 1)?.header.baseFeePerGas ?? state.nextBaseFeePerGas
    var result: JSONObject = ["oldestBlock": .quantity(oldest)]
    if !percentiles.isEmpty {
      result["reward"] = .array(
        blocks.map { block in
          .array(Self.rewards(of: block, percentiles: percentiles).map(JSONValue.quantity))
        })
    }
    result["baseFeePerGas"] = .array(
      blocks.map { .quantity($0.header.baseFeePerGas) } + [.quantity(next)])
    result["gasUsedRatio"] = .array(
      blocks.map {
        .number(JSONNumber(Double($0.header.gasUsed) / Double($0.header.gasLimit)))
      })
    result["baseFeePerBlobGas"] = .array(
      [JSONValue](repeating: "0x1", count: blocks.count + 1))
    result["blobGasUsedRatio"] = .array([JSONValue](repeating: 0, count: blocks.count))
    return .object(result)
  }

  private func newestBlock(_ parameters: RPCParameters) throws(RPCError) -> UInt64 {
    _ = try parameters.required(1)
    if let number = try blockNumber(parameters, 1) { return number }
    throw RPCError(
      code: -32_000,
      message: "request beyond head block: requested \(try parameters.quantity(1)), "
        + "head \(state.head.header.number)")
  }

  private func percentiles(_ parameters: RPCParameters) throws(RPCError) -> [Double] {
    guard let value = parameters.optional(2) else { return [] }
    guard let elements = value.array else {
      throw RPCParameters.invalid(
        2, "json: cannot unmarshal \(RPCParameters.goKind(value)) into Go value of type []float64")
    }
    guard elements.count <= Self.percentileCountMax else {
      throw RPCError(
        code: -32_000,
        message: "invalid reward percentile: over the query limit \(Self.percentileCountMax)")
    }
    var percentiles: [Double] = []
    for (index, element) in elements.enumerated() {
      guard let percentile = element.number?.double else {
        throw RPCParameters.invalid(
          2,
          "json: cannot unmarshal \(RPCParameters.goKind(element)) into Go value of type float64")
      }
      guard (0...100).contains(percentile) else {
        throw RPCError(code: -32_000, message: "invalid reward percentile: \(element.text)")
      }
      if let last = percentiles.last, percentile <= last {
        throw RPCError(
          code: -32_000,
          message: "invalid reward percentile: #\(index - 1):\(elements[index - 1].text) >= "
            + "#\(index):\(element.text)")
      }
      percentiles.append(percentile)
    }
    return percentiles
  }

  /// Returns the tips at percentiles of a block's gas; zeros for a block without transactions.
  private static func rewards(of block: DevChainBlock, percentiles: [Double]) -> [BigUInt] {
    guard !block.receipts.isEmpty else { return percentiles.map { _ in 0 } }
    let baseFee = block.header.baseFeePerGas
    let tips = block.receipts
      .map { (tip: $0.effectiveGasPrice - baseFee, gasUsed: $0.gasUsed) }
      .sorted { $0.tip < $1.tip }
    return percentiles.map { percentile in
      let threshold = UInt64(Double(block.header.gasUsed) * percentile / 100)
      var sum: UInt64 = 0
      for (tip, gasUsed) in tips {
        sum += gasUsed
        if sum >= threshold { return tip }
      }
      return tips[tips.count - 1].tip
    }
  }
}
