import ActivityClient
import Headrace
import SendFeature

extension WorldHost {
  /// The longest time that a repair of all payments of a world may take.
  private static let repairSecondsMax = 1_800

  /// Runs `wallet repair`; returns nil if it did not come to an end.
  func repair() -> RepairReport? {
    defer { process.end() }
    let core = process.makeCore(
      RepairPayments.State(chainID: world.plan.chain.chainID), RepairPayments())
    process.send(.view(.started), to: core)
    let end = process.wait(Self.repairSecondsMax) {
      switch core.state.phase {
      case .idle, .running: false
      case .done, .failed: true
      }
    }
    world.require(.waitsEnd, end == .done, "a repair took longer than \(Self.repairSecondsMax) s")
    guard case .done(let report) = core.state.phase else { return nil }
    for payment in report.reopened { process.tell(payment.id, isNews: true) }
    world.log("repair: \(report.standing.count) stand, \(report.reopened.count) reopened")
    return report
  }
}
