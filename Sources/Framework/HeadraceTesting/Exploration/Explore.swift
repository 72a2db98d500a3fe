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
/// It chooses the next event: which task continues, which of several sleepers with the same
/// deadline wakes, and whether the test continues before effects have run. So `send(_:)` may return
/// before its effects begin, as in a program; use `finish()` or `receive(_:)` where the test needs
/// their results. A task can be interrupted only where it suspends.
///
/// The failing order is shrunk, within 2,000 runs, to as few reorderings as can be found, and
/// reported with a line that repeats it. The search is the same in each run of the test, on any
/// number of cores.
///
/// Orders run in parallel, and each has separate dependency values. The test must create everything
/// that it uses: a global variable, a file or a clock that is created outside is shared by all
/// orders.
///
/// The order of work outside of the test's executor can't be chosen: `Task.sleep`, the main actor,
/// threads, and code after a `Task.yield()` in an unstructured task. If such work resumes a task
/// that waits for it, this is reported, because the search is then incomplete.
///
/// - Parameters:
///   - strategy: The strategy for choosing orders.
///   - schedules: The maximum number of runs of the test; 1 or more. Except in an exhaustive
///     search, the second order runs twice, to check that it can be repeated.
///   - seed: The seed; another one leads to other orders.
///   - test: The test. Failures of `#expect` and of test stores, and thrown errors, fail the order.
///     It is nonisolated, and can't call `explore` or another function that explores.
/// - Returns: The extent of the search.
/// - Throws: `CancellationError` if the test was cancelled, for example by a time limit.
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
///   - workerCount: The number of orders that run at the same time. It does not affect the result.
///   - repeating: Returns the call that repeats a schedule.
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

/// Returns the reason why a search can't begin; `nil` if it can.
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
/// With it, a test double of a client can answer in several ways:
///
/// ```swift
/// $0.rates.latest = {
///   if anyOf(false, true) { throw URLError(.timedOut) }
///   return anyOf(2, 3)
/// }
/// ```
///
/// A failing run is shrunk towards first values, so the usual value should come first.
///
/// - Parameters:
///   - first: The usual value.
///   - others: The other values.
/// - Returns: One of them.
public func anyOf<Value>(_ first: Value, _ others: Value...) -> Value {
  let index = ScheduleRun.current?.choose(of: others.count + 1) ?? 0
  return index == 0 ? first : others[index - 1]
}

/// The extent of a search.
public struct ExplorationResult: Sendable, Equatable {
  /// The number of runs of the test, without shrinking.
  public let scheduleCount: Int
  /// True if every order of the work on the test's executor has run; only an
  /// exhaustive search can tell. With
  /// ``ExplorationStrategy/exhaustive(assumingPureReducers:)``, each order or an equivalent one has
  /// run.
  public let isExhaustive: Bool
  /// The failing order, for ``ExplorationStrategy/replay(_:)``; `nil` if none fails.
  public let failingSchedule: String?
}
