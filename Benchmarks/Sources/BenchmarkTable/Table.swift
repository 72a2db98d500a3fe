import BenchmarkSupport
import Foundation

/// The rows as text.
struct Table {
  let rows: [Row]

  /// The table in Markdown, with columns as wide as necessary.
  var text: String {
    let header = [
      "operation", "size", "time", "floor", "ratio", "allocations", "instructions", "target", "",
    ]
    let cells = rows.map(Self.cells(of:))
    let widths = header.indices.map { column in
      ([header] + cells).map { $0[column].count }.max() ?? 0
    }
    let rule = header.indices.map { column in
      let dashes = String(repeating: "-", count: widths[column] + 1)
      return Self.isText(column) ? dashes + "-" : dashes + ":"
    }
    return
      ([line(header, widths)] + ["|" + rule.joined(separator: "|") + "|"]
      + cells.map { line($0, widths) }).joined(separator: "\n")
  }

  /// A sentence with the number of rows that reach their targets.
  var summary: String {
    let judged = rows.filter { $0.record.isMet != nil }
    let missed = judged.filter { $0.record.isMet == false }
    return "\(judged.count - missed.count) of \(judged.count) targets met."
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, text in
      let padding = String(repeating: " ", count: widths[column] - text.count)
      return Self.isText(column) ? text + padding : padding + text
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }

  /// Returns `true` for columns of text, which are aligned to the left; numbers are to the right.
  private static func isText(_ column: Int) -> Bool { [0, 1, 3, 7, 8].contains(column) }

  private static func cells(of row: Row) -> [String] {
    let record = row.record
    let floor = record.floorNanoseconds.flatMap { time in
      record.floor.map { "\($0): \(Self.time(time))" }
    }
    return [
      record.name, record.size,
      record.nanoseconds.map(time) ?? record.bytes.map { "\(Int($0.rounded())) B" } ?? "–",
      floor ?? "", record.ratio.map(short) ?? "",
      record.allocations.map(short) ?? "", row.instructions.map(grouped) ?? "",
      record.target?.text(floor: record.floor ?? "floors") ?? "",
      record.absence ?? record.isMet.map { $0 ? "met" : "MISSED" } ?? "",
    ]
  }

  /// Returns a time with three digits and its unit.
  static func time(_ nanoseconds: Double) -> String {
    var (value, unit) = (nanoseconds, "ns")
    for larger in ["µs", "ms", "s"] where value >= 1_000 {
      (value, unit) = (value / 1_000, larger)
    }
    return "\(short(value)) \(unit)"
  }

  /// Returns a number with three digits.
  static func short(_ value: Double) -> String {
    let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    // A number that rounds to zero is shown as zero, not as negative zero.
    let text = String(format: "%.\(digits)f", value)
    return Double(text) == 0 ? "0" : text
  }

  /// Returns a whole number with commas.
  static func grouped(_ value: Double) -> String {
    let digits = Array(String(Int(value.rounded())))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, digit != "-", digits[index - 1] != "-", (digits.count - index) % 3 == 0 {
        text += ","
      }
      text.append(digit)
    }
    return text
  }
}
