import ActivityClient
import EthereumPrimitives
import Foundation
import TestEffort
import Testing

/// Payments in simulated worlds, each drawn from one seed.
///
/// `HEADRACE_WORLDS` sets their number, `HEADRACE_SEED` the first seed. A single world is logged.
/// With `HEADRACE_SHORT`, as `make test` sets it, there are a tenth of the worlds and gates.
struct SendWorldTests {
  /// The number of worlds that are run by default.
  private static let worldCountDefault: UInt64 = 1_000
  /// The number of violations at which the run stops.
  private static let failureCountMax = 5

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func everyWorldKeepsTheInvariants() async {
    let count =
      Self.number("HEADRACE_WORLDS")
      ?? Effort.count(Self.worldCountDefault)
    let first = Self.number("HEADRACE_SEED") ?? 1
    let clock = ContinuousClock()
    let start = clock.now
    let survey = WorldSurvey(
      seeds: first..<first + count, failureCountMax: Self.failureCountMax)
    let findings = await survey.run(on: ProcessInfo.processInfo.activeProcessorCount)
    for (plan, violation) in findings.violations { report(plan, violation) }
    if count == 1 { tell(WorldPlan(seed: first)) }
    print(
      "\(findings.worldCount) worlds from seed \(first) on: \(findings.commandCount) commands,"
        + " \(findings.gateCount) gates, \(findings.killCount) kills,"
        + " \(findings.stopCount) stops, ends"
        + " \(findings.endCounts.sorted { $0.key < $1.key }), \(clock.now - start)")
    #expect(UInt64(findings.worldCount) == count || !findings.violations.isEmpty)
    // Fewer worlds may lack an end.
    guard count >= Self.worldCountDefault else { return }
    for end in ["abandoned", "cancelled", "confirmed", "replaced"] {
      #expect(findings.endCounts[end, default: 0] > 0, "no payment of any world is \(end)")
    }
  }

  /// Prints a world's plan and everything that happens in it.
  private func tell(_ plan: WorldPlan) {
    let lines = WorldRun(plan, isTold: true).world.lines ?? []
    print("\(plan.script)\n\(lines.joined(separator: "\n"))")
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
    WorldPlan(
      seed: 1, chain: ChainPlan(hasVerifier: true), intents: [IntentPlan(hasKey: false)]),
    WorldPlan(
      seed: 1, chain: ChainPlan(contract: 0), intents: [IntentPlan(isEverything: true)]),
    WorldPlan(
      seed: 1, chain: ChainPlan(blockSeconds: 30),
      intents: [IntentPlan(isNoWait: true, change: .cancel)]),
    WorldPlan(
      seed: 1, chain: ChainPlan(blockSeconds: 30, hasVerifier: true),
      intents: [IntentPlan(isNoWait: true, change: .speedUp)]),
  ]

  /// Kills or stops the process at each gate, also while a payment is being replaced.
  ///
  /// The short form tries every tenth gate, and each world begins at another one.
  @Test(arguments: crashWorlds, [false, true])
  func paymentIsKilledOrStoppedAtEveryGate(_ world: WorldPlan, isStop: Bool) {
    let index = Self.crashWorlds.firstIndex { $0.script == world.script } ?? 0
    let (first, step) = Effort.isShort ? ((2 * index + (isStop ? 1 : 0)) % 10 + 1, 10) : (1, 1)
    for command in 0...(world.intents[0].change == nil ? 0 : 1) {
      var gate = first - step
      var count = 1
      while count > 0 {
        gate += step
        var plan = world
        plan.crashes = [CrashPlan(command: command, gate: gate, isStop: isStop)]
        let run = WorldRun(plan)
        count = run.world.killCount + run.world.stopCount
        if let violation = run.world.violation { return report(plan, violation) }
      }
      let gates = step == 1 ? "each of \(gate - 1) gates" : "every tenth gate before \(gate)"
      print("\(isStop ? "told to stop" : "killed") at \(gates)")
      #expect(gate > 30)
    }
  }

  // MARK: - Memory

  /// Half a megabyte of each world once leaked: a process and its clients referred to each other,
  /// and so to everything else.
  @Test(arguments: [UInt64](1...Effort.count(60)))
  func nothingStaysOfAWorld(_ seed: UInt64) {
    weak var world: SendWorld?
    weak var process: WorldProcess?
    do {
      let run = WorldRun(WorldPlan(seed: seed))
      world = run.world
      let host = WorldHost(run.world)
      _ = host.openScreen()
      process = host.process
      host.process.end()
    }
    #expect(world == nil)
    #expect(process == nil)
  }

  // MARK: - Replaying

  @Test(arguments: [UInt64](1...Effort.count(20)))
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
  /// knew no receipt, another one counted the nonce as spent, and the payment was reported as
  /// replaced. 1506: a payment waited for ever for an earlier one that a reorganisation had
  /// removed. 424, 1456: a node lied about the nonce to a wallet without payments; that payment is
  /// delayed.
  static let seedsThatOnceFailed: [UInt64] = [29, 67, 157, 191, 424, 1_456, 1_506]

  @Test(arguments: seedsThatOnceFailed)
  func seedThatOnceFailedHolds(_ seed: UInt64) {
    let plan = WorldPlan(simple: seed)
    if let violation = WorldRun(plan).world.violation { report(plan, violation) }
  }

