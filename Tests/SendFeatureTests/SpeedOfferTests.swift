import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import Testing

@testable import SendFeature

/// The price and the time of each speed, estimated from the last blocks.
@Suite("Speed offers")
struct SpeedOfferTests {
  private static let gwei: UInt64 = 1_000_000_000

  /// Returns blocks with these tips in gwei at the percentiles 10, 50 and 90.
  private static func history(_ tips: [[UInt64]], baseFee: UInt64 = 10) -> FeeHistory {
    FeeHistory(
      oldestBlock: 100,
      baseFeesPerGas: Array(repeating: Wei(baseFee * gwei), count: tips.count + 1),
      gasUsedRatios: Array(repeating: 0.5, count: tips.count),
      rewards: tips.map { $0.map { Wei($0 * gwei) } })
  }

  @Test func aHigherTipCostsMoreAndWaitsForFewerBlocks() {
    let history = Self.history([[1, 2, 5], [2, 3, 6], [3, 4, 7], [4, 5, 8]])
    let offers = SpeedOffer.estimates(by: history, secondsPerBlock: 12)
    #expect(offers.map(\.speed) == FeeSpeed.allCases)
    #expect(offers.map(\.cost) == offers.map(\.cost).sorted())
    #expect(offers.map(\.blockCount) == offers.map(\.blockCount).sorted(by: >))
    #expect(offers.last?.blockCount == 1)
    #expect((offers.first?.blockCount ?? 0) > 1)
    for offer in offers { #expect(offer.seconds == offer.blockCount * 12) }
  }

  /// 21,000 gas at the base fee and the tip of the next block.
  @Test func thePriceIsThatOfTheNextBlock() throws {
    let offers = SpeedOffer.estimates(by: Self.history([[1, 2, 5]]), secondsPerBlock: nil)
    #expect(offers.map(\.cost) == [11, 12, 15].map { Wei($0 * 21_000 * Self.gwei) })
    #expect(offers.allSatisfy { $0.seconds == nil && $0.blockCount == 1 })
  }

  @Test func withoutFeesNothingIsOffered() {
    let none = FeeHistory(oldestBlock: 0, baseFeesPerGas: [], gasUsedRatios: [], rewards: [])
    #expect(SpeedOffer.estimates(by: none, secondsPerBlock: 12) == [])
    let empty = FeeHistory(
      oldestBlock: 0, baseFeesPerGas: [1, 1], gasUsedRatios: [0], rewards: [[0, 0, 0]])
    #expect(SpeedOffer.estimates(by: empty, secondsPerBlock: 12).allSatisfy { $0.blockCount == 1 })
  }

  /// Two numbers that a lying node may report.
  @Test func numbersBeyondAllBoundsAreLeftOut() {
    let history = FeeHistory(
      oldestBlock: .max, baseFeesPerGas: [Wei(UInt256.max)], gasUsedRatios: [0.5],
      rewards: [[1, 1, 1]])
    #expect(SpeedOffer.estimates(by: history, secondsPerBlock: 1) == [])
  }

  /// The times of two blocks may be any numbers, so the interval between them may be, too.
  @Test func aTimeBeyondAllBoundsIsLeftOut() {
    let history = Self.history([[1, 2, 5]])
    for time in [1.8e19, 2.05e18, 1e10, Double.greatestFiniteMagnitude, Double.infinity, -1.0] {
      let offers = SpeedOffer.estimates(by: history, secondsPerBlock: time)
      #expect(offers.map(\.speed) == FeeSpeed.allCases)
      #expect(offers.allSatisfy { $0.seconds == nil }, "\(time) s")
    }
  }

  @Test func theFormAsksWhenItAppears() async throws {
    let bench = SendBench()
    let store = TestStore(
      initialState: SendMoney.State(account: SendBench.account, chainID: SendBench.chainID)
    ) {
      SendMoney()
    } withDependencies: {
      $0.node = bench.live()
      $0.date = .constant(Date(timeIntervalSince1970: 1_800_000_000))
    }
    store.exhaustivity = .off
    await store.send(.view(.appeared))
    await store.receive(\.inner.balanceRead)
    await store.receive(\.inner.offersRead)
    let balance = try #require(store.state.balance)
    #expect(balance.balance > .zero)
    #expect(balance.isFresh(at: Date(timeIntervalSince1970: 1_800_000_029)))
    #expect(!balance.isFresh(at: Date(timeIntervalSince1970: 1_800_000_030)))
    // No block has a tip yet: the form showed no price at block 0.
    #expect(store.state.offers.map(\.speed) == FeeSpeed.allCases)
    #expect(store.state.offers.allSatisfy { $0.cost > .zero })
  }
}
