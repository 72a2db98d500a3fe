import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import SendFeature
import VaultClient
import WalletApp

// MARK: - Paying

extension WalletScreens {
  func view(of send: SendMoney.State) -> ScreenView {
    switch send.phase {
    case .editing, .quoting, .failed: form(send)
    case .reviewing(let draft, let quote): review(send, draft, quote, nil)
    case .refused(let draft, let quote, let failure): review(send, draft, quote, failure)
    case .submitting:
      ScreenView(texts[.sendingTitle]) { working(texts[.sendingSigning]) }
    case .following(let payment): following(send, payment)
    case .unsettled(let payment, let failure):
      ScreenView(texts[.sendingTitle], hints: [("esc", texts[.keyBack])]) {
        Text(texts[.sendingRecorded, payment.hash.hex])
        refusal(FailureText.failure(failure))
      }
    case .confirmed(let payment, _):
      ScreenView(texts[.sendingTitle], hints: [("⏎", texts[.keyBack])]) {
        Gap()
        Text("✓ \(texts[.sendingDone])", .success)
        Gap()
        Facts([
          (texts[.paymentAmount], amount(payment.intent.value)),
          (texts[.paymentRecipient], named(payment.intent.to)),
          (texts[.paymentHash], payment.hash.hex),
        ])
      }
    }
  }

  private func form(_ send: SendMoney.State) -> ScreenView {
    let isQuoting = send.phase.is(\.quoting)
    let form = state.form
    func has(_ field: TerminalWallet.PaymentForm.Field) -> Bool {
      !isQuoting && form.focus == field
    }
    // In a small window the fees replace the fields above them.
    let isLow = form.focus == .speed || form.focus == .maxFeePerGas || form.focus == .tip
    return ScreenView(
      texts[.sendTitle],
      hints: [
        ("⏎", texts[.keyReview]), ("tab", texts[.keyNext]), ("F2", texts[.keyContacts]),
        ("esc", texts[.keyBack]),
      ]
    ) {
      Scroll(from: isLow ? 100 : 0) {
        TextField(
          texts[.sendRecipient], form.recipient, isFocused: has(.recipient),
          placeholder: texts[.sendRecipientHint],
          note: send.recipientTrouble.map { TypingText.text(of: $0, texts) }
            ?? understood(send),
          noteRole: send.recipientTrouble == nil ? .secondary : .warning)
        TextField(
          texts[.sendAmount], form.amount, isFocused: has(.amount),
          placeholder: texts[.sendAmountHint],
          note: amountTrouble(send).map { TypingText.text(of: $0, texts) } ?? balanceNote(send),
          noteRole: amountTrouble(send) == nil ? .secondary : .warning)
        Text(texts[.sendSpeed], form.focus == .speed ? .accent : .secondary)
        for speed in FeeSpeed.allCases {
          speedRow(
            name(speed), offerText(send, speed),
            isChosen: send.ownFee == nil && speed == send.speed,
            isFocused: has(.speed))
        }
        speedRow(
          texts[.sendSpeedOwn], nil, isChosen: send.ownFee != nil, isFocused: has(.speed))
        ownFee(send, has)
      }
      Gap()
      if isQuoting { working(texts[.sendQuoting]) }
      refusal(send)
    }
  }

  /// Returns the row of one speed.
  private func speedRow(
    _ name: String, _ offer: String?, isChosen: Bool, isFocused: Bool
  ) -> any View {
    Row {
      Text(isFocused && isChosen ? "›" : " ", .accent).frame(columns: 1)
      Text(" \(name) ").selected(isChosen)
      if let offer { Text(offer, .secondary).flexible() }
    }
  }

  /// Returns the estimated price and time of a speed; nil if they are not known.
  private func offerText(_ send: SendMoney.State, _ speed: FeeSpeed) -> String? {
    send.offers.first { $0.speed == speed }.map { offer in
      let cost = offer.cost.roundedEtherText
      let blocks = texts.count(.sendOfferBlocks, offer.blockCount)
      guard let seconds = offer.seconds, seconds > 0 else {
        return texts[.sendOffer, cost, blocks]
      }
      return texts[.sendOfferTime, cost, blocks, age(seconds)]
    }
  }

  /// Returns the account's balance, with its age if it is old; empty if it is not known.
  private func balanceNote(_ send: SendMoney.State) -> String {
    guard let known = knownBalance(send) else { return "" }
    let balance = ether(known.balance)
    return known.isFresh(at: state.now)
      ? texts[.sendBalance, balance] : texts[.sendBalanceOld, balance, ago(known.readAt)]
  }

  /// Returns the latest balance: this form's, or Home's until the node has answered.
  private func knownBalance(_ send: SendMoney.State) -> KnownBalance? {
    if let balance = send.balance { return balance }
    guard let home = state.wallet?.routes.first?.screen.home, home.account == send.account else {
      return nil
    }
    return home.balance.map { KnownBalance(balance: $0.balance, readAt: $0.takenAt) }
  }

