import Foundation

/// The instructions of one operation of each row, from the files that callgrind wrote.
struct Instructions {
  private var counts: [String: Double] = [:]

  /// Reads the dumps in a folder.
  ///
  /// A dump says which it is in the line that callgrind writes of its cause:
  /// `desc: Trigger: Client Request: 2|1|512|send (1 reducer)`: twice the count, to be added, 512
  /// operations, and the row.
  init(in folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files where file.lastPathComponent.hasPrefix("callgrind.out") {
      try read(String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The instructions of one operation of a row; `nil` where they weren't counted.
  subscript(id: String) -> Double? { counts[id] }

  private mutating func read(_ dump: String) {
    let mark = "desc: Trigger: Client Request: "
    let lines = dump.split(separator: "\n", omittingEmptySubsequences: true)
    guard let cause = lines.first(where: { $0.hasPrefix(mark) })?.dropFirst(mark.count),
      let totals = lines.first(where: { $0.hasPrefix("totals: ") })?.dropFirst("totals: ".count),
      let total = Double(totals.split(separator: " ")[0])
    else { return }
    let parts = cause.split(separator: "|", maxSplits: 3)
    guard parts.count == 4, let times = Int(parts[0]), let sign = Double(parts[1]),
      let count = Double(parts[2])
    else { return }
    // What is the same in both dumps belongs to neither.
    counts[String(parts[3]), default: 0] += sign * (times == 2 ? total : -total) / count
  }
}
