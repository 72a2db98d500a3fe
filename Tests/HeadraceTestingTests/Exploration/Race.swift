import Foundation
import Headrace
import HeadraceTesting
import TestEffort
import Testing

/// A test of a small feature that passes in its ordinary order, and fails in another one.
///
/// The test of its fixed version passes in each.
struct Race: Sendable, CustomTestStringConvertible {
  let name: String
  /// The test.
  let test: @Sendable (_ isFixed: Bool) async throws -> Void

  init(_ name: String, _ test: @escaping @Sendable (_ isFixed: Bool) async throws -> Void) {
    (self.name, self.test) = (name, test)
  }

  var testDescription: String { name }

  /// All races, in the order of Documentation/races.md.
  static var all: [Race] { suite + [safeStack] + field }

  /// True if everything is tried, as by `make explore`.
  static let isThorough = ProcessInfo.processInfo.environment["HEADRACE_RACES"] != nil

  /// The number of orders in which a fixed test must pass.
  static let fixedScheduleCount = isThorough ? 10_000 : Effort.count(1_000)

  /// Returns the failures of a test in another order, and the number of tried orders.
  func explore(
    _ strategy: ExplorationStrategy = .mixed, isFixed: Bool, schedules: Int, seed: UInt64 = 1
  ) async throws -> (result: ExplorationResult, failures: [String]) {
    let result = LockIsolated<ExplorationResult?>(nil)
    let failures = try await issues {
      result.setValue(
        try await HeadraceTesting.explore(strategy, schedules: schedules, seed: seed) {
          try await test(isFixed)
        })
    }
    return (try #require(result.value), failures)
  }
}
