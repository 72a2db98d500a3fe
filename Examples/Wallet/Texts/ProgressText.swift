import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature

/// Texts about the progress of a payment without an end.
enum ProgressText {
  /// Returns the text for the event that a payment waits for.
  ///
  /// - Parameters:
  ///   - progress: The known progress; `nil` before the first look.
  ///   - node: The node's name in sentences.
  ///   - seconds: The time for which the node has not answered.
  static func text(
    _ progress: PaymentProgress?, node: String = Phrase("the node").text,
    failing seconds: Int = 0
  ) -> String {
    phrase(progress, node: node, failing: seconds).text
  }

  /// Returns the reason a payment has no end yet, if nothing more is done about it.
  static func reason(_ progress: PaymentProgress?, node: String) -> String {
    let phrase: Phrase =
      switch progress {
      case nil, .handingOver?: "\(node) may not have it"
      case .nodeFailing(let error)?: "waiting for \(node) (\(failure(error).text))"
      case .verifierFailing(let error)?: "waiting for the second node (\(failure(error).text))"
      case .nodeInconsistent?: "\(node) contradicts itself"
      case .chainMoving?: "the chain's newest block changed in the meantime"
      case .refused(let refusal)?:
        "\(node) does not accept the payment (\(PlainText.printable(refusal.message)))"
      case .waitingForBlock?, .underpriced?, .waitingForLong?, .waitingForEarlier?, .inBlock?,
        .nonceSpent?, .failureUnproved?, .nodeBehind?, .forgotten?, .journalBusy?,
        .verifierDisagreeing?:
        self.phrase(progress, node: node, failing: 0)
      }
    return phrase.text
  }

  private static func phrase(
    _ progress: PaymentProgress?, node: String, failing seconds: Int
  ) -> Phrase {
    if Speech.isInApp, let phrase = inApp(progress) { return phrase }
    return switch progress {
    case nil, .handingOver?: "sending the payment to \(node)"
    case .waitingForBlock?: "waiting for a block that has the payment"
    case .underpriced(let baseFee, let ceiling)?:
      "stuck: gas costs \(baseFee.gweiText) gwei now, the signed limit is \(ceiling.gweiText) gwei;"
        + " waiting for it to fall (or see 'wallet speed-up')"
    case .waitingForLong(let count)?:
      "stuck: \(count) blocks passed without the payment; still waiting (or see 'wallet speed-up')"
    case .waitingForEarlier(let nonce)?:
      "waiting for the account's earlier nonces, from \(nonce) on: earlier payments have them (see"
        + " 'wallet activity'), or the next one gets them"
    case .inBlock(let number, let depth, let needed)?: "in block \(number), \(depth) of \(needed)"
    case .nonceSpent(let needed)?:
      "\(node) counts the payment's nonce as used; waiting for the transaction that used it, at depth \(needed)"
        + " (or see --verify-rpc-url, or an archive node)"
    case .failureUnproved?:
      "\(node) reports that the payment failed; waiting until a second node confirms it"
        + " (see --verify-rpc-url)"
    case .nodeBehind(let head, let needed)?:
      "waiting for \(node), which is at block \(head) and must come to \(needed) (or see 'wallet repair')"
    case .nodeFailing(let error)?:
      "waiting for \(node) (\(failure(error).text) for \(seconds) s)"
    case .nodeInconsistent?: "\(node) contradicts itself; asking it again"
    case .chainMoving?: "the chain's newest block changed in the meantime; looking again"
    case .refused(let refusal)?:
      "\(node) does not accept the payment (\(PlainText.printable(refusal.message))); offering it again"
    case .forgotten?:
      "no node has the payment any more; 'wallet wait' sends it again, 'wallet cancel' cancels it"
    case .journalBusy?: "waiting for another wallet, which is writing"
    case .verifierFailing(let error)?:
      "waiting for the second node (\(failure(error).text) for \(seconds) s)"
    case .verifierDisagreeing?: "waiting until the second node agrees"
    }
  }

  /// Returns the texts that name a key or a place on a screen instead of a command.
  private static func inApp(_ progress: PaymentProgress?) -> Phrase? {
    switch progress {
    case .underpriced(let baseFee, let ceiling)?:
      "stuck: gas costs \(baseFee.gweiText) gwei now, the signed limit is \(ceiling.gweiText) gwei;"
        + " waiting for it to fall (or press f on its line in the activity)"
    case .waitingForLong(let count)?:
      "stuck: \(count) blocks passed without the payment; still waiting (or press f on its line in the"
        + " activity)"
    case .waitingForEarlier(let nonce)?:
      "waiting for the account's earlier nonces, from \(nonce) on: earlier payments have them (see"
        + " the activity), or the next one gets them"
    case .forgotten?:
      "no node has the payment any more; press s on its line in the activity to send it again, or x to cancel it"
    case _: nil
    }
  }

  private static func failure(_ error: NodeError) -> Phrase {
    switch error {
    case .unreachable, .connectionLost: "unreachable"
    case .timedOut: "no answer"
    case .httpStatus(let status, _): "HTTP status \(status)"
    case .refused: "refusing"
    case .answerTooLarge, .malformedAnswer, .wrongID, .wrongTransactionHash: "answering wrongly"
    case .wrongChain(_, let actual): "on chain \(actual)"
    case .cancelled, .unexpected: "failing"
    }
  }
}

/// Decides when people without a progress line are informed of what is awaited.
package struct SilenceReport: Sendable {
  /// The seconds of silence after which a new message is shown.
  package static let newsSeconds = 2
  /// The seconds after which the same message is repeated.
  package static let repeatSeconds = 30

  private var silentSeconds = 0
  private var told: String?

  /// Creates a report that begins with silence.
  package init() {}

  /// Returns the message after one more second; `nil` for none.
  ///
  /// Texts that differ only in their numbers count as the same message.
  package mutating func line(afterSecondOf text: String) -> String? {
    silentSeconds += 1
    let news = text.filter { !$0.isNumber }
    guard silentSeconds >= (news == told ? Self.repeatSeconds : Self.newsSeconds) else {
      return nil
    }
    silentSeconds = 0
    told = news
    return text
  }
}
