import BenchmarkSupport
import Foundation
import HeadraceDurable

/// Measures durable stores: rows of the table on SQLite, or a load for `durable.sh`.
///
///     DurableBenchmarks time|instructions [PART-OF-A-NAME]
///     DurableBenchmarks prepare PATH|CONNECTION-STRING
///     DurableBenchmarks fill PATH ENTITIES
///     DurableBenchmarks load PATH|CONNECTION-STRING ENTITIES
///     DurableBenchmarks bare PATH
@main
enum DurableBenchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("prepare", let arguments):
      // Creates the tables.
      try await Load.runtime(journal(arguments[0])).stop()
    case ("fill", let arguments):
      let entityCount = Int(arguments[1]) ?? 1_000
      BareSQLite(path: arguments[0], entityCount: 0).run(BareSQLite.filling("note", entityCount))
    case ("load", let arguments):
      try await Load(journal: journal(arguments[0])).run(entityCount: Int(arguments[1]) ?? 1_000)
    case ("bare", let arguments):
      bare(arguments[0])
    default:
      Bench.run { try await DurableRows($0).measure() }
    }
  }

  private static func journal(_ text: String) throws -> DurableJournal {
    text.contains("=") ? try .postgres(text) : try .sqlite(path: text)
  }

  /// Prints the number of bare transactions that SQLite commits in a second.
  private static func bare(_ path: String) {
    let bare = BareSQLite(path: path)
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < .seconds(2) {
      bare.commit()
      count += 1
    }
    print("bare", Int(Double(count) / ((ContinuousClock.now - start) / .seconds(1))))
  }
}
