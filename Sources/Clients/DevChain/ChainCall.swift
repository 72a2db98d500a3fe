import BigInt
import EthereumPrimitives
import JSONRPC

/// The argument of `eth_call`, `eth_estimateGas` and `eth_createAccessList`.
struct ChainCall {
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

  /// Returns the gas used, including the recipient's code.
  func gasUsed(executionGas: UInt64?) -> UInt64 {
    GasRules.callGas(to: to, data: data, executionGas: executionGas ?? 0)
  }
}
