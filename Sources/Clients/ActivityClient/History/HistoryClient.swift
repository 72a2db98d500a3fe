package import EthereumPrimitives
package import Foundation
package import Headrace

/// The interface to an account's past: its payments, incoming payments, and balances.
///
/// Incoming payments and balances are claims of a node, kept beside the journal. No operation here
/// changes a payment, and no decision about one is based on them.
@DependencyClient
package struct HistoryClient: Sendable {
  /// Finds lines of an account's activity: unfinished payments, then others, each newest first;
  /// results are cached for a while, or until the wallet writes.
  package var page: @Sendable (HistoryQuery) async throws(JournalFailure) -> [ActivityLine] = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds an account's earlier balances, oldest first; the newest `BalanceSample.countMax` are
  /// kept.
  package var balances:
    @Sendable (_ account: Address, _ chainID: ChainID) async throws(JournalFailure)
      -> [BalanceSample] = { _, _ throws(JournalFailure) in throw .busy }

  /// Saves an account's balance.
  package var noteBalance:
    @Sendable (_ account: Address, _ chainID: ChainID, BalanceSample) async throws(JournalFailure)
      -> Void = { _, _, _ throws(JournalFailure) in throw .busy }

  /// Scans a limited number of new blocks for payments to the accounts.
  ///
  /// - Throws: `JournalFailure`, or the node's error. Earlier results are kept.
  package var scan: @Sendable (ScanQuestion) async throws -> ScanReport
}

/// An account's balance after a block.
package struct BalanceSample: Codable, Hashable, Sendable {
  /// The maximum number kept for an account on a chain.
  package static let countMax = 500

  /// The balance.
  package var balance: Wei
  /// The number of the block.
  package var blockNumber: UInt64
  /// The time of the node's answer, to the millisecond, as it is stored.
  package let date: Date

  /// Describes a balance.
  package init(balance: Wei, blockNumber: UInt64, date: Date) {
    self.balance = balance
    self.blockNumber = blockNumber
    self.date = Date(
      timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }
}

/// The accounts to look for in blocks.
package struct ScanQuestion: Hashable, Sendable {
  /// The chain.
  package var chainID: ChainID
  /// The wallet's own accounts.
  package var accounts: [Address]
  /// The newest block of the node.
  package var newest: UInt64

  /// Creates a request to scan for payments to accounts up to a block.
  package init(chainID: ChainID, accounts: [Address], newest: UInt64) {
    self.chainID = chainID
    self.accounts = accounts
    self.newest = newest
  }
}

/// The progress of scanning blocks.
package struct ScanReport: Codable, Hashable, Sendable {
  /// The blocks scanned so far without a gap; nil if there are none.
  package var blocks: ClosedRange<UInt64>?
  /// True if lines were added or removed.
  package var hasChanged: Bool

  /// Describes the progress of scanning.
  package init(blocks: ClosedRange<UInt64>? = nil, hasChanged: Bool = false) {
    self.blocks = blocks
    self.hasChanged = hasChanged
  }
}

extension HistoryClient: TestDependencyKey {
  /// A history that fails the test that uses it, naming the endpoint.
  package static let testValue = HistoryClient()
}

extension DependencyValues {
  /// The past of accounts.
  package var history: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
