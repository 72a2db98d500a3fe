package import EthereumPrimitives
package import Foundation
import Headrace
package import NodeClient
import VaultClient

/// An account's balance, and when the node reported it.
package struct KnownBalance: Codable, Equatable, Sendable {
  /// The balance.
  package let balance: Wei
  /// The time of the report.
  package let readAt: Date

  /// The age in seconds from which a balance is too old to reject an amount.
  package static let freshSecondsMax = 30.0

  /// Describes a balance.
  package init(balance: Wei, readAt: Date) {
    self.balance = balance
    self.readAt = readAt
  }

  /// Returns true if the balance is recent enough to be compared with a typed amount.
  package func isFresh(at now: Date) -> Bool {
    now.timeIntervalSince(readAt) < Self.freshSecondsMax
  }
}

/// The estimated price and waiting time of a plain payment at one speed, from the last blocks.
package struct SpeedOffer: Codable, Equatable, Sendable {
  /// The speed.
  package let speed: FeeSpeed
  /// The price of a payment to an account without code, at the fees of the next block.
  package let cost: Wei
  /// The number of blocks until one includes the payment.
  package let blockCount: Int
  /// The time that those blocks take; nil if the time between blocks is not known.
  package let seconds: Int?

  /// Describes an offer.
  package init(speed: FeeSpeed, cost: Wei, blockCount: Int, seconds: Int?) {
    self.speed = speed
    self.cost = cost
    self.blockCount = blockCount
    self.seconds = seconds
  }
}

// MARK: - Estimating

extension SpeedOffer {
  /// Estimates the price and the time of each speed.
  ///
  /// A tip would have been included in the last blocks whose 10th percentile is not higher; the
  /// fewer they are, the longer the payment waits.
  ///
  /// - Parameters:
  ///   - history: The fees of the last blocks, with the percentiles of the speeds.
  ///   - secondsPerBlock: The time between two blocks; nil if it is not known.
  ///   - recommendedTip: The node's recommendation, if the blocks have no tips; nil if not known.
  /// - Returns: An offer for each speed whose price is known.
  package static func estimates(
    by history: FeeHistory, secondsPerBlock: Double?, recommendedTip: Wei? = nil
  ) -> [SpeedOffer] {
    guard let baseFee = history.nextBaseFeePerGas else { return [] }
    return FeeSpeed.allCases.compactMap { speed in
      guard let tip = history.paidTip(of: speed) ?? recommendedTip else { return nil }
      do throws(AmountError) {
        let cost = try baseFee.adding(tip).cost(of: FeePolicy.plainGas)
        let blocks = blockCount(of: tip, in: history)
        return SpeedOffer(
          speed: speed, cost: cost, blockCount: blocks,
          seconds: secondsPerBlock.flatMap { seconds(of: blocks, each: $0) })
      } catch {
        return nil
      }
    }
  }

  /// The longest time that is shown: a year.
  private static let secondsMax = 31_536_000.0

  /// Returns the time that blocks take; nil if it exceeds the limit, as a node can report any
  /// times.
  private static func seconds(of blockCount: Int, each secondsPerBlock: Double) -> Int? {
    let seconds = (Double(blockCount) * secondsPerBlock).rounded(.up)
    guard seconds >= 0, seconds <= secondsMax else { return nil }
    return Int(seconds)
  }

  private static func blockCount(of tip: Wei, in history: FeeHistory) -> Int {
    let lowest = history.rewards.compactMap { $0.first }
    let taking = lowest.count { $0 <= tip }
    guard taking > 0 else { return max(1, lowest.count) }
    return (lowest.count + taking - 1) / taking
  }
}

// MARK: - Reading Balance and Fees for the Form

extension SendMoney {
  /// Asks for the account's balance and for the price of each speed.
  ///
  /// Without an answer, the known values are kept; the review asks again and reports the failure.
  func look(_ state: State) -> Effect<Action> {
    let (address, chainID) = (state.account.address, state.chainID)
    let balance = Effect<Action>.run { [node, date] send in
      try await node.requireChain(chainID)
      let balance = try await node.balance(of: address, at: .latest)
      await send(.inner(.balanceRead(KnownBalance(balance: balance, readAt: date.now))))
    } catch: { _, _ in
      // The review reports the failure.
    }
    let offers = Effect<Action>.run { [node] send in
      try await node.requireChain(chainID)
      let history = try await node.feeHistory(FeeHistoryQuery())
      let seconds = try await node.secondsPerBlock(in: history)
      // As for the review: a new chain has no blocks with tips.
      let isPaid = FeeSpeed.allCases.allSatisfy { history.paidTip(of: $0) != nil }
      var tip: Wei?
      if !isPaid {
        do {
          tip = try await node.maxPriorityFeePerGas()
        } catch is NodeError {
          // The speeds with known tips keep their prices.
        }
      }
      await send(
        .inner(
          .offersRead(
            SpeedOffer.estimates(
              by: history, secondsPerBlock: seconds, recommendedTip: tip))))
    } catch: { _, _ in
      // The review reports the failure.
    }
    return .merge(
      balance.cancellable(id: CancelID.balance, cancelInFlight: true),
      offers.cancellable(id: CancelID.offers, cancelInFlight: true))
  }
}

extension NodeClient {
  /// Returns the time between the blocks of a fee history; nil if it has only one.
  fileprivate func secondsPerBlock(in history: FeeHistory) async throws -> Double? {
    let count = history.gasUsedRatios.count
    guard count > 1 else { return nil }
    let (newest, overflows) = history.oldestBlock.addingReportingOverflow(UInt64(count) - 1)
    guard !overflows, let first = try await block(at: .number(history.oldestBlock)),
      let last = try await block(at: .number(newest)),
      last.timestampSeconds >= first.timestampSeconds
    else { return nil }
    return Double(last.timestampSeconds - first.timestampSeconds) / Double(count - 1)
  }
}
