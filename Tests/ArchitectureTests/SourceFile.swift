import Foundation

/// A Swift file of the project, with its code separated from its comments and strings.
struct SourceFile: Sendable {
  /// The path from the root of the project, such as `Sources/Framework/Headrace/Store.swift`.
  let path: String
  /// The lines as they are in the file.
  let lines: [String]
  /// The lines with comments and the contents of strings blanked out.
  let code: [String]
  /// The text of the file, and its code, in one piece.
  private let (wholeText, wholeCode): (String, String)

  init(path: String, text: String) {
    self.path = path
    (wholeText, wholeCode) = (text, CodeOnly.blank(text))
    lines = wholeText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = wholeCode.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }

  /// The number of lines, without the empty one after the last newline.
  var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

  func violation(_ line: Int, _ message: String) -> Violation {
    Violation(path: path, line: line, message: message)
  }

  /// Returns the lines of code that a pattern matches, from 1.
  ///
  /// - Parameter words: Each match has one of them. They are found much faster than a pattern.
  func linesOfCode(matching pattern: some RegexComponent, having words: String...) -> [Int] {
    let present = words.filter(wholeCode.has)
    guard !present.isEmpty else { return [] }
    return code.indices.filter { index in
      present.contains { code[index].has($0) } && code[index].contains(pattern)
    }.map { $0 + 1 }
  }

  /// Returns true if a word is anywhere in the file, including comments and strings.
  func has(_ word: String) -> Bool { wholeText.has(word) }

  /// Returns true if a word is anywhere in the code.
  func codeHas(_ word: String) -> Bool { wholeCode.has(word) }
}

extension String {
  /// Returns true if a word is in the text. The C library finds it much faster than `contains`.
  func has(_ word: String) -> Bool {
    withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}

/// The project's files.
enum Project {
  /// The root: two levels above this file's folder.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns all Swift files below some folders, sorted by path.
  static func swiftFiles(below folders: String...) throws -> [SourceFile] {
    try allSwiftFiles.get().filter { file in folders.contains { file.path.hasPrefix("\($0)/") } }
  }

  private static let allSwiftFiles = Result {
    try ["Sources", "Examples", "Tests"].flatMap { try paths(below: $0) }
      .filter { $0.hasSuffix(".swift") }
      .map { SourceFile(path: $0, text: try text(of: $0)) }
  }

  /// Returns all files below a folder, sorted, as paths from the root.
  static func paths(below folder: String) throws -> [String] {
    let subpaths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path)
    return
      subpaths
      .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .map { "\(folder)/\($0)" }
      .sorted()
  }
}
