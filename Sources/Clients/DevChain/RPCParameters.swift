import BigInt
import EthereumPrimitives
import JSONRPC

/// The arguments of one call, read with geth's errors.
struct RPCParameters {
  private let values: [JSONValue]

  /// Reads the member `params`, which must be an array if present.
  init(_ json: JSONValue?) throws(RPCError) {
    switch json {
    case nil, .null?: values = []
    case .array(let elements)?: values = elements
    case _: throw RPCError(code: -32_602, message: "non-array args")
    }
  }

  var count: Int { values.count }

  /// Refuses more arguments than a method takes.
  func requireAtMost(_ countMax: Int) throws(RPCError) {
    guard values.count <= countMax else {
      throw RPCError(
        code: -32_602, message: "too many arguments, want at most \(countMax)")
    }
  }

  /// Returns an argument that may be omitted or null.
  func optional(_ index: Int) -> JSONValue? {
    guard values.indices.contains(index), values[index] != .null else { return nil }
    return values[index]
  }

  func required(_ index: Int) throws(RPCError) -> JSONValue {
    guard let value = optional(index) else {
      throw RPCError(
        code: -32_602, message: "missing value for required argument \(index)")
    }
    return value
  }

  static func invalid(_ index: Int, _ text: String) -> RPCError {
    RPCError(code: -32_602, message: "invalid argument \(index): \(text)")
  }

  // MARK: - Types

  func address(_ index: Int) throws(RPCError) -> Address {
    let bytes = try fixedBytes(index, count: 20, type: "common.Address")
    guard let address = Address(bytes: bytes) else {
      throw Self.invalid(
        index, "hex string has length \(2 * bytes.count), want 40 for common.Address")
    }
    return address
  }

  func hash(_ index: Int) throws(RPCError) -> Hash32 {
    let bytes = try fixedBytes(index, count: 32, type: "common.Hash")
    guard let hash = Hash32(bytes: bytes) else {
      throw Self.invalid(index, "hex string has length \(2 * bytes.count), want 64 for common.Hash")
    }
    return hash
  }

  /// Returns bytes of any length, such as a raw transaction.
  func bytes(_ index: Int) throws(RPCError) -> [UInt8] {
    try Self.read(required(index), argument: index, type: "hexutil.Bytes", HexText.bytes)
  }

  func quantity(_ index: Int) throws(RPCError) -> UInt64 {
    try Self.quantity(required(index), argument: index)
  }

  func bool(_ index: Int) throws(RPCError) -> Bool {
    guard let value = try required(index).bool else {
      throw Self.invalid(
        index, "json: cannot unmarshal \(Self.goKind(values[index])) into Go value of type bool")
    }
    return value
  }

  /// Returns a count, which some clients write as a number and some as a hex quantity.
  func looseQuantity(_ index: Int) throws(RPCError) -> UInt64 {
    if let number = try required(index).number?.uint64 { return number }
    return try quantity(index)
  }

  private func fixedBytes(_ index: Int, count: Int, type: String) throws(RPCError) -> [UInt8] {
    let bytes = try Self.read(required(index), argument: index, type: type, HexText.bytes)
    guard bytes.count == count else {
      throw Self.invalid(
        index, "hex string has length \(2 * bytes.count), want \(2 * count) for \(type)")
    }
    return bytes
  }

  static func quantity(_ value: JSONValue, argument index: Int) throws(RPCError) -> UInt64 {
    try read(value, argument: index, type: "hexutil.Uint64", HexText.uint64)
  }

  /// Reads a hex string, with the error texts of geth's `hexutil`.
  static func read<Value>(
    _ value: JSONValue, argument index: Int, type: String,
    _ read: (String) throws(HexText.Problem) -> Value
  ) throws(RPCError) -> Value {
    guard let text = value.string else {
      throw invalid(index, "json: cannot unmarshal non-string into Go value of type \(type)")
    }
    do {
      return try read(text)
    } catch {
      throw invalid(index, "json: cannot unmarshal \(error) into Go value of type \(type)")
    }
  }

  static func goKind(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "bool"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// Hex strings of JSON-RPC, with the error texts of geth's `hexutil`.
enum HexText {
  /// An error in a hex string.
  enum Problem: String, Error, CustomStringConvertible {
    case empty = "empty hex string"
    case syntax = "invalid hex string"
    case missingPrefix = "hex string without 0x prefix"
    case oddLength = "hex string of odd length"
    case emptyNumber = "hex string \"0x\""
    case leadingZero = "hex number with leading zero digits"
    case above64Bits = "hex number > 64 bits"
    case above256Bits = "hex number > 256 bits"

    var description: String { rawValue }
  }

  static func bytes(_ text: String) throws(Problem) -> [UInt8] {
    let digits = try digits(text)
    guard digits.count.isMultiple(of: 2) else { throw .oddLength }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static func uint64(_ text: String) throws(Problem) -> UInt64 {
    let digits = try numberDigits(text)
    guard digits.count <= 16 else { throw .above64Bits }
    return digits.reduce(0) { $0 << 4 | UInt64($1) }
  }

  static func uint256(_ text: String) throws(Problem) -> BigUInt {
    let digits = try numberDigits(text)
    guard digits.count <= 64 else { throw .above256Bits }
    return digits.reduce(0) { $0 << 4 | BigUInt($1) }
  }

  private static func numberDigits(_ text: String) throws(Problem) -> [UInt8] {
    let digits = try digits(text)
    guard let first = digits.first else { throw .emptyNumber }
    guard first != 0 || digits.count == 1 else { throw .leadingZero }
    return digits
  }

  private static func digits(_ text: String) throws(Problem) -> [UInt8] {
    let units = Array(text.utf8)
    guard !units.isEmpty else { throw .empty }
    guard units.count >= 2, units[0] == UInt8(ascii: "0"), units[1] | 0x20 == UInt8(ascii: "x")
    else { throw .missingPrefix }
    var digits: [UInt8] = []
    digits.reserveCapacity(units.count - 2)
    for unit in units.dropFirst(2) {
      switch unit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(unit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(unit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(unit - UInt8(ascii: "A") + 10)
      case _: throw .syntax
      }
    }
    return digits
  }
}
