package import EthereumPrimitives
package import Foundation
import Headrace
package import NodeClient
import VaultClient

/// What an account owned, and when the node said so.
package struct KnownBalance: Equatable, Sendable {
  /// How much.
  package let balance: Wei
  /// When.
  package let readAt: Date

  /// After so many seconds it is too old to refuse an amount by.
  package static let freshSecondsMax = 30.0

  /// Describes a balance.
  package init(balance: Wei, readAt: Date) {
    self.balance = balance
    self.readAt = readAt
  }

  /// Whether it can still be compared with an amount that is typed.
  package func isFresh(at now: Date) -> Bool {
    now.timeIntervalSince(readAt) < Self.freshSecondsMax
  }
}

/// What a plain payment costs at one speed, and how long it would wait: both are estimates from the
/// last blocks.
package struct SpeedOffer: Equatable, Sendable {
  /// The speed.
  package let speed: FeeSpeed
  /// What the gas of a payment without code costs at the prices of the next block.
  package let cost: Wei
  /// In how many blocks the payment would be in one.
  package let blockCount: Int
  /// How long those take; nil where the time between blocks is unknown.
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
  /// Estimates price and time of each speed.
  ///
  /// The tip of a speed would have been in those of the last blocks whose cheapest tenth paid no
  /// more; the rarer they are, the longer it waits.
  ///
  /// - Parameters:
  ///   - history: The fees of the last blocks, with the percentiles of the speeds.
  ///   - secondsPerBlock: The time between two of them; nil where that is unknown.
  /// - Returns: An offer for each speed whose price is known.
  package static func estimates(
    by history: FeeHistory, secondsPerBlock: Double?
  ) -> [SpeedOffer] {
    guard let baseFee = history.nextBaseFeePerGas else { return [] }
    return FeeSpeed.allCases.compactMap { speed in
      guard let tip = history.medianReward(at: speed.percentileIndex) else { return nil }
      do throws(AmountError) {
        let cost = try baseFee.adding(tip).cost(of: FeePolicy.plainGas)
        let blocks = blockCount(of: tip, in: history)
        return SpeedOffer(
          speed: speed, cost: cost, blockCount: blocks,
          seconds: secondsPerBlock.map { Int((Double(blocks) * $0).rounded(.up)) })
      } catch {
        return nil
      }
    }
  }

  private static func blockCount(of tip: Wei, in history: FeeHistory) -> Int {
    let lowest = history.rewards.compactMap { $0.first }
    let taking = lowest.count { $0 <= tip }
    guard taking > 0 else { return max(1, lowest.count) }
    return (lowest.count + taking - 1) / taking
  }
}

// MARK: - Looking Before a Payment Is Typed

extension SendMoney {
  /// Asks what the account owns, and what each speed costs.
  ///
  /// What the node does not answer stays as it was: the review asks again, and reports why.
  func look(_ state: State) -> Effect<Action> {
    let (address, chainID) = (state.account.address, state.chainID)
    let balance = Effect<Action>.run { [node, date] send in
      try await node.requireChain(chainID)
      let balance = try await node.balance(of: address, at: .latest)
      await send(.inner(.balanceRead(KnownBalance(balance: balance, readAt: date.now))))
    } catch: { _, _ in
      // The review reports what the node refuses.
    }
    let offers = Effect<Action>.run { [node] send in
      try await node.requireChain(chainID)
      let history = try await node.feeHistory(FeeHistoryQuery())
      let seconds = try await node.secondsPerBlock(in: history)
      await send(
        .inner(.offersRead(SpeedOffer.estimates(by: history, secondsPerBlock: seconds))))
    } catch: { _, _ in
      // The review reports what the node refuses.
    }
    return .merge(
      balance.cancellable(id: CancelID.balance, cancelInFlight: true),
      offers.cancellable(id: CancelID.offers, cancelInFlight: true))
  }
}

extension NodeClient {
  /// The time between the blocks of a fee history; nil where it has only one.
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
