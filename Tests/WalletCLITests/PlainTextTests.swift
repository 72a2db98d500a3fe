import ActivityClient
import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import Testing

@testable import WalletCLI

/// A node's text can't control the terminal that shows it.
@Suite struct PlainTextTests {
  @Test(arguments: [
    ("nonce too low: next nonce 5, tx nonce 4", "nonce too low: next nonce 5, tx nonce 4"),
    ("지갑이 잠겨 있습니다 — é 🦊", "지갑이 잠겨 있습니다 — é 🦊"),
    ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\nwallet: paid\r", "a\\u{a}wallet: paid\\u{d}"),
    ("\u{9B}2J\u{7F}\u{0}", "\\u{9b}2J\\u{7f}\\u{0}"), ("\u{202E}deined", "\\u{202e}deined"),
    ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
  ])
  func controlCharactersAreWrittenAsNumbers(text: String, expected: String) {
    #expect(PlainText.printable(text) == expected)
  }

  @Test func aNodesWordsAreOneSentenceOfTheRefusal() {
    let error = NodeError.refused(
      method: "eth_sendRawTransaction",
      RPCError(code: -32_000, message: "no\u{1B}[1A\u{1B}[2K\nwallet: paid"))
    let message = FailureText.failure(error).message
    #expect(message.contains("no\\u{1b}[1A\\u{1b}[2K\\u{a}wallet: paid"))
    #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func aNodesWordsAreOneLineOfTheActivity() {
    let payment = Payment(
      intent: PaymentIntent(chainID: 1, from: .zero, to: .zero, value: 1),
      transactions: [
        PaymentTransaction(
          nonce: 0, gasLimit: 21_000, maxFeePerGas: 1, maxPriorityFeePerGas: 1, hash: .zero,
          rawTransaction: [])
      ], recordedAt: Date(timeIntervalSince1970: 0), state: .broadcast,
      lastRefusal: NodeRefusal(code: -32_000, message: "no\n0x00  5 ETH"))
    #expect(
      PaymentLineText.stateText(payment)
        == "waiting for a block; a node refused it: no\\u{a}0x00  5 ETH")
  }

  @Test func jsonHoldsNoControlCharacter() {
    let text = JSONText.object([("a", .text("\u{1B}\u{7F}\u{9B}é\"\\"))])
    #expect(text == #"{"a":"\u001b\u007f\u009bé\"\\"}"#)
  }

  /// A program that shows the lines on a terminal would display the text reversed, or hide
  /// characters without width.
  @Test func jsonHoldsNoMarkThatCannotBeSeen() {
    let text = JSONText.object([
      ("a", .text("\u{202E}deined\u{2066}\u{200B}\u{2028}\u{E0001}🦊"))
    ])
    #expect(text == #"{"a":"\u202edeined\u2066\u200b\u2028\udb40\udc01🦊"}"#)
  }
}
