import Headrace

/// Calls a system from several tasks, and fails if the system is not linearizable.
///
/// It is not linearizable if the answers fit no sequential order of the calls.
///
/// ```swift
/// enum Call { case deposit(Int), withdraw(Int) }
///
/// try await checkLinearizability(
///   of: { Account(balance: 100) },
///   calls: [.withdraw(60), .deposit(10)],
///   model: 100
/// ) { account, call in
///   switch call {
///   case .deposit(let amount): await account.deposit(amount)
///   case .withdraw(let amount): await account.withdraw(amount)
///   }
/// } expecting: { balance, call in
///   switch call {
///   case .deposit(let amount):
///     balance += amount
///     return true
///   case .withdraw(let amount):
///     guard balance >= amount else { return false }
///     balance -= amount
///     return true
///   }
/// }
/// ```
///
/// Each run is explored as by `explore`: the calls, their order and the answers of ``anyOf(_:_:)``
/// are searched and shrunk together. A call takes effect at some moment between its start and its
/// return. So calls that overlap can take effect in either order, and calls that don't overlap only
/// in theirs (Herlihy and Wing, "Linearizability", 1990).
///
/// - Parameters:
///   - makeSystem: Creates the system of a run, in the state that `model` describes.
///   - calls: The calls to choose from, the simplest first; at least one.
///   - model: The model's initial state; a value without references.
///   - callers: The number of tasks that make calls at the same time; 2 to 5.
///   - length: The maximum number of calls by each task; 1 to 20.
///   - strategy: The strategy for choosing runs.
///   - schedules: The number of runs to try; 1 or more.
///   - seed: The seed; another one leads to other runs.
///   - perform: Makes a call. A call that may throw should return its error as part of its answer:
///     a thrown error fails the run.
///   - expectation: Applies a call to the model, and returns the expected answer.
/// - Returns: The extent of the search.
/// - Throws: `CancellationError` if the test was cancelled, for example by a time limit.
/// - Complexity: To judge a run, O(`callers` · (`length` + 1) ^ `callers`) calls of `expectation`
///   for each state that the model can have. A run that needs more than 100,000 calls and states
///   fails, because it can't be judged.
@discardableResult
public func checkLinearizability<System: Sendable, Call: Sendable, Model, Answer>(
  of makeSystem: @escaping @Sendable () async throws -> System,
  calls: [Call],
  model: Model,
  callers: Int = 2,
  length: Int = 3,
  strategy: ExplorationStrategy = .mixed,
  schedules: Int = 1_000,
  seed: UInt64 = 1,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ perform: @escaping @Sendable (_ system: System, _ call: Call) async throws -> Answer,
  expecting expectation: @escaping @Sendable (_ model: inout Model, _ call: Call) -> Answer
) async throws -> ExplorationResult
where Model: Hashable & Sendable, Answer: Equatable & Sendable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  for (name, value, range) in [("callers", callers, 2...5), ("length", length, 1...20)]
  where !range.contains(value) {
    recordFailure(
      "'\(name)' is \(value). Expected \(range.lowerBound) to \(range.upperBound).", at: site)
    return ExplorationResult(scheduleCount: 0, isExhaustive: false, failingSchedule: nil)
  }
  if calls.isEmpty {
    recordFailure("'calls' is empty. Expected at least one call.", at: site)
    return ExplorationResult(scheduleCount: 0, isExhaustive: false, failingSchedule: nil)
  }
  return try await explore(
    strategy, schedules: schedules, seed: seed, workerCount: processorCount, at: site,
    repeating: { #"checkLinearizability(…, strategy: .replay("\#($0)"))"# }
  ) {
    let system = try await makeSystem()
    let history = LockIsolated(CallHistory<Call, Answer>(callerCount: callers))
    // Choice 0 makes no call, so that shrinking removes a call.
    let programs = (0..<callers).map { _ in
      (0..<length).compactMap { _ in
        let choice = ScheduleRun.current?.choose(of: calls.count + 1) ?? 0
        return choice == 0 ? nil : calls[choice - 1]
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (caller, program) in programs.enumerated() {
        group.addTask {
          for call in program {
            let begin = history.withValue { $0.begin() }
            let answer = try await perform(system, call)
            history.withValue { $0.end(call, since: begin, with: answer, by: caller) }
          }
        }
      }
      try await group.waitForAll()
    }
    if let failure = history.value.failure(model, expectation) { recordFailure(failure, at: site) }
  }
}

/// The calls of several callers, in the order in which they began and returned.
package struct CallHistory<Call: Sendable, Answer: Equatable & Sendable>: Sendable {
  private struct Entry {
    let call: Call
    let begin: Int
    let end: Int
    let answer: Answer
  }

  /// The calls of each caller.
  private var callers: [[Entry]]
  /// The number of times that a call has begun or returned.
  private var time = 0

  package init(callerCount: Int) {
    callers = Array(repeating: [], count: callerCount)
  }

  /// Notes that a call begins, and returns its time.
  package mutating func begin() -> Int {
    defer { time += 1 }
    return time
  }

  /// Notes that a call returns.
  package mutating func end(
    _ call: Call, since begin: Int, with answer: Answer, by caller: Int
  ) {
    callers[caller].append(Entry(call: call, begin: begin, end: time, answer: answer))
    time += 1
  }

  /// The maximum number of positions to try.
  private static var positionCountMax: Int { 100_000 }

  /// Returns true if some sequential order of the calls gives the same answers; `nil` if there are
  /// too many to try.
  ///
  /// The search is that of Wing and Gong (1993). A state that was already reached is not tried
  /// again, as in Lowe (2017).
  package func isLinearizable<Model: Hashable>(
    _ model: Model, _ expectation: (inout Model, Call) -> Answer
  ) -> Bool? {
    var waiting = [CallPosition(counts: callers.map { _ in 0 }, model: model)]
    var seen = Set(waiting)
    while let position = waiting.popLast() {
      guard seen.count <= Self.positionCountMax else { return nil }
      let next = zip(callers, position.counts).map { $0.dropFirst($1).first }
      // A call that began after another one returned can't take effect before it.
      let firstEnd = next.compactMap { $0?.end }.min()
      guard let firstEnd else { return true }
      for (caller, entry) in next.enumerated() {
        guard let entry, entry.begin < firstEnd else { continue }
        var after = position
        after.counts[caller] += 1
        guard expectation(&after.model, entry.call) == entry.answer else { continue }
        if seen.insert(after).inserted { waiting.append(after) }
      }
    }
    return false
  }

  /// Returns the reason why the answers don't fit the model; `nil` if they do.
  func failure<Model: Hashable>(
    _ model: Model, _ expectation: (inout Model, Call) -> Answer
  ) -> String? {
    switch isLinearizable(model, expectation) {
    case true?: nil
    case false?: report
    case nil: reportOfLimit
    }
  }

  private var reportOfLimit: String {
    """
    The answers of \(callers.map(\.count).reduce(0, +)) calls can't be judged: more than \
    \(Self.positionCountMax) orders and states would have to be tried. Use fewer callers, shorter \
    programs, or a smaller model.
    """
  }

  private var report: String {
    var lines: [(time: Int, text: String)] = []
    for (caller, entries) in callers.enumerated() {
      for entry in entries {
        let call = "  caller \(caller + 1): \(entry.call)"
        // A call without interruption takes one line.
        if entry.end == entry.begin + 1 {
          lines.append((entry.begin, "\(call) returns \(entry.answer)"))
        } else {
          lines.append((entry.begin, call + " begins"))
          lines.append((entry.end, "\(call) returns \(entry.answer)"))
        }
      }
    }
    lines.sort { $0.time < $1.time }
    return """
      Not linearizable: no sequential order of these calls gives these answers.

      \(lines.map(\.text).joined(separator: "\n"))
      """
  }
}

/// The calls that have taken effect, and the model after them.
private struct CallPosition<Model: Hashable>: Hashable {
  /// The numbers of calls of each caller that have taken effect.
  var counts: [Int]
  var model: Model
}
