import EthereumPrimitives
import Foundation
import Testing

/// The money path in simulated worlds, each drawn from one seed.
///
/// `HEADRACE_WORLDS` says how many, `HEADRACE_SEED` which comes first.
@Suite(.serialized)
struct SendWorldTests {
  /// So many worlds are run where nobody says how many.
  private static let worldCountDefault = 10_000
  /// On a slow machine fewer worlds are run where nobody says how many: the print tells how many.
  private static let timeMax = Duration.seconds(300)
  /// So many violations are enough.
  private static let failureCountMax = 5

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func everyWorldKeepsTheInvariants() async {
    let count = Self.number("HEADRACE_WORLDS") ?? UInt64(Self.worldCountDefault)
    let first = Self.number("HEADRACE_SEED") ?? 1
    let clock = ContinuousClock()
    let start = clock.now
    let isAsked = Self.number("HEADRACE_WORLDS") != nil
    let survey = WorldSurvey(
      seeds: first..<first + count, failureCountMax: Self.failureCountMax,
      within: isAsked ? .seconds(86_400) : Self.timeMax)
    let findings = await survey.run(on: ProcessInfo.processInfo.activeProcessorCount)
    for (plan, violation) in findings.violations { report(plan, violation) }
    print(
      "\(findings.worldCount) worlds from seed \(first) on: \(findings.commandCount) commands,"
        + " \(findings.gateCount) gates, \(findings.killCount) kills, ends"
        + " \(findings.endCounts.sorted { $0.key < $1.key }), \(clock.now - start)")
    guard findings.worldCount >= 1_000 else { return }
    for end in ["abandoned", "cancelled", "confirmed", "replaced"] {
      #expect(findings.endCounts[end, default: 0] > 0, "no payment of any world is \(end)")
    }
  }

  private func report(_ plan: WorldPlan, _ violation: WorldViolation) {
    let small = WorldShrinking.shrink(plan, violation)
    let told = WorldRun(small.plan, isTold: true).world.lines ?? []
    Issue.record(
      """
      seed \(plan.seed): \(violation.text)
      The smallest world in which it happens:
      \(small.plan.script)
      \(small.violation.text)
      \(told.joined(separator: "\n"))
      """)
  }

  // MARK: - Every Crash

  static let crashWorlds = [
    WorldPlan(seed: 1, chain: ChainPlan(), intents: [IntentPlan()]),
    WorldPlan(seed: 1, chain: ChainPlan(), intents: [IntentPlan(hasKey: false)]),
    WorldPlan(
      seed: 1, chain: ChainPlan(), intents: [IntentPlan()],
      faults: [FaultPlan(kind: .takesAndRefuses("gateway timeout"), startSeconds: 0, seconds: 60)]),
    WorldPlan(
      seed: 1, chain: ChainPlan(chainID: 1, blockSeconds: 4, finalityLag: 20),
      intents: [IntentPlan()]),
    WorldPlan(
      seed: 1, chain: ChainPlan(), intents: [IntentPlan(hasKey: false)],
      faults: [
        FaultPlan(kind: .takesAndRefuses("internal error"), startSeconds: 0, seconds: 60),
        FaultPlan(kind: .forgets(everywhere: true), startSeconds: 1, seconds: 1),
      ]),
  ]

  @Test(arguments: crashWorlds)
  func paymentIsKilledAtEveryGate(_ world: WorldPlan) {
    var gate = 0
    var kills = 1
    while kills > 0 {
      gate += 1
      var plan = world
      plan.crashes = [CrashPlan(command: 0, gate: gate)]
      let run = WorldRun(plan)
      kills = run.world.killCount
      if let violation = run.world.violation { return report(plan, violation) }
    }
    print("killed at each of \(gate - 1) gates")
    #expect(gate > 30)
  }

  // MARK: - Replaying

  @Test(arguments: [UInt64](1...20))
  func seedReplaysExactly(_ seed: UInt64) {
    let plan = WorldPlan(seed: seed)
    let first = WorldRun(plan, isTold: true).world
    let second = WorldRun(plan, isTold: true).world
    #expect(first.lines == second.lines)
    #expect(first.gateCount == second.gateCount)
  }

  /// Seeds that once failed, as simple worlds.
  ///
  /// 67: the finalized block of another chain's node settled a payment. 29, 157, 191: a late node
  /// knew no receipt, another one counted the nonce as spent, and the payment was told as replaced.
  /// 1506: a payment waited for ever for an earlier one that a reorganisation had taken away.
  /// 424, 1456: a node lied about the nonce to a wallet without payments; that one is delayed.
  static let seedsThatOnceFailed: [UInt64] = [29, 67, 157, 191, 424, 1_456, 1_506]

  @Test(arguments: seedsThatOnceFailed)
  func seedThatOnceFailedHolds(_ seed: UInt64) {
    let plan = WorldPlan(simple: seed)
    if let violation = WorldRun(plan).world.violation { report(plan, violation) }
  }

  /// 20753: a payment that another wallet had replaced long ago was never final. 50489: a replica
  /// of a longer chain made a block deep. 7217: a payment had the very bytes of one that was ended
  /// under a name, and could not be made. 9657: a reorganisation opened one again that another
  /// wallet had replaced.
  @Test(arguments: [7_217, 9_657, 20_753, 50_489] as [UInt64])
  func seedThatFailedLaterHolds(_ seed: UInt64) {
    let plan = WorldPlan(seed: seed)
    if let violation = WorldRun(plan).world.violation { report(plan, violation) }
  }

  // MARK: - Planted Defects

  /// So many worlds may pass before a planted defect shows.
  private static let plantedCountMax: UInt64 = 1_000

  @Test(arguments: WalletDefect.planted)
  func plantedDefectIsFound(_ defect: WalletDefect) {
    for seed in 1...Self.plantedCountMax {
      guard let found = WorldRun(WorldPlan(seed: seed), defect: defect).world.violation else {
        continue
      }
      print("| \(defect.name) | \(seed) | \(found.detail) |")
      return
    }
    Issue.record("'\(defect.name)' is not found in \(Self.plantedCountMax) worlds")
  }
}

extension WalletDefect: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension WorldPlan: CustomTestStringConvertible {
  var testDescription: String { script }
}
