/// A message with its Keccak-256.
package struct KeccakVector: Sendable {
  /// The message.
  package let message: [UInt8]
  /// Its digest.
  package let digest: [UInt8]

  /// Returns the messages of `ShortMsgKAT_256` or `LongMsgKAT_256` that consist of whole bytes.
  package static func all(_ file: String) throws -> [KeccakVector] {
    let fields = try fields("keccak-kat/\(file).txt")
    return stride(from: 0, to: fields.count, by: 3).map { index in
      precondition(fields[index].name == "Len" && fields[index + 2].name == "MD")
      guard let bitCount = Int(fields[index].value), bitCount.isMultiple(of: 8) else {
        preconditionFailure("a length of whole bytes, found \(fields[index].value)")
      }
      return KeccakVector(
        message: Array(bytes(fields[index + 1].value).prefix(bitCount / 8)),
        digest: bytes(fields[index + 2].value))
    }
  }

  /// Returns the text of `ExtremelyLongMsgKAT_256`, its number of repetitions, and the digest of
  /// all.
  package static func extremelyLong() throws -> (
    text: [UInt8], repeatCount: Int, digest: [UInt8]
  ) {
    let fields = try fields("keccak-kat/ExtremelyLongMsgKAT_256.txt")
    precondition(fields.map(\.name) == ["Repeat", "Text", "MD"])
    guard let repeatCount = Int(fields[0].value) else { preconditionFailure("a count") }
    return (Array(fields[1].value.utf8), repeatCount, bytes(fields[2].value))
  }

  private static func fields(_ path: String) throws -> [(name: String, value: String)] {
    try TestVectors.text(path).split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: " = ", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
  }
}
