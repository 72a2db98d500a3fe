import BenchmarkSupport
import Foundation

/// The limits of all rows; `thresholds.txt` explains the figures.
struct Thresholds {
  /// The limits of one row; `nil` for a quantity without a limit.
  struct Limits {
    var ratio: Double?
    var allocations: Double?
    var instructions: Double?
    var bytes: Double?
  }

  /// A line that can't be read.
  struct UnreadableLine: Error, CustomStringConvertible {
    let number: Int
    let text: String

    var description: String {
      """
      thresholds.txt:\(number): '\(text)' is not a row's name and then, each after '|', its ratio, \
      allocations, instructions and bytes, as numbers or '-'.
      """
    }
  }

  private var limits: [String: Limits] = [:]

  init(text: String) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let figures = parts.dropFirst().map { $0 == "-" ? Double.infinity : Double($0) }
      guard figures.count == 4, figures.allSatisfy({ $0 != nil }) else {
        throw UnreadableLine(number: index + 1, text: String(line))
      }
      let limited = figures.map { $0 == .infinity ? nil : $0 }
      limits[parts[0]] = Limits(
        ratio: limited[0], allocations: limited[1], instructions: limited[2], bytes: limited[3])
    }
  }

  /// Returns the failures of the rows, one sentence each; empty if there are none.
  ///
  /// - Parameter isWhole: Pass `true` if all rows were measured, so that an absent row is missing.
  func failures(of rows: [Row], isWhole: Bool) -> [String] {
    var failures: [String] = []
    for row in rows {
      let id = row.record.id
      guard let limits = limits[id] else {
        failures.append("\(id): thresholds.txt has no line for this row")
        continue
      }
      let figures = [
        ("ratio", row.record.ratio, limits.ratio),
        ("allocations", row.record.allocations, limits.allocations),
        ("instructions", row.instructions, limits.instructions),
        ("bytes", row.record.bytes, limits.bytes),
      ]
      for (name, figure, limit) in figures {
        guard let limit else { continue }
        if let figure, figure <= limit { continue }
        let found =
          figure.map { String(format: "%.2f", $0) } ?? row.record.absence ?? "not measured"
        failures.append("\(id): \(name) \(found), limit \(String(format: "%.2f", limit))")
      }
    }
    if isWhole {
      let known = Set(rows.map(\.record.id))
      failures += limits.keys.filter { !known.contains($0) }.sorted().map {
        "\($0): thresholds.txt has a line for this row, but it was not measured"
      }
    }
    return failures
  }

  /// Returns the lines of a new file, with room for noise above the measurements.
  static func lines(for rows: [Row]) -> String {
    let width = rows.map(\.record.id.count).max() ?? 0
    return rows.map { row in
      let record = row.record
      let isThreaded = record.steadiness == .threaded
      let figures = [
        record.ratio.map { $0 * (isThreaded ? 4 : 1.5) },
        record.allocations.map { isThreaded ? $0 * 1.5 + 1 : $0.rounded() + 0.1 },
        row.instructions.map { $0 * (record.steadiness == .exact ? 1.03 : 1.5) + 2 },
        record.bytes.map { $0 * 1.02 },
      ]
      let texts = figures.enumerated().map { index, figure in
        let text = figure.map { String(format: index < 2 ? "%.2f" : "%.0f", $0) } ?? "-"
        return String(repeating: " ", count: max(0, 9 - text.count)) + text
      }
      let padding = String(repeating: " ", count: width - record.id.count)
      return record.id + padding + " | " + texts.joined(separator: " | ")
    }.joined(separator: "\n")
  }
}
