import Foundation

/// The instructions of one operation of each row, from the files that callgrind wrote.
struct Instructions {
  /// The results of each attempt, by row.
  private var counts: [String: [Int: Double]] = [:]

  /// Reads the dumps in a folder.
  ///
  /// callgrind writes the cause of each dump in a line, which identifies it: `desc: Trigger: Client
  /// Request: 3|2|1|512|send (1 reducer)` is the third attempt, with twice the count, to be added,
  /// 512 operations, and the row.
  init(in folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files where file.lastPathComponent.hasPrefix("callgrind.out") {
      try read(String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The instructions of one operation of a row, the median of the attempts.
  ///
  /// `nil` if they weren't counted.
  subscript(id: String) -> Double? {
    counts[id].map { attempts in attempts.values.sorted()[attempts.count / 2] }
  }

  private mutating func read(_ dump: String) {
    let mark = "desc: Trigger: Client Request: "
    let lines = dump.split(separator: "\n")
    guard let cause = lines.first(where: { $0.hasPrefix(mark) })?.dropFirst(mark.count),
      let totals = lines.first(where: { $0.hasPrefix("totals: ") })?.dropFirst("totals: ".count),
      let total = Double(totals.split(separator: " ")[0])
    else { return }
    let parts = cause.split(separator: "|", maxSplits: 4)
    guard parts.count == 5, let attempt = Int(parts[0]), let times = Int(parts[1]),
      let sign = Double(parts[2]), let count = Double(parts[3])
    else { return }
    // The part that is the same in both dumps belongs to neither.
    counts[String(parts[4]), default: [:]][attempt, default: 0] +=
      sign * (times == 2 ? total : -total) / count
  }
}
