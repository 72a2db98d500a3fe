import Foundation
import Testing

/// Holds the parity table to tests that are there.
struct ParityTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The tests that the table names, as suite and test.
  private static func namedTests() throws -> [(suite: String, test: String)] {
    let table = try String(
      contentsOf: root.appending(path: "Documentation/parity.md"), encoding: .utf8)
    return table.matches(of: /`(\w+Tests)\.(\w+)`/).map { (String($0.1), String($0.2)) }
  }

  /// The text of every file of the framework's tests.
  private static func sources() throws -> [String] {
    let folders = [
      "HeadraceTests", "HeadraceTestingTests", "HeadraceDocumentationTests",
      "HeadraceLoggingTests", "HeadraceTracingTests",
    ]
    return try folders.flatMap { name in
      let folder = root.appending(path: "Tests/\(name)")
      let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return try (found?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
    }
  }

  @Test func everyTestThatTheTableNamesIsThere() throws {
    let named = try Self.namedTests()
    let sources = try Self.sources()
    #expect(named.count > 50)
    for (suite, test) in named {
      #expect(
        sources.contains { $0.contains("struct \(suite)") && $0.contains("func \(test)(") },
        "Documentation/parity.md: there is no test '\(suite).\(test)'.")
    }
  }
}