  /// Seeds that failed later, in full worlds.
  ///
  /// 20753: a payment that another wallet had replaced long ago was never final. 50489: a replica
  /// of a longer chain made a block deep. 7217: a payment had the same bytes as one that had ended
  /// under a name, and could not be made. 9657: a reorganisation reopened a payment that another
  /// wallet had replaced. 10003470, 10011382: an old payment behind a gap blocked the one that
  /// fills the gap. 10015237: another transaction got the nonce of one that a reorganisation had
  /// removed. 3007299: two nodes had no receipt yet of a transaction in a block, and it was
  /// reported as replaced. 3021220: a reorganisation forgot what another wallet had sent before;
  /// the next payment fills that gap, and none comes. 10002471: a node forged the receipt of a
  /// cancellation as failed, which an honest node contradicted.
  ///
  /// 10269304: each node had refused an earlier payment, a block had it, and after a reorganisation
  /// it counted as one that no node ever had. 10274757: a node of another chain counted a payment
  /// of everything as paid, and another one was signed. 10080269, 10140358, 10158265: a payment had
  /// the hash of an abandoned one; nothing was sent. 10090719: on a chain that finalizes
  /// immediately, a slow look found nothing final. 10205423: exit code 0 was right, and a forged
  /// receipt reopened the payment. 10160718, 10285438, 10302612: a person mistook a payment's
  /// second hash for another payment. 10080245, 10243786, 10328719, 10273975: a reorganisation was
  /// deeper than reported, and the person did not read the notice.
  static let seedsThatFailedLater: [UInt64] = [
    7_217, 9_657, 20_753, 50_489, 3_007_299, 3_021_220, 10_002_471, 10_003_470,
    10_011_382, 10_015_237, 10_080_245, 10_080_269, 10_090_719, 10_140_358, 10_158_265,
    10_160_718, 10_205_423, 10_243_786, 10_269_304, 10_273_975, 10_274_757, 10_285_438,
    10_302_612, 10_328_719,
  ]

  @Test(arguments: seedsThatFailedLater)
  func seedThatFailedLaterHolds(_ seed: UInt64) {
    let plan = WorldPlan(seed: seed)
    if let violation = WorldRun(plan).world.violation { report(plan, violation) }
  }

  // MARK: - Shrinking

  /// A smaller world fails in the same way: less happens in it, and nothing else goes wrong.
  @Test(
    arguments: Effort.cases([
      WalletDefect.noNoteBeforeBroadcast, .ceilingIgnored, .failureBelieved,
    ]))
  func aFailingWorldIsShrunk(_ defect: WalletDefect) throws {
    let found = (1...Self.plantedCountMax).lazy.compactMap { seed -> (WorldPlan, WorldViolation)? in
      let plan = WorldPlan(seed: seed)
      guard plan.partCount > 3 else { return nil }
      return WorldRun(plan, defect: defect).world.violation.map { (plan, $0) }
    }.first
    let (plan, violation) = try #require(found)
    let small = WorldShrinking.shrink(plan, violation, defect: defect)
    #expect(small.plan.partCount < plan.partCount)
    #expect(small.violation.invariant == violation.invariant)
    #expect(WorldRun(small.plan, defect: defect).world.violation == small.violation)
    // Nothing more can be removed.
    let smaller = small.plan.smaller.filter { candidate in
      WorldRun(candidate, defect: defect).world.violation?.invariant == violation.invariant
    }
    #expect(smaller.isEmpty)
  }

  // MARK: - Planted Defects

  /// A planted defect must be found within this many worlds.
  private static let plantedCountMax: UInt64 = 1_000

  /// The document names the first world that shows the defect; the short form runs that one alone.
  @Test(arguments: WalletDefect.planted)
  func plantedDefectIsFound(_ defect: WalletDefect) throws {
    let documented = try Self.documentedRows().compactMap { row -> UInt64? in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count > 1 && cells[0] == defect.name ? UInt64(cells[1]) : nil
    }
    for seed in Effort.isShort ? documented : Array(1...Self.plantedCountMax) {
      guard let found = WorldRun(WorldPlan(seed: seed), defect: defect).world.violation else {
        continue
      }
      let row = "| \(defect.name) | \(seed) | \(found.detail) |"
      print(row)
      #expect(try Self.documentedRows().contains(row), "the document has another row")
      return
    }
    let worlds = Effort.isShort ? "its world" : "\(Self.plantedCountMax) worlds"
    Issue.record("'\(defect.name)' is not found in \(worlds)")
  }

  /// Every row is about a planted defect.
  @Test func theDocumentHasARowForEachPlantedDefect() throws {
    let names = try Self.documentedRows().map { row in
      row.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) ?? ""
    }
    #expect(names.sorted() == WalletDefect.planted.map(\.name).sorted())
  }

  /// The rows of the table in the document about worlds.
  private static func documentedRows() throws -> [String] {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documentation/testing.md")
    let lines = try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
    let rows = lines.drop { $0 != "| defect | found by seed | as |" }.dropFirst(2)
    return rows.prefix { $0.hasPrefix("|") }.map(String.init)
  }
}

extension WalletDefect: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension WorldPlan: CustomTestStringConvertible {
  var testDescription: String { script }
}
