import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theReadmeHasAtMostOneHundredSeventyLines() throws {
    let count =
      try Project.text(of: "README.md").split(
        separator: "\n", omittingEmptySubsequences: false
      ).count - 1
    #expect(count <= 170)
  }

  /// The code in the README compiles, because a file that compiles contains it.
  @Test func eachPassageOfSwiftInTheReadmeIsInAFileThatIsBuilt() throws {
    let paths = try Project.paths(below: "Examples") + Project.paths(below: "Tests/CounterTests")
    let texts = try paths.filter { $0.hasSuffix(".swift") }.map { path in
      Self.unindented(try Project.text(of: path))
    }
    let blocks = try Self.blocks(of: "swift")
    #expect(blocks.count >= 3)
    for block in blocks {
      let passage = Self.unindented(block)
      #expect(
        texts.contains { $0.contains(passage) },
        "README.md: this passage stands in no example and no test of one:\n\(block)")
    }
    #expect(blocks.first?.hasPrefix("@Reducer\nstruct Counter") == true)
  }

  /// Returns the lines of a text, each from its first letter on.
  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func theReadmeShowsWhatTheExamplePrints() throws {
    let program = try #require(Self.program(named: "Counter"))
    let output = try Command.run(program.path)
    #expect(output.status == 0)
    #expect(output.stderr == "")
    let blocks = try Self.blocks(of: "console")
    #expect(
      blocks.contains { $0 == "$ swift run Counter\n" + output.stdout },
      "README.md: show what it prints:\n\(output.stdout)")
  }

  @Test func everyFileThatADocumentLinksToIsThere() throws {
    var documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    documents += try Project.paths(below: "Documentation").filter { $0.hasSuffix(".md") }
    for document in documents {
      let folder = Project.root.appending(path: document).deletingLastPathComponent()
      for (index, line) in try Project.text(of: document).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        for match in line.matches(of: /\]\((?!https?:|#)([^)#]+)/) {
          let path = folder.appending(path: String(match.1)).path
          #expect(
            FileManager.default.fileExists(atPath: path),
            "\(document):\(index + 1): '\(match.1)' is not there.")
        }
      }
    }
  }

  @Test func everyDecisionNamesItsAlternatives() throws {
    let decisions = try Project.paths(below: "Documentation/decisions").filter {
      $0.hasSuffix(".md")
    }
    #expect(decisions.count >= 10)
    for (index, path) in decisions.enumerated() {
      let number = String(format: "%04d", index + 1)
      #expect(
        path.hasPrefix("Documentation/decisions/\(number)-"), "\(path): the next is \(number)")
      let parts = try Project.text(of: path).split(separator: "## Alternatives considered\n")
      #expect(parts.count == 2, "\(path): add a section 'Alternatives considered'.")
      #expect(
        (parts.last ?? "").contains(/\n- \*\*/), "\(path): name at least one alternative.")
    }
  }

  /// Returns the code blocks of the README in a language.
  private static func blocks(of language: String) throws -> [String] {
    try Project.text(of: "README.md").matches(of: /```(\w+)\n((?s).*?)```/)
      .filter { $0.1 == language }
      .map { String($0.2) }
  }

  /// Returns a program of the package, next to the tests.
  private static func program(named name: String) -> URL? {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let program = folder.appending(path: name)
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
  }
}
