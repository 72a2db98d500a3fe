import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import SendFeature
import VaultClient

/// What is shown before anything is signed: all that is signed, and what it means.
enum ReviewText {
  /// The review, line by line.
  static func lines(
    _ draft: SendDraft, _ quote: SendQuote, hasSecondNode: Bool
  ) -> [String] {
    var lines = [
      "Send \(draft.amount.etherText) ETH" + (draft.isEverything ? " (everything)" : ""),
      row("on", chainText(draft.chainID)),
      row("from", "\(draft.account.address.checksummed) (\(draft.account.name))"),
      row("to", draft.recipient.checksummed),
      row("", recipientText(quote.recipient)),
      row("nonce", "\(quote.nonce)"),
      row("fee", feeText(quote)),
      row("ceiling", ceilingText(draft.policy)),
      row("in all", totalText(quote.maxTotal, leaving: quote.remaining, for: quote.reserved)),
      row("believed", believedText(draft.chainID, hasSecondNode: hasSecondNode)),
    ]
    if let key = draft.key { lines.insert(row("id", key.text), at: 1) }
    return lines + quote.warnings.map { "Note: \(WarningTexts.text($0))." }
  }

  /// The review of a transaction that takes the place of another one.
  static func lines(
    _ quote: ReplacementQuote, _ policy: FeePolicy, hasSecondNode: Bool
  ) -> [String] {
    let intent = quote.payment.intent
    let payment = "\(intent.value.etherText) ETH"
    let head =
      quote.role == .cancel
      ? [
        "Cancel the payment of \(payment)",
        row("to", "\(intent.from.checksummed), the payer: 0 ETH"),
        row("instead", "of \(payment) to \(intent.to.checksummed)"),
      ]
      : ["Speed up the payment of \(payment)", row("to", intent.to.checksummed)]
    return head + [
      row("on", chainText(intent.chainID)),
      row("from", intent.from.checksummed),
      row("nonce", "\(quote.payment.nonce)"),
      row(
        "fee",
        "at most \(quote.maxFee.etherText) ETH: \(quote.offer.gasLimit) at up to"
          + " \(quote.offer.maxFeePerGas.gweiText) gwei (base fee \(quote.offer.baseFee.gweiText), tip"
          + " \(quote.offer.tip.gweiText))"),
      row("ceiling", ceilingText(policy)),
      row("in all", totalText(quote.maxTotal, leaving: quote.remaining, for: quote.reserved)),
      row("believed", believedText(intent.chainID, hasSecondNode: hasSecondNode)),
    ]
  }

  private static func ceilingText(_ policy: FeePolicy) -> String {
    "\(policy.maxFee.etherText) ETH of fees (--max-fee)"
  }

  private static func totalText(
    _ total: Wei, leaving rest: Wei, for reserved: Wei
  ) -> String {
    "at most \(total.etherText) ETH, which leaves \(rest.etherText) ETH"
      + (reserved > .zero ? " beside \(reserved.etherText) ETH of open payments" : "")
  }

  /// A chain by name and id.
  static func chainText(_ chainID: ChainID) -> String {
    let name =
      switch chainID.rawValue {
      case 1: "Ethereum"
      case 17_000: "Holesky"
      case 560_048: "Hoodi"
      case 11_155_111: "Sepolia"
      case _: chainID.isDevelopment ? "a development chain" : "a chain without a name here"
      }
    return "\(name), chain id \(chainID)"
  }

  /// At what depth an end is believed, and by whose word.
  static func believedText(_ chainID: ChainID, hasSecondNode: Bool) -> String {
    let depth = FinalityPolicy.standard(for: chainID).depth
    return "at \(depth) block\(depth == 1 ? "" : "s"), by the word of "
      + (hasSecondNode ? "two nodes" : "one node (see --verify-rpc-url)")
  }

  private static func recipientText(_ facts: RecipientFacts) -> String {
    let paid = facts.paidCount == 0 ? "never paid before" : "paid \(times(facts.paidCount)) before"
    let sent =
      facts.sentCount == 0
      ? "has sent nothing yet"
      : "has sent \(facts.sentCount) transaction\(facts.sentCount == 1 ? "" : "s")"
    return "\(paid); \(sent); \(codeText(facts.code))"
  }

  private static func codeText(_ code: RecipientCode) -> String {
    switch code {
    case .none: "no code"
    case .contract: "has code: a contract"
    case .delegated(let address): "has code: delegated to \(address.checksummed)"
    }
  }

  private static func feeText(_ quote: SendQuote) -> String {
    "at most \(quote.maxFee.etherText) ETH: \(quote.gasLimit) at up to"
      + " \(quote.maxFeePerGas.gweiText) gwei (base fee \(quote.baseFee.gweiText), tip"
      + " \(quote.maxPriorityFeePerGas.gweiText))"
  }

  private static func times(_ count: Int) -> String {
    count == 1 ? "once" : "\(count) times"
  }

  private static func row(_ name: String, _ text: String) -> String {
    "  " + name + String(repeating: " ", count: 10 - name.count) + text
  }
}
