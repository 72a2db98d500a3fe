/// The maximum lengths of files and lines, and the rules for names of files.
enum SizeRules {
  static let lineCountMax = 400
  static let lineCountEnd = 600
  static let columnCountMax = 100

  /// The files of more than 400 lines, each with its reason.
  static let long = Exceptions([:])

  static func fileLength(_ file: SourceFile) -> [Violation] {
    let count = file.lineCount
    if count > lineCountEnd {
      return [
        file.violation(
          lineCountEnd + 1, "The file has \(count) lines; \(lineCountEnd) is the end. Split it.")
      ]
    }
    guard count > lineCountMax else { return [] }
    return [
      file.violation(
        lineCountMax + 1,
        "The file has \(count) lines; more than \(lineCountMax) needs a reason. Move a topic to "
          + "'Type+Topic.swift', or give the reason in SizeRules.long.")
    ]
  }

  static func lineLength(_ file: SourceFile) -> [Violation] {
    file.lines.enumerated().compactMap { index, line in
      // Counting bytes is faster.
      guard line.utf8.count > columnCountMax, line.count > columnCountMax,
        !isLongString(line, code: file.code[index], file)
      else {
        return nil
      }
      return file.violation(
        index + 1, "The line has \(line.count) columns; the limit is \(columnCountMax). Break it.")
    }
  }

  /// Returns true if a line is long only because of a string: recorded answers in tests, and texts
  /// for people in hosts, stay in one piece.
  private static func isLongString(_ line: String, code: String, _ file: SourceFile) -> Bool {
    guard !file.path.hasPrefix("Sources/"), !line.contains(/^\s*\/\//) else { return false }
    return code.split(separator: " ").joined(separator: " ").count <= columnCountMax
  }

  static func fileName(_ file: SourceFile) -> [Violation] {
    let name = file.path.split(separator: "/").last.map(String.init) ?? ""
    let pattern = /^(?:.*\+)?(?:Helpers?|Utils?|Utilities|Extensions?|Misc|Common)\.swift$/
    guard name.contains(pattern) else { return [] }
    return [
      file.violation(1, "'\(name)' says nothing. Call it after its type or its topic.")
    ]
  }
}
