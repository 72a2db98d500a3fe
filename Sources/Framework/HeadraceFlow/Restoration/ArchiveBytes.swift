/// The layout of an archive: a header line with kind, layout, length and checksum, and then fields.
///
/// A field is the number of its bytes, a `:`, and the bytes.
enum ArchiveBytes {
  /// The kind of content of an archive.
  enum Kind: String {
    case routes = "headrace-routes"
    case tabs = "headrace-tabs"
  }

  static let layout = 1

  /// Adds the header line of an archive before its fields.
  static func sealed(_ fields: [UInt8], as kind: Kind = .routes) -> [UInt8] {
    let line = "\(kind.rawValue) \(layout) \(fields.count) \(checksum(of: fields[...]))\n"
    return Array(line.utf8) + fields
  }

  /// Returns the fields of an archive if its header line is correct.
  static func opened(
    _ archive: [UInt8], as kind: Kind = .routes
  ) throws(RouteArchiveError) -> ArraySlice<UInt8> {
    // The header line is always shorter than this.
    guard let lineEnd = archive.prefix(64).firstIndex(of: UInt8(ascii: "\n")) else {
      throw .notAnArchive
    }
    let words = archive[..<lineEnd].split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count >= 2, words[0] == kind.rawValue, let layout = Int(words[1]) else {
      throw .notAnArchive
    }
    if layout > self.layout { throw .newerLayout(layout) }
    let fields = archive[(lineEnd + 1)...]
    guard layout == self.layout, words.count == 4, words[2] == "\(fields.count)",
      words[3] == "\(checksum(of: fields))"
    else { throw .damaged }
    return fields
  }

  /// Returns the CRC-32 as in zlib and Ethernet, which detects every change of up to four
  /// successive bytes.
  ///
  /// It detects damage, but not a forged archive, which can have a forged checksum.
  ///
  /// - SeeAlso: ISO/IEC 3309, section 3.
  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var register: UInt32 = .max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        register = (register >> 1) ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
    return ~register
  }
}

/// A writer for the fields of an archive.
struct ArchiveWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ field: [UInt8]) {
    bytes += Array("\(field.count):".utf8) + field
  }

  mutating func write(_ text: String) {
    write(Array(text.utf8))
  }

  mutating func write(_ number: Int) {
    write("\(number)")
  }
}

/// A reader for the fields of an archive.
///
/// Its checksum was verified, so any remaining error was written that way.
struct ArchiveReader {
  private var rest: ArraySlice<UInt8>

  init(_ fields: ArraySlice<UInt8>) { rest = fields }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func readBytes() throws(RouteArchiveError) -> [UInt8] {
    guard let colon = rest.prefix(20).firstIndex(of: .colon),
      let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
      count <= rest.endIndex - colon - 1
    else { throw .damaged }
    let start = colon + 1
    defer { rest = rest[(start + count)...] }
    return Array(rest[start..<(start + count)])
  }

  mutating func readText() throws(RouteArchiveError) -> String {
    guard let text = String(validating: try readBytes(), as: UTF8.self) else { throw .damaged }
    return text
  }

  mutating func readNumber() throws(RouteArchiveError) -> Int {
    guard let number = Int(try readText()), number >= 0 else { throw .damaged }
    return number
  }
}
