import BigInt
import EthereumCrypto
import EthereumPrimitives
import JSONRPC

extension DevChainRPC {
  /// What accounts own, and what calls of them would do.
  func accountResult(
    of method: String, _ parameters: RPCParameters
  ) throws(RPCError) -> JSONValue? {
    switch method {
    case "eth_getBalance":
      try parameters.requireAtMost(2)
      let address = try parameters.address(0)
      return .quantity(try account(address, parameters, 1).balance)

    case "eth_getTransactionCount":
      try parameters.requireAtMost(2)
      let address = try parameters.address(0)
      if parameters.optional(1) == "pending" {
        return .quantity(state.pendingNonce(of: address))
      }
      return .quantity(try account(address, parameters, 1).nonce)

    case "eth_getCode":
      try parameters.requireAtMost(2)
      _ = try parameters.address(0)
      _ = try stateBlockNumber(parameters, 1)
      return "0x"

    case "eth_getStorageAt":
      try parameters.requireAtMost(3)
      _ = try parameters.address(0)
      try checkStorageKey(parameters.required(1))
      _ = try stateBlockNumber(parameters, 2)
      return .data([UInt8](repeating: 0, count: 32))

    case "eth_call":
      try parameters.requireAtMost(4)
      let call = try ChainCall(parameters.required(0))
      try check(call, at: stateBlockNumber(parameters, 1), gasLimit: nil)
      return "0x"

    case "eth_estimateGas":
      try parameters.requireAtMost(4)
      return .quantity(try estimateGas(parameters))

    case _: return nil
    }
  }

  private func account(
    _ address: Address, _ parameters: RPCParameters, _ index: Int
  ) throws(RPCError) -> DevChainAccount {
    state.ledger.account(address, after: try stateBlockNumber(parameters, index))
  }

  /// Refuses what is not a storage key, in the words that geth 1.16 uses.
  private func checkStorageKey(_ value: JSONValue) throws(RPCError) {
    guard let text = value.string else {
      throw RPCParameters.invalid(
        1, "json: cannot unmarshal \(RPCParameters.goKind(value)) into Go value of type string")
    }
    let digits = text.lowercased().hasPrefix("0x") ? text.utf8.dropFirst(2) : text.utf8[...]
    guard digits.count <= 64 else {
      throw RPCError(
        code: -32_602, message: "storage key too long (want at most 32 bytes): \"\(text)\"")
    }
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw RPCError(code: -32_602, message: "invalid hex in storage key: \"\(text)\"")
    }
  }

  // MARK: - Calls

  private func estimateGas(_ parameters: RPCParameters) throws(RPCError) -> UInt64 {
    let call = try ChainCall(parameters.required(0))
    guard call.to != nil else {
      throw RPCError(code: -32_000, message: DevChainRefusal.contractCreation.description)
    }
    let number = try stateBlockNumber(parameters, 1)
    let gasLimit = min(call.gasLimit ?? .max, state.configuration.blockGasLimit)
    try check(call, at: number, gasLimit: gasLimit)

    var affordable = gasLimit
    let price = call.feeCapPerGas
    if price > 0 {
      let available = state.ledger.account(call.from, after: number).balance
      guard available >= call.value else {
        throw RPCError(code: -32_000, message: "insufficient funds for transfer")
      }
      let gas = (available - call.value) / price
      affordable = gas < BigUInt(gasLimit) ? UInt64(gas) : gasLimit
    }
    guard call.gasUsed <= affordable else {
      throw RPCError(
        code: -32_000, message: "gas required exceeds allowance (\(affordable))")
    }
    return call.gasUsed
  }

  /// Refuses a call that the sender can't pay for or that is below the base fee.
  private func check(_ call: ChainCall, at number: UInt64, gasLimit: UInt64?) throws(RPCError) {
    let attempt = gasLimit.map { "failed with \($0) gas: " } ?? "err: "
    let suffix = gasLimit == nil ? " (supplied gas \(call.gasLimit ?? 50_000_000))" : ""
    func failure(_ text: String) -> RPCError {
      RPCError(code: -32_000, message: attempt + text + suffix)
    }
    let from = call.from.checksummed
    if call.tipCapPerGas > call.feeCapPerGas {
      throw failure(
        "max priority fee per gas higher than max fee per gas: address \(from), "
          + "maxPriorityFeePerGas: \(call.tipCapPerGas), maxFeePerGas: \(call.feeCapPerGas)")
    }
    let baseFee = state.blocks[Int(number)].header.baseFeePerGas
    if call.feeCapPerGas > 0, call.feeCapPerGas < baseFee {
      throw failure(
        "max fee per gas less than block base fee: address \(from), "
          + "maxFeePerGas: \(call.feeCapPerGas), baseFee: \(baseFee)")
    }
    let balance = state.ledger.account(call.from, after: number).balance
    guard call.feeCapPerGas > 0 || balance >= call.value else {
      throw failure(
        "insufficient funds for gas * price + value: address \(from) have \(balance) "
          + "want \(call.value)")
    }
  }
}

/// The argument of `eth_call` and `eth_estimateGas`.
private struct ChainCall {
  var from = Address.zero
  var to: Address?
  var value: BigUInt = 0
  var data: [UInt8] = []
  var gasLimit: UInt64?
  var feeCapPerGas: BigUInt = 0
  var tipCapPerGas: BigUInt = 0

  init(_ json: JSONValue) throws(RPCError) {
    guard let object = json.object else {
      throw RPCParameters.invalid(
        0,
        "json: cannot unmarshal \(RPCParameters.goKind(json)) into Go value of type "
          + "ethapi.TransactionArgs")
    }
    func read<Value>(
      _ name: String, _ type: String, _ read: (String) throws(HexText.Problem) -> Value
    ) throws(RPCError) -> Value? {
      guard let value = object[name], value != .null else { return nil }
      return try RPCParameters.read(value, argument: 0, type: type, read)
    }
    func address(_ name: String) throws(RPCError) -> Address? {
      guard let bytes = try read(name, "common.Address", HexText.bytes) else { return nil }
      guard let address = Address(bytes: bytes) else {
        throw RPCParameters.invalid(
          0, "hex string has length \(2 * bytes.count), want 40 for common.Address")
      }
      return address
    }
    from = try address("from") ?? .zero
    to = try address("to")
    value = try read("value", "hexutil.Big", HexText.uint256) ?? 0
    let input = try read("input", "hexutil.Bytes", HexText.bytes)
    let data = try read("data", "hexutil.Bytes", HexText.bytes)
    if let input, let data, input != data {
      throw RPCError(
        code: -32_000,
        message: "both \"data\" and \"input\" are set and not equal. Please use \"input\" to "
          + "pass transaction call data")
    }
    self.data = input ?? data ?? []
    gasLimit = try read("gas", "hexutil.Uint64", HexText.uint64)
    let price = try read("gasPrice", "hexutil.Big", HexText.uint256)
    let feeCap = try read("maxFeePerGas", "hexutil.Big", HexText.uint256)
    let tipCap = try read("maxPriorityFeePerGas", "hexutil.Big", HexText.uint256)
    if price != nil, feeCap != nil || tipCap != nil {
      throw RPCError(
        code: -32_000,
        message: "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified")
    }
    feeCapPerGas = price ?? feeCap ?? 0
    tipCapPerGas = price ?? tipCap ?? 0
  }

  var gasUsed: UInt64 { GasRules.callGas(to: to, data: data) }
}
