import Foundation

/// Prints one table of all benchmarks, each with its ratio to its floor.
@main
enum BenchmarkTable {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: BenchmarkTable FOLDER-OF-EXPORTS\n".utf8))
      exit(64)
    }
    let measurements = try Measurement.all(in: URL(filePath: CommandLine.arguments[1]))
    guard !measurements.isEmpty else {
      FileHandle.standardError.write(Data("BenchmarkTable: the folder has no exports\n".utf8))
      exit(1)
    }
    print(table(of: measurements))
  }

  /// The table, with columns as wide as they need to be.
  static func table(of measurements: [Measurement]) -> String {
    let header = ["operation", "time", "floor", "", "ratio"]
    let rows = measurements.map { measurement in
      [
        measurement.name, time(measurement.operationPicoseconds), measurement.floorName,
        time(measurement.floorPicoseconds), String(format: "%.2f", measurement.ratio),
      ]
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([header] + rows).map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        // Names to the left, numbers to the right.
        return column == 0 || column == 2 ? text + padding : padding + text
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// A time with three digits and its unit.
  static func time(_ picoseconds: Double) -> String {
    var (value, unit) = (picoseconds, "ps")
    for larger in ["ns", "µs", "ms", "s"] where value >= 1_000 {
      (value, unit) = (value / 1_000, larger)
    }
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    return String(format: "%.\(digits)f ", value) + unit
  }
}
