import Foundation
import JSONRPC
import Testing

/// A request and geth's answer to it, as the execution-apis repository records them.
struct RecordedPair: CustomTestStringConvertible {
  let name: String
  let request: JSONValue
  let answer: [UInt8]

  var testDescription: String { name }

  /// All recorded pairs of a method, by name.
  static func all(of method: String) throws -> [RecordedPair] {
    let folder = vectors.appending(path: method)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".io") }
      .map { try RecordedPair(file: folder.appending(path: $0), name: "\(method)/\($0)") }
  }

  static let vectors = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestVectors/execution-apis")

  private init(file: URL, name: String) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let request = try #require(lines.first { $0.hasPrefix(">> ") })
    let answer = try #require(lines.first { $0.hasPrefix("<< ") })
    self.name = name
    self.request = try JSONValue(parsing: Array(request.dropFirst(3).utf8))
    self.answer = Array(answer.dropFirst(3).utf8)
  }
}
