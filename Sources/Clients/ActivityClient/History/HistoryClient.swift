package import EthereumPrimitives
package import Foundation
package import Headrace

/// What features may ask of an account's past: its payments, what it received, and what it owned.
///
/// What it received and owned is a node's statement, kept beside the journal. Nothing here changes
/// a payment, and no payment is decided by it.
@DependencyClient
package struct HistoryClient: Sendable {
  /// Finds lines of an account's activity: payments whose end is not known, then all others; each
  /// newest first. Results are cached for a while, until the wallet writes anything.
  package var page: @Sendable (HistoryQuery) async throws(JournalFailure) -> [ActivityLine] = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds what an account owned, oldest first; the newest `BalanceSample.countMax` are kept.
  package var balances:
    @Sendable (_ account: Address, _ chainID: ChainID) async throws(JournalFailure)
      -> [BalanceSample] = { _, _ throws(JournalFailure) in throw .busy }

  /// Keeps what an account owned.
  package var noteBalance:
    @Sendable (_ account: Address, _ chainID: ChainID, BalanceSample) async throws(JournalFailure)
      -> Void = { _, _, _ throws(JournalFailure) in throw .busy }

  /// Scans blocks that were not scanned yet for what accounts received, some at a time.
  ///
  /// - Throws: `JournalFailure`, or the node's error. Earlier results stay.
  package var scan: @Sendable (ScanQuestion) async throws -> ScanReport
}

/// What an account owned after a block.
package struct BalanceSample: Codable, Hashable, Sendable {
  /// How many of an account on a chain are kept.
  package static let countMax = 500

  /// How much.
  package var balance: Wei
  /// After which block.
  package var blockNumber: UInt64
  /// When the node said so, to the millisecond, as it is kept.
  package let date: Date

  /// Describes what an account owned.
  package init(balance: Wei, blockNumber: UInt64, date: Date) {
    self.balance = balance
    self.blockNumber = blockNumber
    self.date = Date(
      timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }
}

/// The accounts whose payments to look for in blocks.
package struct ScanQuestion: Hashable, Sendable {
  /// On which chain.
  package var chainID: ChainID
  /// The wallet's own accounts.
  package var accounts: [Address]
  /// The newest block of the node.
  package var newest: UInt64

  /// Asks for what accounts received up to a block.
  package init(chainID: ChainID, accounts: [Address], newest: UInt64) {
    self.chainID = chainID
    self.accounts = accounts
    self.newest = newest
  }
}

/// How far blocks were scanned.
package struct ScanReport: Codable, Hashable, Sendable {
  /// The blocks that were scanned without a gap so far; nil if none was.
  package var blocks: ClosedRange<UInt64>?
  /// Whether lines were added or removed.
  package var hasChanged: Bool

  /// Describes how far blocks were scanned.
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
  /// An account's past.
  package var history: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
