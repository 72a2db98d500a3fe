import Foundation
import Testing

/// The money path in simulated worlds, each drawn from one seed.
struct SendWorldTests {
  @Test func everyWorldKeepsTheInvariants() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HEADRACE_WORLDS"].flatMap { Int($0) } ?? 10_000
    let first = environment["HEADRACE_SEED"].flatMap { UInt64($0) } ?? 1
    let clock = ContinuousClock()
    let start = clock.now
    var failures = 0; var gates = 0; var steps = 0; var sends = 0; var cmds = 0
    for offset in 0..<UInt64(count) {
      let seed = first + offset
      let plan = WorldPlan(seed: seed)
      let run = WorldRun(plan)
      gates += run.world.gateCount; steps += run.world.stepCount; sends += run.world.signed.count;
      cmds += run.person.commandCount
      guard let violation = run.world.violation else { continue }
      failures += 1
      guard failures <= 8 else { continue }
      Issue.record("seed \(seed): \(violation.text)\n\(plan)")
      if failures == 1 {
        let told = WorldRun(plan, isTold: true)
        print(told.world.lines?.joined(separator: "\n") ?? "")
      }
    }
    print(
      "AVG gates \(gates / count) steps \(steps/count) signed/100 \(sends * 100 / count) commands/100 \(cmds*100/count)"
    )
    if failures > 0 { print("FAILURES \(failures)") }
    print("\(count) worlds from seed \(first) on in \(clock.now - start)")
  }

  @Test func anHonestWorldPays() {
    let plan = WorldPlan(seed: 1, chain: ChainPlan(), intents: [IntentPlan()])
    let run = WorldRun(plan, isTold: true)
    #expect(run.world.violation == nil)
    #expect(run.world.signed.count == 1)
    print(run.world.lines?.joined(separator: "\n") ?? "")
  }
}
