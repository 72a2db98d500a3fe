import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTerminal
import SendFeature

// MARK: - Speeding Up and Cancelling

extension WalletScreens {
  func view(of replace: ReplacePayment.State) -> ScreenView {
    let title = texts[replace.role == .cancel ? .replaceCancel : .replaceFaster]
    let back = [("esc", texts[.keyBack])]
    switch replace.phase {
    case .idle, .quoting:
      return ScreenView(title, hints: back) { working(texts[.sendQuoting]) }
    case .reviewing(let quote): return review(title, replace, quote, nil)
    case .refused(let quote, let failure): return review(title, replace, quote, failure)
    case .submitting, .recorded, .abandoned:
      return ScreenView(title) { working(texts[.sendingSigning]) }
    case .failed(let failure):
      return ScreenView(title, hints: [("⏎", texts[.keyAgain])] + back) {
        refusal(FailureText.failure(failure))
      }
    }
  }

  private func review(
    _ title: String, _ replace: ReplacePayment.State, _ quote: ReplacementQuote,
    _ failure: SendMoneyFailure?
  ) -> ScreenView {
    let question = replace.openQuestions.first
    let hints = question == nil ? passcodeHints(.keySign) : [("esc", texts[.keyBack])]
    let before = replace.payment.current
    let intent = quote.payment.intent
    return ScreenView(title, hints: hints) {
      Scroll(from: state.chosen, name: state.reviewName) {
        Facts([
          (texts[.paymentAmount], ether(intent.value)),
          (texts[.reviewTo], named(intent.to)),
          (texts[.reviewFrom], named(intent.from)),
          (texts[.reviewChain], network(intent.chainID)),
          (
            texts[.replaceFee],
            texts[
              .replaceFeeFromTo, before.maxFeePerGas.gweiText, quote.offer.maxFeePerGas.gweiText]
          ),
          (texts[.reviewFee], ether(quote.maxCost)),
          (texts[.reviewTotal], ether(quote.maxTotal)),
          (texts[.reviewLeft], ether(quote.remaining)),
          (texts[.reviewCeiling], ether(replace.policy.feeCeiling)),
          (texts[.reviewNonce], "\(quote.payment.nonce)"),
        ])
        if quote.role == .cancel { Text(texts[.replaceCancelNote], .secondary) }
        for warning in quote.questions where warning != question {
          Text("! \(SentenceText.standing(WarningText.text(warning)))", .failure)
        }
      }
      Gap()
      // The warning to agree to stays visible beside the question.
      if let question {
        Text("! \(SentenceText.standing(WarningText.text(question)))", .failure)
        Text(texts[.reviewConsent], .failure)
      } else {
        BelowReview(
          state.reviewName, hint: texts[.reviewUnread],
          whenRead: passcodeEntry(texts[.reviewAgree], keypadColumns: Self.reviewColumnsMin))
      }
      refusal(failure.map { FailureText.failure($0) })
    }
  }
}
