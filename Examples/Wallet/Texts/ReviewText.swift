import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import HeadraceTerminal
import SendFeature
import VaultClient

/// The review shown before anything is signed: all signed data, and its meaning.
enum ReviewText {
  /// Returns the review, line by line.
  static func lines(
    _ draft: SendDraft, _ quote: SendQuote, hasSecondNode: Bool
  ) -> [String] {
    var lines = [
      draft.isEverything
        ? Phrase("Send \(draft.amount.etherText) ETH (everything)").text
        : Phrase("Send \(draft.amount.etherText) ETH").text,
      row(Phrase("on"), chainText(draft.chainID)),
      row(Phrase("from"), "\(draft.account.address.checksummed) (\(draft.account.shownName))"),
      row(Phrase("to"), draft.recipient.checksummed),
      row(nil, recipientText(quote.recipient)),
      row(Phrase("nonce"), "\(quote.nonce)"),
      row(Phrase("fee"), feeText(quote)),
      row(
        Phrase("total"), totalText(quote.maxTotal, leaving: quote.remaining, for: quote.reserved)),
      row(Phrase("limit"), ceilingText(draft.policy)),
      row(Phrase("final"), believedText(draft.chainID, hasSecondNode: hasSecondNode)),
    ]
    if let key = draft.key { lines.insert(row(Phrase("id"), key.text), at: 1) }
    return lines + quote.warnings.map { Phrase("Note: \(WarningText.text($0)).").text }
  }

  /// Returns the review of a transaction that replaces another one.
  static func lines(
    _ quote: ReplacementQuote, _ policy: FeePolicy, hasSecondNode: Bool
  ) -> [String] {
    let intent = quote.payment.intent
    let payment = "\(intent.value.etherText) ETH"
    let head =
      quote.role == .cancel
      ? [
        Phrase("Cancel the payment of \(payment)").text,
        row(Phrase("to"), Phrase("\(intent.from.checksummed), the payer: 0 ETH").text),
        row(Phrase("instead"), Phrase("of \(payment) to \(intent.to.checksummed)").text),
      ]
      : [
        Phrase("Speed up the payment of \(payment)").text, row(Phrase("to"), intent.to.checksummed),
      ]
    return head + [
      row(Phrase("on"), chainText(intent.chainID)),
      row(Phrase("from"), intent.from.checksummed),
      row(Phrase("nonce"), "\(quote.payment.nonce)"),
      row(
        Phrase("fee"),
        feeText(
          quote.maxCost, quote.offer.gasLimit, quote.offer.maxFeePerGas,
          baseFee: quote.offer.baseFee, tip: quote.offer.tip)),
      row(
        Phrase("total"), totalText(quote.maxTotal, leaving: quote.remaining, for: quote.reserved)),
      row(Phrase("limit"), ceilingText(policy)),
      row(Phrase("final"), believedText(intent.chainID, hasSecondNode: hasSecondNode)),
    ]
  }

  private static func ceilingText(_ policy: FeePolicy) -> String {
    Phrase("\(policy.feeCeiling.etherText) ETH of fees (--max-fee)").text
  }

  private static func totalText(
    _ total: Wei, leaving rest: Wei, for reserved: Wei
  ) -> String {
    reserved > .zero
      ? Phrase(
        "at most \(total.etherText) ETH, which leaves \(rest.etherText) ETH beside \(reserved.etherText) ETH of open payments"
      ).text
      : Phrase("at most \(total.etherText) ETH, which leaves \(rest.etherText) ETH").text
  }

  /// Returns a chain's name and id.
  static func chainText(_ chainID: ChainID) -> String {
    let name =
      switch chainID.rawValue {
      case 1: "Ethereum"
      case 17_000: "Holesky"
      case 560_048: "Hoodi"
      case 11_155_111: "Sepolia"
      case _:
        chainID.isDevelopment
          ? Phrase("a development chain").text : Phrase("a chain without a name here").text
      }
    return Phrase("\(name), chain id \(chainID)").text
  }

  /// Returns the depth at which an outcome is final, and who reports it.
  static func believedText(_ chainID: ChainID, hasSecondNode: Bool) -> String {
    let depth = FinalityPolicy.standard(for: chainID).depth
    let nodes =
      hasSecondNode ? Phrase("two nodes").text : Phrase("one node (see --verify-rpc-url)").text
    return depth == 1
      ? Phrase("after 1 block, as reported by \(nodes)").text
      : Phrase("after \(depth) blocks, as reported by \(nodes)").text
  }

  private static func recipientText(_ facts: RecipientFacts) -> String {
    let paid: Phrase =
      switch facts.paidCount {
      case 0: Phrase("never paid before")
      case 1: Phrase("paid once before")
      case let count: Phrase("paid \(count) times before")
      }
    let sent: Phrase =
      switch facts.sentCount {
      case 0: Phrase("has sent nothing yet")
      case 1: Phrase("has sent 1 transaction")
      case let count: Phrase("has sent \(count) transactions")
      }
    return "\(paid.text); \(sent.text); \(codeText(facts.code))"
  }

  private static func codeText(_ code: RecipientCode) -> String {
    switch code {
    case .none: Phrase("no code").text
    case .contract: Phrase("has code: a contract").text
    case .delegated(let address): Phrase("has code: delegated to \(address.checksummed)").text
    }
  }

  private static func feeText(_ quote: SendQuote) -> String {
    feeText(
      quote.maxCost, quote.gasLimit, quote.maxFeePerGas, baseFee: quote.baseFee,
      tip: quote.maxPriorityFeePerGas)
  }

  private static func feeText(
    _ maxCost: Wei, _ gas: GasUnits, _ price: Wei, baseFee: Wei, tip: Wei
  ) -> String {
    Phrase(
      "at most \(maxCost.etherText) ETH: \(gas) at up to \(price.gweiText) gwei (base fee \(baseFee.gweiText), tip \(tip.gweiText))"
    ).text
  }

  private static func row(_ name: Phrase?, _ text: String) -> String {
    let name = name?.text ?? ""
    return "  " + name + String(repeating: " ", count: max(1, 10 - CellText.columns(of: name)))
      + text
  }
}
