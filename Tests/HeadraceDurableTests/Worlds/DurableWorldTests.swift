#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting
  import TestEffort
  import Testing

  /// The durable runtime in simulated worlds, each from a seed.
  ///
  /// Workers are killed, stalled and cut off from a database that fails and loses acknowledgements.
  /// `HEADRACE_WORLDS` sets the number of worlds, `HEADRACE_SEED` the first one. A single world is
  /// printed in full.
  @Suite struct DurableWorldTests {
    private static let failureCountMax = 3
    private static let defectSeedMax: UInt64 = 4_000

    fileprivate static func number(_ name: String) -> UInt64? {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func everyWorldKeepsTheInvariants() async {
      let count = Self.number("HEADRACE_WORLDS") ?? Effort.count(100)
      let first = Self.number("HEADRACE_SEED") ?? 1
      let survey = LockIsolated((next: first, failureCount: 0))
      await withTaskGroup { group in
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
          group.addTask {
            while let seed = Self.next(survey, before: first + count) {
              let failures = await DurableWorld.run(seed: seed)
              if failures.isEmpty { continue }
              // Immediately, for anyone who ends a long run.
              Issue.record("world \(seed): \(failures.joined(separator: "\n"))")
              survey.withValue { $0.failureCount += 1 }
            }
          }
        }
      }
      print("\(survey.value.next - first) worlds from seed \(first) on")
      guard count == 1 else { return }
      let lines = LockIsolated<[String]>([])
      _ = await DurableWorld.run(seed: first, telling: lines)
      print(lines.value.joined(separator: "\n"))
    }

    /// Returns the next seed; `nil` after the last one, and after too many failures.
    private static func next(
      _ survey: LockIsolated<(next: UInt64, failureCount: Int)>, before end: UInt64
    ) -> UInt64? {
      survey.withValue { survey in
        guard survey.next < end, survey.failureCount < failureCountMax else { return nil }
        defer { survey.next += 1 }
        return survey.next
      }
    }

    // It takes minutes.
    @Test(
      .enabled(if: Self.number("HEADRACE_DEFECTS") != nil, "Set HEADRACE_DEFECTS=1 to run it."),
      arguments: PlantedDefect.allCases)
    func plantedDefectsAreFound(_ defect: PlantedDefect) async {
      for seed in 1...Self.defectSeedMax {
        let failures = await DurableWorld.run(seed: seed, defect: defect)
        guard let failure = failures.first else { continue }
        print("\(defect): world \(seed): \(failure.prefix(140))")
        guard Self.number("HEADRACE_WORLDS") == 1 else { return }
        let lines = LockIsolated<[String]>([])
        _ = await DurableWorld.run(seed: seed, telling: lines, defect: defect)
        print(lines.value.joined(separator: "\n"))
        return
      }
      Issue.record("\(defect) is not found in \(Self.defectSeedMax) worlds")
    }

    @Test(arguments: [UInt64](1...Effort.count(10)))
    func seedRepeatsExactly(_ seed: UInt64) async {
      let (first, second) = (LockIsolated<[String]>([]), LockIsolated<[String]>([]))
      _ = await DurableWorld.run(seed: seed, telling: first)
      _ = await DurableWorld.run(seed: seed, telling: second)
      #expect(first.value == second.value)
    }
  }
#endif
