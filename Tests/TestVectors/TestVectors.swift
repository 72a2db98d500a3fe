package import Foundation

/// The published data that tests compare our code with.
///
/// Each folder's README names its source and licence.
package enum TestVectors {
  /// Returns the content of a file, by its path in this target's folder.
  package static func data(_ path: String) throws -> Data {
    try Data(contentsOf: url(path))
  }

  /// Returns the content of a text file.
  package static func text(_ path: String) throws -> String {
    String(decoding: try data(path), as: UTF8.self)
  }

  /// Returns the content of a JSON file.
  package static func json<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: data(path))
  }

  /// Returns the paths of all JSON files in a folder and its folders, sorted.
  package static func jsonFiles(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(folder).path)
      .filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
  }

  /// Prints on one line how many vectors a suite has checked; the tests report which of them
  /// failed.
  package static func report(_ suite: String, _ count: Int) {
    print("vectors: \(suite) \(count) checked")
  }

  private static func url(_ path: String) -> URL {
    Bundle.module.bundleURL.appending(path: path)
  }
}

/// Returns the bytes of hexadecimal digits of any case, after `0x` or nothing.
///
/// It is independent of our own `Hex`, which is tested.
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
