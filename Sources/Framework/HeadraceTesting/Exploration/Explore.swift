package import Headrace
import IssueReporting
import Testing

/// Runs a whole test in many orders of its events, and fails with the first order that fails.
///
/// ```swift
/// @Test func aStaleAnswerNeverWins() async throws {
///   try await explore(schedules: 10_000) {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     store.exhaustivity = .off
///     await store.send(.queryChanged("a"))
///     await store.send(.queryChanged("ab"))
///     await store.finish()
///     #expect(store.state.results == ["ab"])
///   }
/// }
/// ```
///
/// It chooses what happens next: which task continues, which of several sleepers wakes that are due
/// together, and whether the test continues before effects have run. So `send(_:)` may return
/// before its effects begin, as in a program; use `finish()` or `receive(_:)` where the test needs
/// their results. A task can be interrupted only where it waits.
///
/// The failing order is shrunk, within 2,000 runs, to as few reorderings as can be found, and
/// reported with a line that repeats it. The search is the same in each run of the test, on any
/// number of cores.
///
/// Orders run in parallel, and each has dependency values of its own. The test makes all that it
/// uses: a global variable, a file or a clock that is made outside is shared by all of them.
///
/// The order of work outside of the test's executor can't be chosen: `Task.sleep`, the main actor,
/// threads, and what follows a `Task.yield()` in an unstructured task. When it comes back to a task
/// that waits for it, it is reported, because the search is then incomplete.
///
/// - Parameters:
///   - strategy: How the orders are chosen.
///   - schedules: How often the test runs at most; 1 or more. Except for
///     ``ExplorationStrategy/exhaustive``, the second order runs twice, to see that it can be
///     repeated.
///   - seed: Another seed gives other orders.
///   - test: The test. Failures of `#expect`, of test stores and thrown errors fail the order. It
///     runs in no isolation, and can't call `explore` or another function that explores.
/// - Returns: How much was tried.
/// - Throws: `CancellationError` if the test was cancelled, as by a time limit.
@discardableResult
public func explore(
  _ strategy: ExplorationStrategy = .mixed,
  schedules: Int = 1_000,
  seed: UInt64 = 1,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ test: @escaping @Sendable () async throws -> Void
) async throws -> ExplorationResult {
  try await explore(
    strategy, schedules: schedules, seed: seed,
    workerCount: processorCount,
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), test)
}

/// - Parameters:
///   - workerCount: How many orders run at the same time. The result is the same.
///   - repeating: The call that repeats a schedule.
package func explore(
  _ strategy: ExplorationStrategy, schedules: Int, seed: UInt64 = 1, workerCount: Int,
  at site: CallSite,
  repeating: @escaping @Sendable (_ schedule: String) -> String = {
    #"explore(.replay("\#($0)")) { … }"#
  },
  _ test: @escaping @Sendable () async throws -> Void
) async throws -> ExplorationResult {
  if let refusal = refusal(of: strategy, count: schedules) {
    recordFailure(refusal, at: site)
    return ExplorationResult(scheduleCount: 0, isExhaustive: false, failingSchedule: nil)
  }
  TakenTasks.installHook
  let search = ScheduleSearch(test, repeating: repeating)
  let (outcome, report) =
    if case .replay(let text) = strategy.kind {
      await search.replay(text)
    } else {
      await search.searchAndReport(
        strategy, schedules: schedules, seed: seed, workerCount: workerCount)
    }
  try Task.checkCancellation()
  if let report { recordFailure(report, at: site) }
  let gaps = outcome.reportOfGaps
  if let gaps { recordFailure(gaps, at: site) }
  return ExplorationResult(
    scheduleCount: outcome.scheduleCount, isExhaustive: outcome.isExhausted && gaps == nil,
    failingSchedule: outcome.failure.map { ScheduleCode.text($0.record.reorderings) })
}

/// Why a search can't begin; `nil` if it can.
func refusal(
  of strategy: ExplorationStrategy, count: Int, named name: String = "schedules",
  advances: [Duration] = []
) -> String? {
  if ScheduleRun.current != nil {
    return """
      'explore', 'check', 'checkLinearizability' and 'stateGraph' can't run inside of each other. \
      Move the inner call to a test of its own.
      """
  }
  if count < 1 { return "'\(name)' is \(count). Expected 1 or more." }
  if case .pct(let depth) = strategy.kind, depth < 1 {
    return "The depth of '.pct' is \(depth). Expected 1 or more."
  }
  if let advance = advances.first(where: { $0 <= .zero }) {
    return "'advances' contains \(advance). Expected more than 0 seconds."
  }
  return nil
}

/// Returns one of several values: chosen by the search inside `explore` and `check`, otherwise the
/// first.
///
/// A double of a client answers in any way with it:
///
/// ```swift
/// $0.rates.latest = {
///   if anyOf(false, true) { throw URLError(.timedOut) }
///   return anyOf(2, 3)
/// }
/// ```
///
/// A failing run is shrunk to first values, so the usual value comes first.
///
/// - Parameters:
///   - first: The usual value.
///   - others: The others.
/// - Returns: One of them.
public func anyOf<Value>(_ first: Value, _ others: Value...) -> Value {
  let index = ScheduleRun.current?.choose(of: others.count + 1) ?? 0
  return index == 0 ? first : others[index - 1]
}

/// How much a search has tried.
public struct ExplorationResult: Sendable, Equatable {
  /// How often the test has run, without shrinking.
  public let scheduleCount: Int
  /// Whether every order has run of the work that the test's executor runs; only
  /// ``ExplorationStrategy/exhaustive`` knows.
  public let isExhaustive: Bool
  /// The order that fails, for ``ExplorationStrategy/replay(_:)``; `nil` if none does.
  public let failingSchedule: String?
}
