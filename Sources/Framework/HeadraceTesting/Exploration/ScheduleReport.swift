import Headrace
import IssueReporting
import Testing

extension ScheduleSearch {
  /// Searches while keeping failures of the test from being reported, and describes the first
  /// failing schedule.
  func searchAndReport(
    _ strategy: ExplorationStrategy, schedules count: Int, seed: UInt64, workerCount: Int
  ) async -> (Outcome, report: String?) {
    await keepingFailures {
      var outcome = await search(
        strategy, schedules: count, seed: seed, workerCount: workerCount)
      guard let (number, found) = outcome.failure else { return (outcome, nil) }
      let again = await run(SchedulePlan(found.reorderings))
      let isRepeated = again.steps == found.steps && !again.failures.isEmpty
      let shortest = isRepeated ? await shrink(again) : again
      // The ordinary order has passed before.
      guard isRepeated, number == 1 || !shortest.reorderings.isEmpty else {
        outcome.isNondeterministic = true
        return (outcome, "The test fails:\n\n\(found.failures[0])")
      }
      outcome.failure = (number, shortest)
      let report = await report(of: shortest, number: number, of: count)
      return (outcome, report)
    }
  }

  /// Repeats a schedule.
  func replay(_ text: String) async -> (Outcome, report: String?) {
    guard let choices = ScheduleCode.choices(text) else {
      return (
        Outcome(),
        """
        "\(text)" is not a schedule. Expected the text of a report, such as \
        "\(ScheduleCode.text([4: 1, 9: 2]))".
        """
      )
    }
    return await keepingFailures {
      let record = await run(SchedulePlan(choices))
      var outcome = Outcome()
      outcome.add(record, number: 1)
      if outcome.failure != nil {
        return (outcome, await report(of: record, number: 1, of: 1))
      }
      if !record.chooser.isOffPlan, record.reorderings == choices { return (outcome, nil) }
      return (
        outcome,
        """
        The schedule "\(text)" does not fit this test, which has probably changed. Explore again.
        """
      )
    }
  }

  /// Runs code while failures of runs are noted in the runs instead of being reported.
  func keepingFailures<Result: Sendable>(
    _ body: @Sendable () async -> Result
  ) async -> Result {
    guard let test = Test.current else {
      return await withIssueReporters([RunReporter()], operation: body)
    }
    let result = LockIsolated<Result?>(nil)
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      guard let run = ScheduleRun.current else { return issue }
      if issue.isFailure { run.fail(Self.text(of: issue)) }
      return nil
    }
    do {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let value = await body()
        result.setValue(value)
      }
    } catch {
      preconditionFailure("The body of this scope does not throw: \(error)")
    }
    guard let value = result.value else { preconditionFailure("The scope did not run its body.") }
    return value
  }

  private static func text(of issue: Issue) -> String {
    var text = "\(issue)"
    if text.hasSuffix(" (error)") { text.removeLast(" (error)".count) }
    if case .unconditional = issue.kind {
      text = issue.comments.map(\.rawValue).joined(separator: "\n")
    }
    return issue.sourceLocation.map { "\($0.fileName):\($0.line): \(text)" } ?? text
  }

  /// The maximum number of reorderings in a report.
  private static let reorderingCountMax = 1_000

  /// Describes a failing schedule, beside a passing one with one reordering fewer.
  private func report(
    of record: ScheduleRun.Record, number: Int, of count: Int
  ) async -> String {
    let reorderings = record.reorderings
    // Once more, for the names of its actions. If that differs, the first failure counts.
    let failing = await run(SchedulePlan(reorderings), recordsActions: true)
    let isRepeated = failing.chooser.choices == record.chooser.choices
    let failure = (isRepeated ? failing.failures.first : nil) ?? record.failures[0]
    var text = "The test fails in order \(number) of \(count):\n\n\(failure)\n\n"
    guard let last = reorderings.keys.max() else {
      return text + "It fails in its ordinary order, too."
    }
    let schedule = ScheduleCode.text(reorderings)
    guard reorderings.count <= Self.reorderingCountMax else {
      if Test.current != nil { Attachment.record(schedule, named: "schedule.txt") }
      return text + """
        It needs \(reorderings.count) reorderings, too many to show. The attachment 'schedule.txt' \
        has its schedule. Orders are not fair: a task that yields until another one has done \
        something may wait for ever.
        """
    }
    var fewer = reorderings
    fewer[last] = nil
    let passing = await run(SchedulePlan(fewer), recordsActions: true)
    let isMinimal = passing.failures.isEmpty
    let columns = columns(isMinimal ? passing : nil, failing)
    // Without effects and actions, there is nothing to show.
    if let columns {
      if isMinimal {
        let count = reorderings.count
        text += "With \(count == 1 ? "no reordering" : "one reordering fewer") it passes:\n\n"
      }
      text += columns + "\n"
    }
    text += """
      To repeat it, write in the test:
        try await \(repeating(schedule))
      """
    if let columns, Test.current != nil { Attachment.record(columns, named: "schedule.txt") }
    return text
  }

  /// Shows a failing run, beside a passing one if there is one, and the lines that create their
  /// effects; `nil` if neither has an event.
  private func columns(
    _ passing: ScheduleRun.Record?, _ failing: ScheduleRun.Record
  ) -> String? {
    let repeatedTitles = failing.repeatedTitles.union(passing?.repeatedTitles ?? [])
    let reordered = failing.reorderedTasks.union(passing?.reorderedTasks ?? [])
    func lines(_ record: ScheduleRun.Record) -> [String] {
      record.lines(of: reordered, numbering: repeatedTitles)
    }
    let left = passing.map { ["passes"] + lines($0) } ?? []
    let right = ["fails"] + lines(failing)
    guard left.count > 1 || right.count > 1 else { return nil }
    let width = left.map(\.count).max() ?? 0
    var text = ""
    for index in 0..<max(left.count, right.count) {
      let first = index < left.count ? left[index] : ""
      let second = index < right.count ? " " + right[index] : ""
      text += "  " + first + String(repeating: " ", count: width - first.count)
      text += (left.isEmpty ? "" : "  |") + second + "\n"
    }
    let named = failing.effects.values.filter { $0.name != nil }
    let places = Set(named.map { "  \($0.title): \($0.place)\n" }).sorted()
    return text + (places.isEmpty ? "" : "\n" + places.joined())
  }
}

