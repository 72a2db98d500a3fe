import EthereumPrimitives
import TestVectors
import Testing

@Suite("ABI against the vectors of ethereum/tests")
struct ABIVectorTests {
  @Test func everyCallEncodesAsPublishedAndDecodesBack() throws {
    let vectors = try ABIVector.all()
    for (name, vector) in vectors {
      let types = try vector.types.map { try ABIType($0) }
      let values = try zip(vector.arguments, types).map { try Self.value($0, of: $1) }
      #expect(try ABI.encode(values, as: types) == vector.encoded, "\(name)")
      #expect(try ABI.decode(vector.encoded, as: types) == values, "\(name)")
    }
    #expect(vectors.count == 3)
    TestVectors.report("ABI basic_abi_tests", vectors.count)
  }

  private static func value(_ argument: ABIVector.Argument, of type: ABIType) throws -> ABIValue {
    switch (argument, type.kind) {
    case (.number(let number), .uint): .uint(UInt256(number))
    case (.text(let text), .address): .address(try Address(hex: text))
    case (.text(let text), .fixedBytes), (.text(let text), .bytes): .bytes(Array(text.utf8))
    case (.list(let arguments), .list(let element)):
      .list(try arguments.map { try value($0, of: element) })
    default: throw UnknownArgument(argument: argument, type: type)
    }
  }

  private struct UnknownArgument: Error {
    let argument: ABIVector.Argument
    let type: ABIType
  }
}
