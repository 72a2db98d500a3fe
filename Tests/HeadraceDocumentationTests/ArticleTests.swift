import Foundation
import Testing

/// Checks that the articles' code compiles: each of their Swift blocks is in this target.
struct ArticleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  private static let catalogs = [
    "Headrace", "HeadraceFlow", "HeadraceTesting", "HeadraceLogging", "HeadraceTracing",
    "HeadraceJournal", "HeadraceInspector", "HeadraceDurable",
  ].map {
    root.appending(path: "Sources/Framework/\($0)/\($0).docc")
  }

  /// The files below a folder with an extension.
  private static func files(in folder: URL, ending suffix: String) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == suffix }
      .sorted { $0.path < $1.path }
  }

  static let articles = catalogs.flatMap { files(in: $0, ending: "md") }

  /// The lines of a text without their indentation.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private struct Block {
    let language: String
    let line: Int
    var lines: [String] = []
  }

  /// The fenced blocks of an article.
  private static func blocks(of article: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (index, line) in lines(of: article).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), line: index + 1)
        }
      } else {
        open?.lines.append(line)
      }
    }
    if let open { blocks.append(open) }
    return blocks
  }

  private static func contains(_ lines: [String], _ part: [String]) -> Bool {
    guard let first = part.first, lines.count >= part.count else { return false }
    return (0...(lines.count - part.count)).contains { index in
      lines[index] == first && lines[index...].starts(with: part)
    }
  }

  /// The lines of the target's sources, read once for all articles.
  private static let sources = Result {
    try files(in: folder, ending: "swift").map {
      lines(of: try String(contentsOf: $0, encoding: .utf8))
    }
  }

  @Test(arguments: articles)
  func everySwiftBlockCompiles(_ article: URL) throws {
    let sources = try Self.sources.get()
    for block in Self.blocks(of: try String(contentsOf: article, encoding: .utf8)) {
      let place = "\(article.lastPathComponent):\(block.line)"
      guard block.language == "swift" else {
        #expect(
          ["text", "console"].contains(block.language),
          "\(place): name the block's language: swift, text or console.")
        continue
      }
      #expect(
        sources.contains { Self.contains($0, block.lines) },
        "\(place): no file of HeadraceDocumentationTests has this block; add it, so it compiles.")
    }
  }

  /// A claim of the article, about the one kind of operator that needs a node.
  @Test func theWholeOfAnOperatorWithANodeHasFewerThanSixtyLines() throws {
    let article = try #require(
      Self.articles.first { $0.lastPathComponent == "WritingOperators.md" })
    let text = try String(contentsOf: article, encoding: .utf8)
    let block = try #require(
      Self.blocks(of: text).first { block in
        block.lines.contains { $0.contains("_makeNode(in") }
      })
    #expect(block.lines.count < 60)
    #expect(text.contains("This is the whole of it, in fewer than 60 lines:"))
  }

  @Test func thereAreArticlesToCheck() {
    let names = Set(Self.articles.map { $0.deletingPathExtension().lastPathComponent })
    let expected: Set = [
      "Headrace", "GettingStarted", "Composition", "EffectsAndCancellation", "Dependencies",
      "Presentation", "Observation", "TestingFeatures", "ConcurrencyAndIsolation", "Performance",
      "WritingOperators", "ComingFromTCA", "WhenTheCompilerDoesntHelp", "Instruments",
      "BuildingFlows", "OpeningLinks", "RestoringStacks", "AskingScreensForValues",
      "ShowingToasts", "HeadraceFlow", "HeadraceTesting", "HeadraceLogging", "HeadraceTracing",
      "HeadraceJournal", "HeadraceInspector", "HeadraceDurable", "Answers",
    ]
    #expect(expected.subtracting(names).isEmpty)
  }

  @Test func aBlockThatIsNotQuotedIsFound() {
    #expect(Self.contains(["a", "b", "c"], ["b", "c"]))
    #expect(!Self.contains(["a", "b", "c"], ["a", "c"]))
    #expect(!Self.contains(["a"], []))
    #expect(Self.blocks(of: "x\n```swift\n  let a = 1\n```\n").map(\.lines) == [["let a = 1"]])
  }
}
