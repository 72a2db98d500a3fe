import BenchmarkSupport
import Foundation

/// Prints the measurements as one table, or checks them against the thresholds.
///
/// The folder contains lines of records in `records`, and callgrind's dumps.
@main
enum BenchmarkTable {
  private enum Command: String {
    case table, thresholds, check, checkPart = "check-part"
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2, let command = Command(rawValue: arguments[0]),
      arguments.count == ([.check, .checkPart].contains(command) ? 3 : 2)
    else {
      fail("usage: BenchmarkTable table|thresholds FOLDER, or check|check-part FOLDER FILE", 64)
    }
    let rows = try rows(in: URL(filePath: arguments[1]))
    guard !rows.isEmpty else { fail("BenchmarkTable: nothing was measured.", 1) }
    switch command {
    case .table:
      let table = Table(rows: rows)
      print("\(table.text)\n\n\(table.summary)")
    case .thresholds:
      print(Thresholds.lines(for: rows))
    case .check, .checkPart:
      let text = try String(contentsOf: URL(filePath: arguments[2]), encoding: .utf8)
      let failures = try Thresholds(text: text).failures(of: rows, isWhole: command == .check)
      guard failures.isEmpty else {
        fail("\nPast their thresholds:\n" + failures.map { "  \($0)" }.joined(separator: "\n"), 1)
      }
      print("\nAll \(rows.count) rows are within their thresholds.")
    }
  }

  private static func rows(in folder: URL) throws -> [Row] {
    let instructions = try Instructions(in: folder)
    let lines = try String(contentsOf: folder.appending(path: "records"), encoding: .utf8)
    return try lines.split(separator: "\n").map { line in
      let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
      return Row(record: record, instructions: instructions[record.id])
    }
  }

  private static func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
