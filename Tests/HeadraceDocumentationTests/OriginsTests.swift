import Foundation
import Testing

/// Holds the table of origins to what the project is to carry over, and to files and tests that are
/// there.
struct OriginsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What each system brings; a row's part names it.
  private static let promised = [
    "VIP wallet": [
      "create", "import", "PIN", "history by pages", "cache", "receive", "settings", "Korean",
    ],
    "Passcode module": [
      "create", "verify", "change", "confirm", "dots", "keypad", "shake", "biometrics",
    ],
    "GitHub client": [
      "access and refresh tokens", "pages", "LRU cache", "coordinators that attach",
      "coordinators that finish",
    ],
    "TCA app": [
      "alerts with modes", "toasts", "sheets with heights", "sign-out", "erase dialog",
      "login required",
    ],
  ]

  /// Rows of which a whole suite or the comparison of all screens would show little: a test of each
  /// has the row as its name.
  private static let named = [
    "VIP wallet: receive", "Passcode module: dots",
    "GitHub client: child coordinators that attach",
    "GitHub client: child coordinators that finish",
  ]

  private struct Row {
    let system: String
    let part: String
    let files: [String]
    let tests: [(suite: String, test: String?)]
  }

  private static func rows() throws -> [Row] {
    let table = try String(
      contentsOf: root.appending(path: "Documentation/origins.md"), encoding: .utf8)
    return table.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { line in
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 4, cells[0] != "System", !cells[0].hasPrefix("---") else { return nil }
      return Row(
        system: cells[0], part: cells[1],
        files: cells[2].matches(of: /`([^`]+)`/).map { String($0.1) },
        tests: cells[3].matches(of: /`(\w+)(?:\.(\w+))?`/).map {
          (String($0.1), $0.2.map(String.init))
        })
    }
  }

  private static func sources() throws -> [String] {
    let folder = root.appending(path: "Tests")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func everythingThatIsPromisedHasARow() throws {
    let rows = try Self.rows()
    for (system, parts) in Self.promised {
      for part in parts {
        #expect(
          rows.contains { $0.system == system && $0.part.contains(part) },
          "Documentation/origins.md: '\(part)' of the \(system) has no row.")
      }
    }
  }

  @Test func theseRowsHaveATestOfTheirName() throws {
    let (rows, sources) = (try Self.rows(), try Self.sources())
    for name in Self.named {
      let row = try #require(rows.first { "\($0.system): \($0.part)".hasPrefix(name) })
      #expect(
        row.tests.contains { _, test in
          guard let test else { return false }
          return sources.contains { $0.contains("@Test(\"\(name)\")\n  func \(test)(") }
        }, "Documentation/origins.md: no test of '\(name)' has that name.")
      for file in row.files {
        #expect(file.hasSuffix(".swift") || file.hasSuffix(".strings"), "\(file) is no file.")
      }
    }
  }

  @Test func everyFileAndTestOfTheTableIsThere() throws {
    let (rows, sources) = (try Self.rows(), try Self.sources())
    #expect(rows.count > 30)
    for row in rows {
      #expect(!row.files.isEmpty && !row.tests.isEmpty, "\(row.system): \(row.part)")
      for file in row.files {
        #expect(
          FileManager.default.fileExists(atPath: Self.root.appending(path: file).path()),
          "Documentation/origins.md: there is no '\(file)'.")
      }
      for (suite, test) in row.tests {
        #expect(
          sources.contains { source in
            source.contains(try! Regex("struct \(suite)\\b"))
              && (test.map { source.contains(" func \($0)(") } ?? true)
          },
          "Documentation/origins.md: there is no test '\(suite)\(test.map { ".\($0)" } ?? "")'.")
      }
    }
  }
}
