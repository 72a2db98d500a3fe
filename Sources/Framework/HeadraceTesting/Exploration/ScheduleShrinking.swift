extension ScheduleSearch {
  /// The maximum numbers of runs and steps: more take longer than they save a reader.
  private static let runCountMax = 2_000
  private static let stepCountMax = 200_000

  /// Finds a failing run with as few reorderings as possible.
  ///
  /// All runs with one reordering are tried, then those with two, until the limit is reached. The
  /// result has only reorderings that can't be left out one by one.
  func shrink(_ failing: ScheduleRun.Record) async -> ScheduleRun.Record {
    var shrinking = Shrinking(search: self, best: failing)
    await shrinking.leaveOut()
    await shrinking.tryFew()
    return shrinking.best
  }

  private struct Shrinking {
    let search: ScheduleSearch
    private(set) var best: ScheduleRun.Record
    /// The reorderings of the best run.
    private var reorderings: ScheduleChoices
    private var runCount = 0
    private var stepCount = 0

    init(search: ScheduleSearch, best: ScheduleRun.Record) {
      (self.search, self.best, reorderings) = (search, best, best.reorderings)
    }

    /// Runs a schedule, and keeps the run if it fails with fewer reorderings.
    mutating func attempt(
      _ choices: ScheduleChoices
    ) async -> (record: ScheduleRun.Record, isBetter: Bool)? {
      guard runCount < ScheduleSearch.runCountMax, stepCount < ScheduleSearch.stepCountMax,
        !Task.isCancelled
      else { return nil }
      let record = await search.run(SchedulePlan(choices))
      runCount += 1
      stepCount += record.steps.count
      guard !record.failures.isEmpty else { return (record, false) }
      let found = record.reorderings
      guard (found.count, found.total) < (reorderings.count, reorderings.total) else {
        return (record, false)
      }
      (best, reorderings) = (record, found)
      return (record, true)
    }

    /// Leaves out reorderings, many at a time and then single ones, while the test fails.
    mutating func leaveOut() async {
      var size = reorderings.count
      while size > 0 {
        let count = reorderings.count
        var start = 0
        while start < reorderings.count {
          let positions = reorderings.keys.sorted()
          var rest = reorderings
          for position in positions[start..<min(start + size, positions.count)] {
            rest[position] = nil
          }
          guard let (_, isBetter) = await attempt(rest) else { return }
          if !isBetter { start += size }
        }
        // A reordering that can be left out may keep another one from being left out.
        if size > 1 || reorderings.count == count { size /= 2 }
      }
    }

    /// Tries one reordering, then two.
    mutating func tryFew() async {
      var waiting: [ScheduleChoices] = [[:]]
      while let base = waiting.first, reorderings.count > base.count + 1 {
        waiting.removeFirst()
        guard let (record, _) = await attempt(base) else { return }
        let first = (base.keys.max() ?? -1) + 1
        for (position, choice) in record.chooser.choices.enumerated().dropFirst(first) {
          for index in 1..<choice.count {
            var more = base
            more[position] = index
            guard let (_, isBetter) = await attempt(more) else { return }
            if isBetter { return }
            if base.isEmpty { waiting.append(more) }
          }
        }
      }
    }
  }
}

extension ScheduleChoices {
  fileprivate var total: Int { values.reduce(0, +) }
}
