import Headrace
public import HeadraceTerminal

/// Fails the test if a grid doesn't show a text, and reports the rows that differ.
///
/// ```swift
/// expectScreen(
///   view.grid(Size(columns: 20, rows: 3)),
///   """
///   Home
///   1.5 ETH
///   """)
/// ```
///
/// Trailing spaces and empty rows at the end are ignored.
///
/// - Parameters:
///   - grid: The grid to check.
///   - expected: The expected text.
public func expectScreen(
  _ grid: Grid, _ expected: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  guard let difference = ScreenDifference(shown: grid.text, expected: expected) else { return }
  recordFailure(
    difference.description,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// The rows in which a screen differs from the expectation.
struct ScreenDifference: CustomStringConvertible {
  private let shown: [String]
  private let expected: [String]

  /// Compares two texts; `nil` if they are equal.
  init?(shown: String, expected: String) {
    self.shown = Self.rows(of: shown)
    self.expected = Self.rows(of: expected)
    if self.shown == self.expected { return nil }
  }

  private static func rows(of text: String) -> [String] {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  /// All rows: expected ones after `−`, and the rows shown instead after `+`.
  var description: String {
    var lines = ["The screen shows something else:", ""]
    for row in 0..<max(shown.count, expected.count) {
      let isShown = row < shown.count ? shown[row] : nil
      let isExpected = row < expected.count ? expected[row] : nil
      if isShown == isExpected {
        lines.append("  \(isShown ?? "")")
      } else {
        if let isExpected { lines.append("− \(isExpected)") }
        if let isShown { lines.append("+ \(isShown)") }
      }
    }
    return (lines + ["", "(Expected: −, shown: +)"]).joined(separator: "\n")
  }
}
