import Foundation
import Testing

/// Holds the parity table to what is promised, and to tests that are there.
struct ParityTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every name that a TCA author is promised to find, in the order of the design.
  private static let promised = """
    Reducer ReducerOf ReducerBuilder Reduce EmptyReducer CombineReducers Scope(state:action:) ifLet
    ifCaseLet forEach onChange(of:) BindingReducer BindableAction BindingAction dependency(_:_:)
    transformDependency(_:transform:) _printChanges() none send
    run(name:priority:operation:catch:) merge concatenate map cancellable(id:cancelInFlight:)
    cancel(id:) Store StoreOf scope StoreTask withState StackState StackAction StackElementID
    @Presents PresentationAction @Dependency(\\.dismiss) @Dependency(\\.isPresented) AlertState
    ConfirmationDialogState ButtonState TextState IdentifiedArray IdentifiedArrayOf
    IdentifiedAction IdentifiedActionOf CasePathable @CasePathable CaseKeyPath action[case:] is
    modify Optional Result DependencyKey TestDependencyKey DependencyValues @Dependency
    withDependencies @DependencyClient unimplemented continuousClock date uuid calendar locale
    timeZone withRandomNumberGenerator TestClock ImmediateClock TestStore TestStoreOf exhaustivity
    @Reducer @ObservableState @FlowCoordinator @Shared SharedReader SharedKey .inMemory .fileStorage
    .appStorage Task.never AsyncStream.finished LockIsolated UncheckedSendable AnyHashableSendable
    store.x BindableAction.set openURL
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// A row of the table.
  private struct Row {
    let names: String
    let state: String
    let tests: [(suite: String, test: String)]
  }

  private static func rows() throws -> [Row] {
    let table = try String(
      contentsOf: root.appending(path: "Documentation/parity.md"), encoding: .utf8)
    return table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count >= 2, cells[0] != "name", !cells[0].hasPrefix("---")
      else { return nil }
      let tests = cells.count < 3 ? [] : cells[2].matches(of: /`(\w+Tests)\.(\w+)`/)
      return Row(
        names: cells[0], state: cells[1], tests: tests.map { (String($0.1), String($0.2)) })
    }
  }

  /// The text of every file of the framework's tests.
  private static func sources() throws -> [String] {
    let folders = [
      "AllocationTests", "HeadraceTests", "HeadraceFlowTests", "HeadraceTestingTests",
      "HeadraceDocumentationTests", "HeadraceLoggingTests", "HeadraceTracingTests",
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
    let sources = try Self.sources()
    for (suite, test) in try Self.rows().flatMap(\.tests) {
      let declaration = /\bstruct (\w+)\b/
      #expect(
        sources.contains { source in
          source.matches(of: declaration).contains { $0.1 == suite }
            && source.contains(" func \(test)(")
        },
        "Documentation/parity.md: there is no test '\(suite).\(test)'.")
    }
  }

  @Test func everyRowIsThereAndNamesATest() throws {
    let rows = try Self.rows()
    #expect(rows.count > 50)
    for row in rows {
      // What is not there says what to write instead.
      let isExplained = row.state == "no" && row.names.contains("write `")
      #expect(row.state == "yes" || isExplained, "\(row.names)")
      #expect(!row.tests.isEmpty, "\(row.names)")
    }
  }

  @Test func everyNameThatIsPromisedHasARow() throws {
    // Names stand between backquotes, several in a cell, some with their parameters.
    let names = try Self.rows().flatMap { row in
      row.names.split(separator: "`").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for name in Self.promised {
      #expect(
        names.contains { $0 == name || $0.hasPrefix(name + " ") || $0.hasPrefix(name + ",") },
        "Documentation/parity.md: '\(name)' has no row.")
    }
  }
}
