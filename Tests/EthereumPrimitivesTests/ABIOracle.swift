import BigInt
import EthereumPrimitives
import TestVectors

/// The formal specification of the encoding, word for word: byte strings put together by recursion.
enum ABIOracle {
  static func encoding(_ value: ABIValue, _ type: ABIType) -> [UInt8] {
    switch (type.kind, value) {
    case (.tuple(let members), .list(let values)):
      return tuple(values, members)
    case (.array(let element, let count), .list(let values)):
      return tuple(values, [ABIType](repeating: element, count: count))
    case (.list(let element), .list(let values)):
      let elements = [ABIType](repeating: element, count: values.count)
      return word(BigInt(values.count)) + tuple(values, elements)
    case (.bytes, .bytes(let bytes)):
      return word(BigInt(bytes.count)) + paddedRight(bytes)
    case (.string, .string(let text)):
      return word(BigInt(text.utf8.count)) + paddedRight(Array(text.utf8))
    case (.uint, .uint(let number)): return word(BigInt(number.bigUInt))
    case (.int, .int(let number)): return word(number)
    case (.address, .address(let address)):
      return word(
        BigInt(sign: .plus, magnitude: address.bytes.reduce(0) { $0 * 256 + BigUInt($1) }))
    case (.bool, .bool(let flag)): return word(flag ? 1 : 0)
    case (.fixedBytes, .bytes(let bytes)): return paddedRight(bytes)
    default: preconditionFailure("\(value) is no value of \(type)")
    }
  }

  static func isDynamic(_ type: ABIType) -> Bool {
    switch type.kind {
    case .bytes, .string, .list: true
    case .array(let element, _): isDynamic(element)
    case .tuple(let members): members.contains { isDynamic($0) }
    case .uint, .int, .address, .bool, .fixedBytes: false
    }
  }

  private static func tuple(_ values: [ABIValue], _ types: [ABIType]) -> [UInt8] {
    let encodings = zip(values, types).map { encoding($0, $1) }
    var headsCount = 0
    for (encoding, type) in zip(encodings, types) {
      headsCount += isDynamic(type) ? 32 : encoding.count
    }
    var (heads, tails): ([UInt8], [UInt8]) = ([], [])
    for (encoding, type) in zip(encodings, types) {
      if isDynamic(type) {
        heads += word(BigInt(headsCount + tails.count))
        tails += encoding
      } else {
        heads += encoding
      }
    }
    return heads + tails
  }

  /// Two's complement, byte by byte, the last one first.
  private static func word(_ number: BigInt) -> [UInt8] {
    var rest = number
    var bytes: [UInt8] = []
    for _ in 0..<32 {
      let byte = ((rest % 256) + 256) % 256
      bytes.insert(UInt8(byte), at: 0)
      rest = (rest - byte) / 256
    }
    return bytes
  }

  private static func paddedRight(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while bytes.count % 32 != 0 { bytes.append(0) }
    return bytes
  }
}

// MARK: - Random Types and Values

extension ABIOracle {
  /// Returns the text of a type whose values have bytes.
  static func typeText(depth: Int, _ random: inout SeededGenerator) -> String {
    func inner() -> String { typeText(depth: depth - 1, &random) }
    switch depth > 0
      ? Int.random(in: 0...13, using: &random) : Int.random(in: 0...7, using: &random)
    {
    case 0: return "uint\(8 * Int.random(in: 1...32, using: &random))"
    case 1: return "int\(8 * Int.random(in: 1...32, using: &random))"
    case 2: return "address"
    case 3: return "bool"
    case 4: return "bytes\(Int.random(in: 1...32, using: &random))"
    case 5: return "bytes"
    case 6, 7: return "string"
    case 8, 9: return inner() + "[\(Int.random(in: 1...3, using: &random))]"
    case 10, 11: return inner() + "[]"
    default:
      let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in inner() }
      return "(" + members.joined(separator: ",") + ")"
    }
  }

  /// Returns a value of a type, often one at the end of its range.
  static func value(_ type: ABIType, _ random: inout SeededGenerator) -> ABIValue {
    switch type.kind {
    case .uint(let bits):
      let choices: [BigUInt] = [0, 1, (BigUInt(1) << bits) - 1, number(bits, &random)]
      return .uint(UInt256(choices.randomElement(using: &random) ?? 0) ?? .max)
    case .int(let bits):
      let half = BigInt(1) << (bits - 1)
      let inside = BigInt(sign: .plus, magnitude: number(bits, &random)) - half
      let choices: [BigInt] = [0, -1, half - 1, -half, inside]
      return .int(choices.randomElement(using: &random) ?? 0)
    case .address: return .address(Address(lastBytesOf: hash(&random)))
    case .bool: return .bool(Bool.random(using: &random))
    case .fixedBytes(let count): return .bytes(random.bytes(count))
    case .bytes:
      let count = [0, 1, 31, 32, 33, 64].randomElement(using: &random) ?? 0
      return .bytes(random.bytes(count))
    case .string:
      let texts = ["", "a", "ether", "Ξ 💧", String(repeating: "é", count: 16), "e\u{301}\0"]
      return .string(texts.randomElement(using: &random) ?? "")
    case .array(let element, let count):
      return .list((0..<count).map { _ in value(element, &random) })
    case .list(let element):
      let count = Int.random(in: 0...3, using: &random)
      return .list((0..<count).map { _ in value(element, &random) })
    case .tuple(let members): return .list(members.map { value($0, &random) })
    }
  }

  private static func number(_ bits: Int, _ random: inout SeededGenerator) -> BigUInt {
    UInt256(hash(&random)).bigUInt >> (256 - bits)
  }

  static func hash(_ random: inout SeededGenerator) -> Hash32 {
    Hash32(random.next(), random.next(), random.next(), random.next())
  }
}
