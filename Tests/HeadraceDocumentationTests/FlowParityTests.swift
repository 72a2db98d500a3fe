import Foundation
import Testing

/// Holds the table of flow's parity to what is promised, and to tests that are there.
struct FlowParityTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The operations of FlowStacks, TCACoordinators and TCAFlow 1.1 that an author looks for.
  private static let promised = """
    push presentSheet presentCover canPush canGoBack goBack goBackTo goBackToRoot goBackTo(index:)
    goBackTo(screen) pop popTo popToRoot popToCurrentNavigationRoot popTo(index:) popTo(screen)
    dismiss dismissAll goTo goTo(where:) [screenAt:] [safe:] replace(with:) Route.root
    SheetConfiguration .routeAction .updateRoutes IdentifiedRouterAction IdentifiedArray
    routeWithDelaysIfUnsupported RouteGuard checkRouteGuard @FlowCoordinator
    @FlowCoordinator(navigation: TabCoordinatorState DeepLinkParser RoutePersistence.save saveRoutes
    loadRoutes routeLogging RouteAnimation Safe… TCARouter
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private struct Row {
    let there: String
    let here: String
    let tests: [(suite: String, test: String?)]
  }

  private static func rows() throws -> [Row] {
    let table = try String(
      contentsOf: root.appending(path: "Documentation/flow-parity.md"), encoding: .utf8)
    return table.split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { line in
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3, cells[0] != "There", !cells[0].hasPrefix("---") else { return nil }
      let tests = cells[2].matches(of: /`(\w+)(?:\.(\w+))?`/)
      return Row(
        there: cells[0], here: cells[1],
        tests: tests.map { (String($0.1), $0.2.map(String.init)) })
    }
  }

  private static func sources() throws -> [String] {
    let folder = root.appending(path: "Tests")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func everyTestThatTheTableNamesIsThere() throws {
    let sources = try Self.sources()
    for (suite, test) in try Self.rows().flatMap(\.tests) {
      #expect(
        sources.contains { source in
          source.contains("struct \(suite) ")
            && (test.map { source.contains(" func \($0)(") } ?? true)
        },
        "Documentation/flow-parity.md: there is no test '\(suite)\(test.map { ".\($0)" } ?? "")'.")
    }
  }

  @Test func everyRowNamesATestOrSaysWhyThereIsNone() throws {
    let rows = try Self.rows()
    #expect(rows.count > 45)
    for row in rows {
      #expect(!row.tests.isEmpty || row.here.hasPrefix("not "), "\(row.there)")
    }
  }

  @Test func everyNameThatIsPromisedHasARow() throws {
    // Names stand between backquotes, several in a cell, some with their parameters.
    let names = try Self.rows().flatMap { row in
      row.there.split(separator: "`").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for name in Self.promised {
      #expect(
        names.contains { $0 == name || $0.hasPrefix(name + "(") || $0.hasPrefix(name + " ") },
        "Documentation/flow-parity.md: '\(name)' has no row.")
    }
  }
}
