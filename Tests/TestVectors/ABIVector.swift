/// Arguments of a contract's function with their encoding.
package struct ABIVector: Decodable, Sendable {
  /// The structure of an argument; the types define its meaning.
  package indirect enum Argument: Decodable, Equatable, Sendable {
    case number(UInt64)
    case text(String)
    case list([Argument])

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let list = try? container.decode([Argument].self) {
        self = .list(list)
      } else if let number = try? container.decode(UInt64.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// The arguments.
  package let arguments: [Argument]
  /// Their types, as text.
  package let types: [String]
  /// The bytes.
  package let encoded: [UInt8]

  private enum CodingKeys: String, CodingKey {
    case arguments = "args"
    case types
    case encoded = "result"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    arguments = try container.decode([Argument].self, forKey: .arguments)
    types = try container.decode([String].self, forKey: .types)
    encoded = bytes(try container.decode(String.self, forKey: .encoded))
  }

  /// Returns the vectors of `ABITests`, by name.
  package static func all() throws -> [String: ABIVector] {
    try TestVectors.json(
      "ethereum-tests/ABITests/basic_abi_tests.json", as: [String: ABIVector].self)
  }
}