/// A reporter that notes failures outside of Swift Testing in the run that they belong to.
private struct RunReporter: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    guard severity == .error else { return }
    ScheduleRun.current?.fail("\(fileID):\(line): \(message() ?? "A failure")")
  }
}

extension ScheduleRun.EffectName {
  /// The file and line that created the effect.
  fileprivate var place: String {
    let file = "\(site.fileID)".split(separator: "/").last.map(String.init) ?? ""
    return "\(file):\(site.line)"
  }

  /// The name of the effect, or its file and line if it has none.
  fileprivate var title: String { name.map { "'\($0)'" } ?? place }
}

extension ScheduleRun.Record {
  /// Returns a description of a task, for a list of work that leaves the executor.
  func name(of task: Int) -> String {
    guard let effect = effects[task] else { return task == 0 ? "the test" : "a task of the test" }
    return effect.name == nil ? effect.place : "\(effect.title) \(effect.place)"
  }

  /// The titles that several tasks' effects have.
  fileprivate var repeatedTitles: Set<String> {
    Set(Dictionary(grouping: effects.values, by: \.title).filter { $0.value.count > 1 }.keys)
  }

  /// The tasks that others have overtaken, and those others.
  fileprivate var reorderedTasks: Set<Int> {
    Set(steps.flatMap { step in step.skipped.map { [$0, step.task] } ?? [] })
  }

  /// The lines of a column: one for each action, and one for each step of a reordered task that
  /// sends none.
  ///
  /// - Parameters:
  ///   - reordered: The tasks that are reordered, in this run or in the one beside it.
  ///   - repeatedTitles: The titles of effects that are numbered.
  fileprivate func lines(
    of reordered: Set<Int>, numbering repeatedTitles: Set<String>
  ) -> [String] {
    let senders = Set(steps.compactMap { $0.action == nil ? nil : $0.task })
    var lines: [(task: Int, action: String?)] = []
    for step in steps {
      if step.action != nil {
        lines.append((step.task, step.action))
      } else if reordered.contains(step.task), !senders.contains(step.task),
        lines.last?.task != step.task
      {
        lines.append((step.task, nil))
      }
    }
    return lines.map { line in
      var title = line.task == 0 ? "the test" : "task \(line.task)"
      if let effect = effects[line.task] {
        let tasks = effects.filter { $0.value.title == effect.title }.keys.sorted()
        let number = (tasks.firstIndex(of: line.task) ?? 0) + 1
        title = effect.title + (repeatedTitles.contains(effect.title) ? " \(number)" : "")
      }
      return title + (line.action.map { ": " + $0 } ?? " continues")
    }
  }
}

extension ScheduleSearch.Outcome {
  /// The reason why the search is incomplete; `nil` if it is complete.
  var reportOfGaps: String? {
    if !escapes.isEmpty {
      return """
        The search is incomplete: some of the test's work runs outside of the test's executor, so \
        its order can't be chosen.

        \(escapes.keys.sorted().map { "  \($0)\n" }.joined())
        Replace 'Task.sleep', the main actor and threads by dependencies, and override them in the \
        test: with a 'TestClock', and with clients that answer without leaving. In 'Task { }', \
        write 'await Task {}.value' instead of 'Task.yield()'.
        """
    }
    guard isNondeterministic else { return nil }
    return """
      The test is not deterministic: two runs in the same order differed, so orders can't be \
      searched or repeated.

      Control what else it depends on: the time, random numbers, global variables, and the order \
      of sets and dictionaries.
      """
  }
}
