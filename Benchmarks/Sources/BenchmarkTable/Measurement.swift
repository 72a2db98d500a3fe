import Foundation

/// What one benchmark exported: the medians of its samples.
struct Measurement {
  /// `Subject.operation(size)`.
  let name: String
  /// What it stands beside.
  let floorName: String
  let operationPicoseconds: Double
  let floorPicoseconds: Double
  /// The median of the samples' own ratios.
  let ratio: Double

  /// Reads all measurements of a folder of exports, in the order in which files and entries stand.
  static func all(in folder: URL) throws -> [Measurement] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path > $1.path }
      .flatMap { file in
        try JSONDecoder().decode([Export].self, from: Data(contentsOf: file))
          .map { try Measurement($0) }
          .sorted { $0.name < $1.name }
      }
  }

  private init(_ export: Export) throws {
    let name = export.benchmark.split(separator: ".", maxSplits: 3).last.map(String.init) ?? ""
    let parts = name.replacing("_", with: " ").split(separator: " / ", maxSplits: 1)
    guard parts.count == 2 else { throw UnreadableExport(benchmark: export.benchmark) }
    self.name = String(parts[0])
    floorName = String(parts[1]).replacing(" ", with: "_")
    operationPicoseconds = try export.median(of: "operation (ps)")
    floorPicoseconds = try export.median(of: "floor (ps)")
    ratio = try export.median(of: "ratio (1/1000)") / 1_000
  }
}

/// One entry of the export in the form of JMH.
private struct Export: Decodable {
  struct Metric: Decodable {
    let scorePercentiles: [String: Double]
  }

  let benchmark: String
  let secondaryMetrics: [String: Metric]

  func median(of metric: String) throws -> Double {
    guard let median = secondaryMetrics[metric]?.scorePercentiles["50.0"] else {
      throw UnreadableExport(benchmark: benchmark)
    }
    return median
  }
}

/// An entry that no benchmark of ours has written.
struct UnreadableExport: Error, CustomStringConvertible {
  let benchmark: String

  var description: String {
    "'\(benchmark)' has no floor or no median. Register it with 'Benchmark.compare'."
  }
}
