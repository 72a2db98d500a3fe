package import ActivityClient
import ActivityClientLive
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import VaultClient

/// The payments that accounts received, from the blocks that were scanned.
package struct IncomingPayments: Equatable, Sendable {
  /// The known payments, newest first.
  package var received: [ReceivedPayment] = []
  /// The blocks that were scanned without a gap; nil if there are none.
  package var blocks: ClosedRange<UInt64>?
  /// The reason the node could not be asked for newer payments; nil if it answered.
  package var failure: CommandFailure?
}

extension WalletSession {
  /// The maximum number of scans for one command, which cover about 200 blocks.
  private static let scanCountMax = 4

  /// Scans the newest blocks for incoming payments, and returns all that are known.
  ///
  /// - Parameters:
  ///   - account: The receiving account; nil for all that are known without the passcode.
  ///   - count: The maximum number of payments for each account.
  func incomingPayments(
    of account: Address?, count: Int
  ) async throws(CommandFailure) -> IncomingPayments {
    let known = (unlocked.accounts() ?? accountList.read() ?? []).map(\.address)
    let accounts = account.map { [$0] } ?? known
    var incoming = IncomingPayments()
    guard !accounts.isEmpty else { return incoming }
    let history = HistoryClient.live(records, node: node)
    do {
      try await node.requireChain(chainID)
      let question = ScanQuestion(
        chainID: chainID, accounts: accounts, newest: try await node.blockNumber())
      for _ in 1...Self.scanCountMax {
        incoming.blocks = try await history.scan(question).blocks
        if incoming.blocks?.upperBound == question.newest || question.newest == 0 { break }
      }
    } catch let failure as JournalFailure {
      throw FailureText.journal(failure)
    } catch {
      incoming.failure = FailureText.failure(NodeError.from(error))
    }
    do throws(JournalFailure) {
      for account in accounts {
        let lines = try await history.page(
          HistoryQuery(account: account, chainID: chainID, limit: count))
        for case .received(let received) in lines { incoming.received.append(received) }
      }
    } catch {
      throw FailureText.journal(error)
    }
    incoming.received.sort { $0.date > $1.date }
    return incoming
  }

  /// Reports which incoming payments may be missing.
  func tellLimits(of incoming: IncomingPayments, json: Bool) {
    if let failure = incoming.failure {
      terminal.writeNote(
        Phrase("Newer incoming payments were not looked for: \(failure.message).").text, json: json)
    } else if let blocks = incoming.blocks, blocks.lowerBound > 1 {
      let (first, last) = (blocks.lowerBound, blocks.upperBound)
      terminal.writeNote(
        Phrase("Incoming payments were looked for in the blocks \(first) to \(last).").text,
        json: json)
    }
  }
}
