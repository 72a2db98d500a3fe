import Foundation

/// The Swift files below a folder.
struct SwiftSources: Equatable, Sendable {
  /// The text of each file.
  var texts: [URL: String] = [:]

  /// Reads the files; a missing folder has none.
  init(below folder: URL) throws(OrderRefusal) {
    guard let names = FileManager.default.enumerator(atPath: folder.path) else { return }
    for case let name as String in names where name.hasSuffix(".swift") {
      let url = folder.appending(path: name)
      texts[url] = try Self.read(url)
    }
  }

  static func read(_ url: URL) throws(OrderRefusal) -> String {
    do {
      return try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw .file(path: url.path, reason: error.localizedDescription)
    }
  }

  /// Returns the file that declares a type with this name.
  func declaration(of type: String) -> (url: URL, text: String)? {
    let kinds = #"\b(?:struct|class|enum|actor|protocol|typealias)\s+"#
    let pattern = kinds + NSRegularExpression.escapedPattern(for: type) + #"\b"#
    let found = texts.filter {
      $0.value.withoutComments.range(of: pattern, options: .regularExpression) != nil
    }
    return found.min { $0.key.path < $1.key.path }.map { (url: $0.key, text: $0.value) }
  }
}

extension String {
  /// The text without comments after `//`.
  var withoutComments: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    }.joined(separator: "\n")
  }
}

/// An enum of screens in a Swift file.
enum ScreenList {
  /// Returns the text with another screen added after the last one.
  static func adding(
    _ screenCase: String, isPublic: Bool, to name: String, _ text: String, path: String
  ) throws(OrderRefusal) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { line in
      line.withoutComments.range(of: #"\benum\s+\#(name)\b"#, options: .regularExpression) != nil
    }
    guard let start else { throw .unreadableScreens(name, path: path) }
    guard isPublic || !lines[start].contains("public ") else {
      throw .screensArePublic(name, path: path)
    }
    var depth = 0
    var last: Int?
    for index in start..<lines.count {
      let code = lines[index].withoutComments
      let isScreen = code.range(of: #"^\s*(?:@\w+\s+)*case\s"#, options: .regularExpression) != nil
      if depth == 1, isScreen {
        last = index
        let own = screenCase.prefix { $0 != "(" }
        let words = code.split { " (".contains($0) }.joined(separator: " ") + " "
        guard !words.contains("\(own) ") else {
          throw .screenExists(String(own.dropFirst("case ".count)), path: path)
        }
      }
      depth += code.count { $0 == "{" } - code.count { $0 == "}" }
      if depth == 0, code.contains("}") { break }
    }
    guard let last else { throw .unreadableScreens(name, path: path) }
    let indentation = lines[last].prefix { $0 == " " || $0 == "\t" }
    lines.insert(indentation + screenCase, at: last + 1)
    return lines.joined(separator: "\n")
  }
}
