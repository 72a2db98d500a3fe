/// Blanks out the comments and strings of Swift source, so that rules look at code alone.
struct CodeOnly {
  private static let newline = UInt8(ascii: "\n")

  private let source: [UInt8]
  private var index = 0
  private var output: [UInt8] = []

  /// Returns the text with every byte of a comment or string replaced by a space.
  ///
  /// Line breaks stay, so that line numbers do; so do the quotes of strings.
  static func blank(_ text: String) -> String {
    var scanner = CodeOnly(source: Array(text.utf8))
    scanner.scanCode(isInterpolation: false)
    return String(decoding: scanner.output, as: UTF8.self)
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  /// Copies code, up to the parenthesis that closes an interpolation or to the end.
  private mutating func scanCode(isInterpolation: Bool) {
    var depth = 0
    while index < source.count {
      if starts("//") {
        while index < source.count, source[index] != Self.newline { blankOne() }
      } else if starts("/*") {
        scanBlockComment()
      } else if let hashCount = stringStart() {
        scanString(hashCount: hashCount)
      } else {
        let byte = source[index]
        if isInterpolation {
          if byte == UInt8(ascii: "(") { depth += 1 }
          if byte == UInt8(ascii: ")") {
            if depth == 0 { return }
            depth -= 1
          }
        }
        output.append(byte)
        index += 1
      }
    }
  }

  /// Comments nest in Swift.
  private mutating func scanBlockComment() {
    var depth = 0
    while index < source.count {
      if starts("/*") {
        depth += 1
        blank(2)
      } else if starts("*/") {
        depth -= 1
        blank(2)
        if depth == 0 { return }
      } else {
        blankOne()
      }
    }
  }

  /// The number of `#` before a quote, if a string begins here.
  private func stringStart() -> Int? {
    var end = index
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    guard end < source.count, source[end] == UInt8(ascii: "\"") else { return nil }
    return end - index
  }

  private mutating func scanString(hashCount: Int) {
    let hashes = String(repeating: "#", count: hashCount)
    copy(hashCount)
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    copy(quote.count)
    while index < source.count {
      if starts(quote + hashes) {
        copy(quote.count + hashCount)
        return
      } else if starts("\\" + hashes + "(") {
        blank(2 + hashCount)
        scanCode(isInterpolation: true)
      } else if starts("\\" + hashes) {
        blank(min(2 + hashCount, source.count - index))
      } else {
        blankOne()
      }
    }
  }

  private func starts(_ prefix: String) -> Bool {
    // The first byte decides nearly always; a debug build is slow at the rest.
    source[index] == prefix.utf8.first && source[index...].starts(with: prefix.utf8)
  }

  private mutating func copy(_ count: Int) {
    output.append(contentsOf: source[index..<(index + count)])
    index += count
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count { blankOne() }
  }

  private mutating func blankOne() {
    output.append(source[index] == Self.newline ? Self.newline : UInt8(ascii: " "))
    index += 1
  }
}
