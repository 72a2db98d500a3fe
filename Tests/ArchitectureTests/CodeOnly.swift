#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Blanks out the comments and strings of Swift source, so that rules examine only code.
///
/// It jumps from one relevant byte to the next one: a debug build takes seconds to look at each
/// byte of the project.
struct CodeOnly {
  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  /// The text, which becomes the code, and a zero that ends it.
  private var bytes: [UInt8]
  private var index = 0

  private var end: Int { bytes.count - 1 }

  /// Returns the text with every byte of a comment or string replaced by a space.
  ///
  /// Line breaks are kept, and so line numbers are; so are the quotes of strings.
  static func blank(_ text: String) -> String {
    var scanner = CodeOnly(bytes: Array(text.utf8) + [0])
    scanner.scanCode(isInterpolation: false)
    return String(decoding: scanner.bytes.dropLast(), as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Leaves code unchanged, up to the parenthesis that closes an interpolation or to the end.
  private mutating func scanCode(isInterpolation: Bool) {
    var depth = 0
    while true {
      index = next(of: isInterpolation ? "/\"#()" : "/\"#")
      guard index < end else { return }
      if starts("//") {
        blank(to: next(of: "\n"))
      } else if starts("/*") {
        scanBlockComment()
      } else if let hashCount = stringStart() {
        scanString(hashCount: hashCount)
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") {
          if depth == 0 { return }
          depth -= 1
        }
        index += 1
      }
    }
  }

  /// Comments nest in Swift.
  private mutating func scanBlockComment() {
    var depth = 0
    while index < end {
      if starts("/*") {
        depth += 1
        blank(to: index + 2)
      } else if starts("*/") {
        depth -= 1
        blank(to: index + 2)
        if depth == 0 { return }
      } else {
        blank(to: max(next(of: "/*"), index + 1))
      }
    }
  }

  /// The number of `#` before a quote, if a string begins here.
  private func stringStart() -> Int? {
    var quote = index
    while bytes[quote] == UInt8(ascii: "#") { quote += 1 }
    return bytes[quote] == UInt8(ascii: "\"") ? quote - index : nil
  }

  private mutating func scanString(hashCount: Int) {
    let hashes = String(repeating: "#", count: hashCount)
    index += hashCount
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    index += quote.utf8.count
    while index < end {
      if starts(quote + hashes) {
        index += quote.utf8.count + hashCount
        return
      } else if starts("\\" + hashes + "(") {
        blank(to: index + 2 + hashCount)
        scanCode(isInterpolation: true)
      } else if starts("\\" + hashes) {
        blank(to: min(index + 2 + hashCount, end))
      } else {
        blank(to: max(next(of: "\"\\"), index + 1))
      }
    }
  }

  private func starts(_ prefix: String) -> Bool {
    bytes[index] == prefix.utf8.first && bytes[index...].starts(with: prefix.utf8)
  }

  /// Returns the first position from here on with one of some bytes, or the end.
  private func next(of ends: String) -> Int {
    bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        index + strcspn($0.advanced(by: index).assumingMemoryBound(to: CChar.self), ends)
      } ?? end
    }
  }

  /// Replaces everything up to a position with spaces, except line breaks.
  private mutating func blank(to place: Int) {
    while index < place {
      if bytes[index] != Self.newline { bytes[index] = Self.space }
      index += 1
    }
  }
}
