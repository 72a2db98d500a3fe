import EthereumCrypto
import EthereumPrimitives
import TestEffort
import TestVectors
import Testing

@Suite("Keccak-256 against the known answers of the Keccak team")
struct KeccakVectorTests {
  @Test(arguments: [("ShortMsgKAT_256", 256), ("LongMsgKAT_256", 65)])
  func everyMessageHasItsDigest(file: String, count: Int) throws {
    let vectors = try KeccakVector.all(file)
    for vector in vectors {
      #expect(
        Keccak256.hash(vector.message).bytes == vector.digest, "\(vector.message.count) bytes")
    }
    #expect(vectors.count == count)
    TestVectors.report("Keccak-256 \(file)", vectors.count)
  }

  /// The short form only has the other vectors.
  @Test(.disabled(if: Effort.isShort)) func aGibibyteOfTextHasItsDigest() throws {
    let vector = try KeccakVector.extremelyLong()
    #expect(vector.text.count * vector.repeatCount == 1 << 30)
    // The text is hashed by the megabyte: the sponge gets the same bytes.
    let perPart = 1 << 14
    let part = [UInt8]((0..<perPart).map { _ in vector.text }.joined())
    var hash = Keccak256()
    for _ in 0..<(vector.repeatCount / perPart) { hash.update(part) }
    #expect(hash.digest().bytes == vector.digest)
    TestVectors.report("Keccak-256 ExtremelyLongMsgKAT_256", 1)
  }

  @Test func everySplitOfAMessageHasTheSameDigest() {
    var random = SeededGenerator(seed: 136)
    let message = random.bytes(420)
    let expected = Keccak256.hash(message)
    for first in 0...message.count {
      let second = Int.random(in: first...message.count, using: &random)
      var hash = Keccak256()
      hash.update(Array(message[..<first]))
      hash.update(Array(message[first..<second]))
      // Asking for a digest in between changes nothing.
      #expect(hash.digest() == Keccak256.hash(Array(message[..<second])), "\(first), \(second)")
      hash.update(Array(message[second...]))
      #expect(hash.digest() == expected, "\(first), \(second)")
    }
  }

  @Test func lengthsAroundTheBlockAgreeWithTheStreamedHash() {
    var random = SeededGenerator(seed: 135)
    for count in (0...300) {
      let message = random.bytes(count)
      var hash = Keccak256()
      for byte in message { hash.update([byte]) }
      #expect(hash.digest() == Keccak256.hash(message), "\(count) bytes")
    }
  }
}
