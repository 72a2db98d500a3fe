import ActivityClient
import EthereumPrimitives
import Foundation
import Testing

@testable import WalletCLI

/// The steps of Home's chart are of time, not numbers of samples.
@Suite struct BalanceChartTests {
  private static func sample(_ wei: UInt64, hour: Double) -> BalanceSample {
    BalanceSample(
      balance: Wei(wei), blockNumber: 1,
      date: ScreenSample.now.addingTimeInterval(hour * 3_600))
  }

  /// Nine samples within the first hour of ten, and one at the end: the first hour takes a tenth of
  /// the chart, and in between the balance stays as it was.
  @Test func unevenDatesAreEvenSteps() {
    let early = (0..<9).map { Self.sample(UInt64($0 + 1), hour: Double($0) / 8) }
    let steps = (early + [Self.sample(100, hour: 10)]).balancesInEqualSteps()
    #expect(steps.first == 1)
    #expect(steps.last == 100)
    let held = steps.count { $0 == 9 }
    #expect((Double(held) / Double(steps.count) - 0.9).magnitude < 0.01, "\(held)")
    #expect(steps.count { $0 == 100 } == 1)
  }

  @Test func evenDatesShareTheChart() {
    let steps = (0..<4).map { Self.sample(UInt64($0), hour: Double($0)) }.balancesInEqualSteps()
    for wei: Wei in [0, 1, 2] {
      let share = Double(steps.count { $0 == wei }) / Double(steps.count)
      #expect((share - 1.0 / 3).magnitude < 0.01, "\(wei)")
    }
  }

  /// Samples of one moment have no time between them.
  @Test func samplesOfOneMomentStayAsTheyAre() {
    #expect([BalanceSample]().balancesInEqualSteps() == [])
    let samples = [Self.sample(1, hour: 0), Self.sample(2, hour: 0)]
    #expect(samples.balancesInEqualSteps() == [1, 2])
  }
}
