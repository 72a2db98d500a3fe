package import Foundation

/// The published data that tests check our code against; each folder's README names its source and
/// licence.
package enum TestVectors {
  /// The content of a file, by its path in this target's folder.
  package static func data(_ path: String) throws -> Data {
    try Data(contentsOf: url(path))
  }

  /// The content of a text file.
  package static func text(_ path: String) throws -> String {
    String(decoding: try data(path), as: UTF8.self)
  }

  /// The content of a JSON file.
  package static func json<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: data(path))
  }

  /// The paths of all JSON files in a folder and its folders, sorted.
  package static func jsonFiles(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(folder).path)
      .filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
  }

  /// Says on one line how many vectors a suite has checked; which of them failed is told by the
  /// tests.
  package static func report(_ suite: String, _ count: Int) {
    print("vectors: \(suite) \(count) checked")
  }

  private static func url(_ path: String) -> URL {
    Bundle.module.bundleURL.appending(path: path)
  }
}

/// The bytes that hexadecimal digits spell, of any case, after `0x` or nothing; apart from our own
/// `Hex`, which is tested.
package func bytes(_ text: some StringProtocol) -> [UInt8] {
  var digits = Array(text.utf8)
  if digits.starts(with: "0x".utf8) { digits.removeFirst(2) }
  precondition(digits.count.isMultiple(of: 2), "half a byte in a vector: \(text)")
  return stride(from: 0, to: digits.count, by: 2).map { index in
    guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
    else { preconditionFailure("no hexadecimal in a vector: \(text)") }
    return byte
  }
}
