/// A value with its RLP, or bytes that are not RLP.
package struct RLPVector: Decodable, Sendable {
  /// The value that the bytes encode.
  package indirect enum Value: Decodable, Equatable, Sendable {
    /// Text, or after `#` a decimal number of any size.
    case text(String)
    case number(UInt64)
    case list([Value])

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else if let number = try? container.decode(UInt64.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// The value; `.text("INVALID")` or `.text("VALID")` if only the bytes are given.
  package let value: Value
  /// The bytes.
  package let encoded: [UInt8]

  private enum CodingKeys: String, CodingKey {
    case value = "in"
    case encoded = "out"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Value.self, forKey: .value)
    encoded = bytes(try container.decode(String.self, forKey: .encoded))
  }

  /// Returns the vectors of a file of `RLPTests`, by name.
  package static func all(_ file: String) throws -> [String: RLPVector] {
    try TestVectors.json("ethereum-tests/RLPTests/\(file).json", as: [String: RLPVector].self)
  }
}
