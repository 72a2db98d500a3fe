import EthereumPrimitives
import NodeClient
import Testing

struct FeeHistoryTests {
  @Test func theMedianIsTakenOverBlocksWithTransactions() {
    let history = FeeHistory(
      oldestBlock: 1, baseFeesPerGas: [10, 9, 8, 7, 6, 5], gasUsedRatios: [0.5, 0, 0.1, 1, 0],
      rewards: [[3, 30], [0, 0], [1, 10], [2, 20], [0, 0]])
    #expect(history.nextBaseFeePerGas == 5)
    #expect(history.medianReward(at: 0) == 2)
    #expect(history.medianReward(at: 1) == 20)
    #expect(history.medianReward(at: 2) == nil)
  }

  @Test func ofTwoBlocksTheLowerTipIsTheMedian() {
    let history = FeeHistory(
      oldestBlock: 1, baseFeesPerGas: [1, 1, 1], gasUsedRatios: [0.5, 0.5], rewards: [[5], [3]])
    #expect(history.medianReward(at: 0) == 3)
  }

  @Test func emptyBlocksSayNothing() {
    let history = FeeHistory(
      oldestBlock: 1, baseFeesPerGas: [1, 1], gasUsedRatios: [0], rewards: [[0]])
    #expect(history.medianReward(at: 0) == nil)
    let nothing = FeeHistory(oldestBlock: 0, baseFeesPerGas: [], gasUsedRatios: [], rewards: [])
    #expect(nothing.nextBaseFeePerGas == nil)
    #expect(nothing.medianReward(at: 0) == nil)
  }
}
