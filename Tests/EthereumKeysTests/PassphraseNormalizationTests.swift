import EthereumCrypto
import Foundation
import TestEffort
import Testing

@testable import EthereumKeys

/// NFKD, scalar by scalar, compared with Foundation's NFKD of whole texts.
@Suite struct PassphraseNormalizationTests {
  private static func nfkd(_ text: String) throws -> String {
    let normalized = try PassphraseNormalization.nfkd(SecretBytes(Array(text.utf8)))
    return normalized.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private static func expected(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
  }

  @Test(arguments: [
    "", "correct horse", "p\u{E4}ssw\u{F6}rter", "p\u{61}\u{308}ss", "\u{C554}\u{D638}",
    "\u{FB01}le",
    "\u{FDFA}", "a\u{301}\u{323}", "a\u{323}\u{301}b\u{315}\u{300}\u{5AE}", "\u{FF11}\u{2460}",
    "\u{1D15F}\u{1F600}",
  ])
  func aTextIsNormalisedAsFoundationDoes(text: String) throws {
    #expect(Array(try Self.nfkd(text).unicodeScalars) == Self.expected(text))
  }

  @Test func everyScalarIsDecomposedAsFoundationDoes() throws {
    for value in stride(from: UInt32(0x80), through: 0x2FFFF, by: Effort.isShort ? 70 : 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      #expect(
        Array(try Self.nfkd(text).unicodeScalars) == Self.expected(text),
        "U+\(String(value, radix: 16))")
    }
  }

  /// Foundation does not reorder these; the decomposition of a mark determines the order.
  @Test(arguments: [
    ("a\u{323}\u{FF9E}\u{301}\u{316}", "a\u{3099}\u{323}\u{316}\u{301}"),
    ("a\u{301}\u{F75}", "a\u{F71}\u{F74}\u{301}"),
  ])
  func marksAreOrderedByWhatTheyAreDecomposedTo(text: String, normal: String) throws {
    #expect(Array(try Self.nfkd(text).unicodeScalars) == Array(normal.unicodeScalars))
  }

  @Test func bytesThatAreNotTextAreRejected() {
    #expect(throws: MnemonicError.passphraseNotUTF8) {
      _ = try PassphraseNormalization.nfkd(SecretBytes([0x61, 0xFF]))
    }
  }
}