  /// Returns the fields of the owner's fee, with the errors in it while it is typed.
  private func ownFee(
    _ send: SendMoney.State, _ has: (TerminalWallet.PaymentForm.Field) -> Bool
  ) -> [any View] {
    guard send.ownFee != nil else { return [] }
    let form = state.form
    return [
      TextField(texts[.sendOwnMaxFee], form.maxFeePerGas, isFocused: has(.maxFeePerGas)),
      TextField(
        texts[.sendOwnTip], form.tip, isFocused: has(.tip),
        note: send.currentFees.map {
          texts[.sendOwnNow, $0.baseFee.gweiText, $0.tip.gweiText]
        } ?? ""),
    ]
  }

  /// Returns the reason the form can't continue; the owner's fee is checked while it is typed.
  private func refusal(_ send: SendMoney.State) -> [any View] {
    if let refusal = send.ownFeeRefusal {
      return [Text(OwnFeeRefusalText.text(of: refusal, texts), .failure)]
    }
    switch send.failure {
    // It is already shown below the field.
    case .recipient, .recipientRefused, .recipientIsZero:
      if send.recipientTrouble != nil { return [] }
    case .amount: if amountTrouble(send) != nil { return [] }
    default: break
    }
    return refusal(send.failure.map { FailureText.failure($0) })
  }

  /// Returns the error in the amount while it is typed; an old balance is ignored, because ether
  /// may have arrived since.
  private func amountTrouble(_ send: SendMoney.State) -> InputError? {
    let known = knownBalance(send).flatMap { $0.isFresh(at: state.now) ? $0.balance : nil }
    return send.amountTrouble(balance: known)
  }

  /// Returns the recipient as understood: the name, and the address unless it is the typed text.
  private func understood(_ send: SendMoney.State) -> String {
    guard let address = send.typedRecipient?.address else { return "" }
    let isTyped = send.recipientText == address.checksummed
    return [state.name(of: address), isTyped ? nil : address.checksummed]
      .compactMap { $0 }.joined(separator: "  ")
  }

  private func name(_ speed: FeeSpeed) -> String {
    switch speed {
    case .slow: texts[.sendSpeedSlow]
    case .normal: texts[.sendSpeedNormal]
    case .fast: texts[.sendSpeedFast]
    }
  }

  private func review(
    _ send: SendMoney.State, _ draft: SendDraft, _ quote: SendQuote, _ failure: SendMoneyFailure?
  ) -> ScreenView {
    let question = send.openQuestions.first
    let hints = question == nil ? passcodeHints(.keySign) : [("esc", texts[.keyBack])]
    return ScreenView(texts[.reviewTitle], hints: hints) {
      // All of it can be read in a small window, and the question stays below it.
      Scroll(from: state.chosen, name: state.reviewName) {
        Facts([
          (texts[.reviewPays], ether(draft.amount)),
          (texts[.reviewTo], named(draft.recipient)),
          (texts[.reviewFrom], named(texts.name(of: draft.account), draft.account.address)),
          (texts[.reviewChain], network(draft.chainID)),
          (texts[.reviewFee], ether(quote.maxCost)),
          (texts[.reviewTotal], ether(quote.maxTotal)),
          (texts[.reviewLeft], ether(quote.remaining)),
          (
            texts[.reviewRate],
            texts[
              .reviewRateText, "\(quote.gasLimit.rawValue)", quote.maxFeePerGas.gweiText]
          ),
          (texts[.reviewCeiling], ether(draft.policy.feeCeiling)),
          (texts[.reviewNonce], "\(quote.nonce)"),
        ])
        for warning in quote.warnings where warning != question {
          Text("! \(text(of: warning))", warning.needsConsent ? .failure : .warning)
        }
      }
      Gap()
      // The warning to agree to stays visible beside the question.
      if let question {
        Text("! \(text(of: question))", .failure)
        Text(texts[.reviewConsent], .failure)
      } else {
        BelowReview(
          state.reviewName, hint: texts[.reviewUnread],
          whenRead: passcodeEntry(texts[.reviewAgree], keypadColumns: Self.reviewColumnsMin))
      }
      refusal(failure.map { FailureText.failure($0) })
    }
  }

  private func text(of warning: SendWarning) -> String {
    switch warning {
    case .firstPayment: texts[.reviewWarningFirst]
    case .contract: texts[.reviewWarningContract]
    case .ownAccount: texts[.reviewWarningOwn]
    case .publishedAccount, .looksLike, .delegated, .equalPayment, .undonePayment, .releases,
      .unknownEarlier, .feeShare:
      SentenceText.standing(WarningText.text(warning))
    }
  }

  private func following(_ send: SendMoney.State, _ payment: Payment) -> ScreenView {
    ScreenView(texts[.sendingTitle], hints: [("esc", texts[.keyBack])]) {
      Facts([
        (texts[.paymentAmount], amount(payment.intent.value)),
        (texts[.paymentRecipient], named(payment.intent.to)),
        (texts[.paymentHash], payment.hash.hex),
      ])
      Gap()
      working(progress(send.progress))
      if case .inBlock(_, let depth, let needed)? = send.progress, needed > 0 {
        ProgressBar(Double(depth) / Double(needed))
      }
    }
  }

  private func progress(_ progress: PaymentProgress?) -> String {
    switch progress {
    case .handingOver: texts[.sendingHanding]
    case .waitingForBlock: texts[.sendingWaiting]
    case .inBlock(let number, let depth, let needed):
      texts[.sendingBlock, "\(number)", "\(depth)", "\(needed)"]
    case nil: texts[.sendingWaiting]
    default: ProgressText.text(progress)
    }
  }
}
