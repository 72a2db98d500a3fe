import Foundation

extension Compiler {
  /// The compiler's messages about several files, all checked in one run.
  struct Answers {
    /// The errors and warnings of each file as `line:column: error: text`, where line 1 is the
    /// first line of the file's own code.
    let byFile: [String: [String]]
    /// Everything that was printed.
    let text: String
    let isAccepted: Bool
  }

  /// Checks the types in several files in one run of the compiler.
  ///
  /// - Parameters:
  ///   - files: The code by the file's name.
  ///   - isWhole: True if the files are checked together, each in a namespace of its name.
  ///     Otherwise each is a primary file, as in a debug build.
  static func checkTypes(in files: [String: String], isWhole: Bool = true) throws -> Answers {
    let files = files.map { name, code in
      let code = isWhole ? "; enum \(name) {\n\(code)\n}" : "\n\(code)"
      return (name, "import Headrace; import HeadraceFlow; import HeadraceTesting\(code)\n")
    }
    return try checkWholeFiles(
      Dictionary(uniqueKeysWithValues: files), options: isWhole ? ["-wmo"] : [], firstLine: 2)
  }

  /// Type-checks several files that have their own imports, in one run of the compiler.
  ///
  /// - Parameters:
  ///   - files: The whole text of each file, by the file's name.
  ///   - options: More options for the compiler.
  ///   - firstLine: The line that is called line 1 in the answers.
  static func checkWholeFiles(
    _ files: [String: String], options: [String] = [], firstLine: Int = 1
  ) throws -> Answers {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-compile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: "\(name).swift"))
    }
    let paths = files.keys.sorted().map { folder.appending(path: "\($0).swift").path }
    let (isAccepted, text) = try run(
      ["-typecheck", "-parse-as-library"] + options + paths, in: folder)
    return Answers(
      byFile: answers(in: text, firstLine: firstLine), text: text, isAccepted: isAccepted)
  }

  private static func answers(in text: String, firstLine: Int) -> [String: [String]] {
    var answers: [String: [String]] = [:]
    // Made once: making it takes longer than a match.
    let pattern =
      /^\S*\/(\w+)\.swift:(\d+):(\d+): ((?:error|warning): .*?)(?: \(from macro .*\))?$/
    for line in text.split(separator: "\n") {
      guard let match = line.firstMatch(of: pattern), let number = Int(match.2) else {
        continue
      }
      let answer = "\(number - firstLine + 1):\(match.3): \(match.4)"
      if answers[String(match.1)]?.contains(answer) != true {
        answers[String(match.1), default: []].append(answer)
      }
    }
    return answers
  }
}
