import Synchronization

@testable import WalletCLI

/// Runs many worlds, some in parallel; each runs on one thread.
final class WorldSurvey: Sendable {
  /// The results of the worlds.
  struct Findings {
    var worldCount = 0
    var commandCount = 0
    var gateCount = 0
    var killCount = 0
    var stopCount = 0
    /// The number of payments with each end, by its name.
    var endCounts: [String: Int] = [:]
    /// The worlds that violated an invariant, in the order of their seeds.
    var violations: [(plan: WorldPlan, violation: WorldViolation)] = []
  }

  private struct Progress {
    var seeds: Range<UInt64>
    var findings = Findings()
  }

  private let progress: Mutex<Progress>
  private let failureCountMax: Int

  init(seeds: Range<UInt64>, failureCountMax: Int) {
    progress = Mutex(Progress(seeds: seeds))
    self.failureCountMax = failureCountMax
  }

  /// Runs the worlds until all are done, or enough of them failed.
  func run(on threadCount: Int) async -> Findings {
    await withDiscardingTaskGroup { group in
      for _ in 0..<threadCount {
        group.addTask { while let plan = self.next() { self.note(WorldRun(plan)) } }
      }
    }
    var findings = progress.withLock { $0.findings }
    findings.violations.sort { $0.plan.seed < $1.plan.seed }
    return findings
  }

  private func next() -> WorldPlan? {
    let seed = progress.withLock { progress in
      progress.findings.violations.count < failureCountMax
        ? progress.seeds.popFirst() : nil
    }
    return seed.map { WorldPlan(seed: $0) }
  }

  private func note(_ run: WorldRun) {
    progress.withLock { progress in
      progress.findings.worldCount += 1
      progress.findings.commandCount += run.person.commandCount
      progress.findings.gateCount += run.world.gateCount
      progress.findings.killCount += run.world.killCount
      progress.findings.stopCount += run.world.stopCount
      for end in run.ends {
        progress.findings.endCounts[PaymentLineText.stateName(end), default: 0] += 1
      }
      if let violation = run.world.violation {
        progress.findings.violations.append((run.world.plan, violation))
      }
    }
  }
}
