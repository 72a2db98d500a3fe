import Foundation
import Headrace
import HeadraceTesting
import TestEffort
import Testing

/// Measures how soon each strategy finds each race; `make explore` writes it to
/// Documentation/races.md.
@Suite(.enabled(if: Race.isThorough))
struct RaceTableTests {
  private static let scheduleCountMax = 10_000
  private static let seeds: [UInt64] = [1, 2, 3, 4, 5]
  private static let strategies: [(name: String, strategy: ExplorationStrategy)] = [
    ("mixed", .mixed), ("random", .random), ("PCT 2", .pct()), ("PCT 3", .pct(depth: 3)),
    ("POS", .pos), ("SURW", .surw), ("feedback", .feedback),
  ]

  /// Returns the median of the schedules that were needed; `nil` if fewer than half of the searches
  /// found the race.
  private func median(
    _ race: Race, _ strategy: ExplorationStrategy
  ) async throws -> (count: Int?, schedule: String?) {
    var counts: [Int] = []
    var schedule: String?
    for seed in Self.seeds {
      let (result, _) = try await race.explore(
        strategy, isFixed: false, schedules: Self.scheduleCountMax, seed: seed)
      counts.append(result.failingSchedule == nil ? .max : result.scheduleCount)
      schedule = schedule ?? result.failingSchedule
    }
    let median = counts.sorted()[counts.count / 2]
    return (median == .max ? nil : median, schedule)
  }

  @Test func theTable() async throws {
    var rows: [String] = []
    var found: [String: [Int]] = [:]
    for race in Race.all {
      var cells: [String] = []
      var depth = ""
      for (name, strategy) in Self.strategies {
        let (count, schedule) = try await median(race, strategy)
        cells.append(count.map { "\($0)" } ?? "–")
        found[name, default: []].append(count ?? .max)
        let reorderings = schedule?.split(separator: ":").last?.split(separator: "-").count
        if depth.isEmpty, let reorderings { depth = "\(reorderings)" }
      }
      rows.append("| \(race.name) | \(depth) | \(cells.joined(separator: " | ")) |")
    }
    let names = Self.strategies.map(\.name)
    let sums = names.map { name in
      let counts = (found[name] ?? []).sorted()
      return "\(counts.count { $0 != .max }) of \(counts.count), \(counts[counts.count / 2])"
    }
    let table = """
      | race | reorderings | \(names.joined(separator: " | ")) |
      |---|---|\(names.map { _ in "---" }.joined(separator: "|"))|
      \(rows.joined(separator: "\n"))
      | **found, median** | | \(sums.joined(separator: " | ")) |

      """
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/races.md").standardized
    let document = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(document.range(of: "<!-- make explore -->\n")).upperBound
    try (document[..<start] + "\n" + table).write(to: file, atomically: true, encoding: .utf8)
  }
}
