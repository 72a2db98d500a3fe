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
    for offset in 0..<UInt64(count) {
      let seed = first + offset
      let plan = WorldPlan(seed: seed)
      let run = WorldRun(plan)
      guard run.world.violation != nil else { continue }
      Issue.record("seed \(seed): \(run.world.violation?.text ?? "")\n\(plan)")
      let told = WorldRun(plan, isTold: true)
      print(told.world.lines?.joined(separator: "\n") ?? "")
      return
    }
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
