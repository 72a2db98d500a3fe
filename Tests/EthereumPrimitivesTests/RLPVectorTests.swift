import BigInt
import EthereumPrimitives
import TestVectors
import Testing

@Suite("RLP against the vectors of ethereum/tests")
struct RLPVectorTests {
  @Test func everyValueEncodesAsPublishedAndDecodesBack() throws {
    let vectors = try RLPVector.all("rlptest")
    for (name, vector) in vectors {
      let item = try Self.item(vector.value)
      #expect(RLP.encode(item) == vector.encoded, "\(name)")
      #expect(try RLP.decode(vector.encoded) == item, "\(name)")
    }
    #expect(vectors.count == 28)
    TestVectors.report("RLP rlptest", vectors.count)
  }

  @Test func everyInvalidEncodingIsRefused() throws {
    let vectors = try RLPVector.all("invalidRLPTest")
    for (name, vector) in vectors {
      #expect(throws: RLPError.self, "\(name)") { try RLP.decode(vector.encoded) }
    }
    #expect(vectors.count == 26)
    TestVectors.report("RLP invalidRLPTest", vectors.count)
  }

  @Test func everyRandomEncodingReadsAndWritesTheSame() throws {
    let vectors = try RLPVector.all("RandomRLPTests/example")
    for (name, vector) in vectors {
      #expect(try RLP.encode(RLP.decode(vector.encoded)) == vector.encoded, "\(name)")
    }
    #expect(vectors.count == 1)
    TestVectors.report("RLP RandomRLPTests", vectors.count)
  }

  private static func item(_ value: RLPVector.Value) throws -> RLPItem {
    switch value {
    case .text(let text) where text.hasPrefix("#"):
      return .integer(try #require(BigUInt(text.dropFirst(), radix: 10)))
    case .text(let text): return .bytes(Array(text.utf8))
    case .number(let number): return .integer(number)
    case .list(let values): return .list(try values.map { try item($0) })
    }
  }
}
