import Foundation
import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

/// Compares the list of recipes with the files.
@Suite struct CookbookReadmeTests {
  /// A line of the list: `- [Name](Name.swift): what it teaches ([test](…/NameTests.swift))`.
  private struct Entry: Equatable {
    let name: String
    let file: String
    let test: String
  }

  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private var recipes: URL { root.appending(path: "Examples/Cookbook") }

  private func entries() throws -> [Entry] {
    let readme = try String(contentsOf: recipes.appending(path: "README.md"), encoding: .utf8)
    return readme.matches(
      of: #/- \[(\w+)\]\((\w+\.swift)\): .+ \(\[test\]\(\.\./\.\./(Tests/[\w/]+\.swift)\)\)/#
    ).map { Entry(name: String($0.1), file: String($0.2), test: String($0.3)) }
  }

  /// Returns the types whose first sentence states what they teach, by file.
  private func teachingFiles() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: recipes.path)
    return try names.filter { $0.hasSuffix(".swift") }.filter {
      let text = try String(contentsOf: recipes.appending(path: $0), encoding: .utf8)
      return text.contains("\n/// Teaches ")
    }
    .sorted()
  }

  @Test func everyRecipeIsListedOnceAndNothingElseIs() throws {
    let files = try entries().map(\.file)
    #expect(files.sorted() == (try teachingFiles()))
    #expect(files.count >= 20)
  }

  @Test func everyRecipeHasAnExhaustiveTest() throws {
    for entry in try entries() {
      #expect(entry.file == entry.name + ".swift")
      let path = root.appending(path: entry.test)
      let test = try String(contentsOf: path, encoding: .utf8)
      #expect(test.contains(entry.name), "\(entry.test) doesn't name \(entry.name).")
      #expect(test.contains("TestStore("), "\(entry.test) has no TestStore.")
      #expect(!test.contains("exhaustivity"), "\(entry.test) is not exhaustive.")
    }
  }

  /// Expects the README to have the feature's current graph.
  private func expectGraph<Action>(_ graph: StateGraph<Action>) throws {
    let readme = try String(contentsOf: recipes.appending(path: "README.md"), encoding: .utf8)
    #expect(graph.isComplete)
    let isShown = readme.contains("```mermaid\n" + graph.mermaid + "```")
    #expect(isShown, "\(graph.mermaid)")
  }

  @Test func theGraphOfADownload() async throws {
    try expectGraph(
      try await stateGraph(
        of: Download(), initialState: Download.State(),
        actions: { _ in [.startButtonTapped, .cancelButtonTapped] }, advances: [.seconds(1)],
        naming: { $0.isComplete ? "complete" : "\($0.percent) %" }))
  }

  @Test func theGraphOfACodeRequest() async throws {
    struct Unreachable: Error {}
    try expectGraph(
      try await stateGraph(
        of: CodeRequest(), initialState: CodeRequest.State(email: "blob@example.com"),
        actions: { _ in [.sendButtonTapped] },
        naming: { $0.hasFailed ? "failed" : "ready" }
      ) {
        $0.accounts.sendCode = { _ in if anyOf(false, true) { throw Unreachable() } }
      })
  }

  @Test func theGraphOfAKitchenTimer() async throws {
    try expectGraph(
      try await stateGraph(
        of: KitchenTimer(), initialState: KitchenTimer.State(),
        actions: { _ in [.dishTapped("Soup", minutes: 2), .stopButtonTapped] },
        advances: [.seconds(60)],
        naming: { $0.countdown.map { "\($0.minutesLeft) min" } ?? "off" }))
  }
}
