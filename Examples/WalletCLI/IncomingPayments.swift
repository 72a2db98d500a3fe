package import ActivityClient
import ActivityClientLive
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import VaultClient

/// What accounts received, as far as blocks were looked through.
package struct IncomingPayments: Equatable, Sendable {
  /// What is known, the newest first.
  package var received: [ReceivedPayment] = []
  /// The blocks that were looked through without a gap; nil if none was.
  package var blocks: ClosedRange<UInt64>?
  /// Why the node could not be asked for more; nil if it was.
  package var failure: CommandFailure?
}

extension WalletSession {
  /// How often a command goes on through the blocks: together about 200 of them.
  private static let scanCountMax = 4

  /// Looks through the newest blocks for what accounts received, and gives all that is known.
  ///
  /// - Parameters:
  ///   - account: The account; nil for all that are known without the passcode.
  ///   - count: How many of each account at most.
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
      throw FailureTexts.journal(failure)
    } catch {
      incoming.failure = FailureTexts.failure(NodeError.from(error))
    }
    do throws(JournalFailure) {
      for account in accounts {
        let lines = try await history.page(
          HistoryQuery(account: account, chainID: chainID, limit: count))
        for case .received(let received) in lines { incoming.received.append(received) }
      }
    } catch {
      throw FailureTexts.journal(error)
    }
    incoming.received.sort { $0.date > $1.date }
    return incoming
  }

  /// Says what may be missing among the incoming payments.
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

/// An incoming payment as a line.
enum IncomingLines {
  static func text(_ received: ReceivedPayment, json: Bool) -> String {
    guard json else { return "\(received.transactionHash.hex)  " + facts(received) }
    return JSONText.object([
      ("hash", .text(received.transactionHash.hex)), ("direction", .text("incoming")),
      ("from", .text(received.from.checksummed)), ("to", .text(received.to.checksummed)),
      ("wei", .text(received.value.decimalText)), ("state", .text("received")),
      ("block", .number(received.blockNumber)),
      ("date", .text(received.date.formatted(.iso8601))),
    ])
  }

  /// The payment for people at a terminal; see ``PaymentLines/block(_:isAsked:columns:at:)``.
  static func block(_ received: ReceivedPayment, columns: Int) -> String {
    [
      "\(PaymentLines.date(received.date))  " + facts(received),
      "  " + received.transactionHash.hex,
    ]
    .map { LineFolding.fold($0, columns: columns, indent: 4) }.joined(separator: "\n")
  }

  private static func facts(_ received: ReceivedPayment) -> String {
    Phrase(
      "\(received.value.etherText) ETH from \(received.from.checksummed)  received in block \(received.blockNumber)"
    ).text
  }
}
