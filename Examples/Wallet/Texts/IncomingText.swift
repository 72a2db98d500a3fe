import ActivityClient
import ActivityClientLive
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import VaultClient

/// Lines that describe incoming payments.
enum IncomingText {
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

  /// Formats the payment for a terminal; see ``PaymentLineText/block(_:isAsked:columns:at:)``.
  static func block(_ received: ReceivedPayment, columns: Int) -> String {
    [
      "\(PaymentLineText.date(received.date))  " + facts(received),
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
