package import ActivityClient
import ActivityClientLive
package import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HomeFeature
package import SendFeature
import VaultClient
import WalletApp

/// The request of a payment command, as typed.
package struct PaymentRequest: Equatable, Sendable {
  /// The recipient.
  package var recipientText: String
  /// The amount in ether, or `max`.
  package var amountText: String
  /// The account that pays; nil for the first.
  package var from: AccountReference?
  /// The speed.
  package var speed: FeeSpeed
  /// The limits on its cost.
  package var policy = FeePolicy.standard
  /// The payment's name.
  package var key: PaymentKey?
  /// True if a payment equal to a recent one is intended in addition to it.
  package var isAgain = false
  /// True to pay although the private key of the paying account is public.
  package var isFromPublished = false
  /// The nonce of the payment, if the wallet does not know those before it.
  package var nonce: UInt64?
  /// The limit on the wait.
  package var patience = PaymentPatience()
  /// True to write each event as a JSON object.
  package var json = false
  /// True if a link requests the payment, so that only a person's yes sends it.
  package var isLinked = false
  /// The recipient, if it was named as an account of the wallet; nil otherwise.
  var ownRecipient: Address?

  /// Creates a request.
  package init(recipientText: String, amountText: String, speed: FeeSpeed) {
    self.recipientText = recipientText
    self.amountText = amountText
    self.speed = speed
  }

  /// Throws if the payment is impossible whatever the node says, before a passcode is requested.
  package func check() throws(CommandFailure) {
    _ = try parsed()
  }

  /// Returns the typed values.
  func parsed() throws(CommandFailure) -> (recipient: Address, amount: Wei?) {
    do {
      return try SendDraft.parse(recipientText: recipientText, amountText: amountText)
    } catch {
      throw FailureText.failure(error)
    }
  }
}

/// The questions that a payment command asks the person, or answers from the command line.
package struct PaymentQuestions: Sendable {
  /// Returns true if the person agrees to the reviewed payment.
  package var isAgreed: @Sendable (SendDraft, SendQuote) -> Bool
  /// Returns true if the person wants the payment despite a warning.
  package var isMeant: @Sendable (SendWarning) -> Bool
  /// Returns the passcode that signs this one payment; called after the review.
  package var passcode: @Sendable () throws(CommandFailure) -> SecretBytes

  /// Creates the questions.
  package init(
    isAgreed: @escaping @Sendable (SendDraft, SendQuote) -> Bool,
    isMeant: @escaping @Sendable (SendWarning) -> Bool = { _ in false },
    passcode: @escaping @Sendable () throws(CommandFailure) -> SecretBytes
  ) {
    self.isAgreed = isAgreed
    self.isMeant = isMeant
    self.passcode = passcode
  }
}

// MARK: - Paying

extension WalletSession {
  /// Makes a payment, and follows it to its end.
  ///
  /// - Parameters:
  ///   - request: The typed request.
  ///   - usesPublicAccounts: True if the accounts may come from the session of 'wallet unlock', or
  ///     from the list beside the vault, so that only the passcode that signs is requested.
  ///   - opening: Returns the passcode that opens the wallet if its accounts are not known; it is
  ///     not kept.
  ///   - questions: The questions to ask on the way.
  /// - Returns: The payment with its end, or without it if the request does not wait.
  package func pay(
    _ request: PaymentRequest, usesPublicAccounts: Bool = false,
    opening: () throws(CommandFailure) -> SecretBytes,
    questions: PaymentQuestions
  ) async throws(CommandFailure) -> Payment {
    if let known = try await recorded(request) {
      return try await follow(.id(known.id), request.patience, json: request.json, tellsHash: true)
    }
    try await tellOfOpenPayments()
    let accounts = usesPublicAccounts ? publicAccounts() : nil
    let store =
      if let accounts { try await open(by: accounts) } else { try await open(try opening()) }
    try check(request.ownRecipient, among: accounts ?? top(store)?.home?.accounts ?? [])
    try checkJournal()
    try await tellOfCopy(json: request.json)
    let (draft, quote) = try await review(store, request)
    for warning in quote.questions {
      if isAgreed(to: warning, request) || questions.isMeant(warning) {
        await tap(store, .send(.view(.warningAgreed(warning))))
      }
    }
    let open = top(store)?.send?.openQuestions ?? []
    guard open.isEmpty else { throw FailureText.failure(.notAgreed(open)) }
    guard questions.isAgreed(draft, quote) else {
      if Task.isCancelled { throw .interrupted }
      throw request.isLinked
        ? CommandFailure("nothing was sent: expected a yes", .refused)
        : CommandFailure("nothing was sent: expected a yes, or --yes", .refused)
    }
    let secret = try questions.passcode()
    if let accounts { try await expect(accounts) }
    let end = try await submit(store, secret, request)
    if end.reason == .stopped, end.stage.payment == nil {
      guard let payment = try await recorded(draft, quote) else {
        throw .interrupted
      }
      terminal.output.noteRecorded(payment.hash)
      terminal.writeLine(
        request.json ? PaymentLineText.event("recorded", payment) : payment.hash.hex)
      throw FailureText.unknownEnd(payment, "not known: interrupted")
    }
    return try end.payment(request.patience, node: nodeName, hasVerifier: verifier != nil)
  }

  /// Throws if the recipient is named as an account only by a false list beside the vault.
  ///
  /// - Parameters:
  ///   - recipient: The account that was named; nil if none was.
  ///   - accounts: The vault's accounts, or those that it compares with its own before it signs.
  private func check(
    _ recipient: Address?, among accounts: [VaultAccount]
  ) throws(CommandFailure) {
    guard let recipient else { return }
    guard accounts.contains(where: { $0.address == recipient }) else {
      throw FailureText.authorization(.otherAddress)
    }
  }

  /// Throws if the vault does not know the present payments, because it would sign nothing.
  private func checkJournal() throws(CommandFailure) {
    if journalFinding.value == .older { throw FailureText.failure(.signing(.journalIsOlder)) }
  }

  /// Warns that payments may be unknown, until one is recorded after a restore of the wallet.
  private func tellOfCopy(json: Bool) async throws(CommandFailure) {
    do throws(JournalFailure) {
      guard let date = try await records.copyDate() else { return }
      let restored = RestoredHome(date: date, parts: [], paymentCount: 0)
      terminal.writeNote(restored.warning, json: json)
    } catch {
      throw FailureText.journal(error)
    }
  }

  /// Signs with a passcode, and waits for the payment; a wrong passcode may be typed again.
  private func submit(
    _ store: StoreOf<WalletApp>, _ passcode: consuming SecretBytes, _ request: PaymentRequest
  ) async throws(CommandFailure) -> PaymentWaitEnd {
    guard let id = store.withState({ $0.routes.last?.id }) else { throw .interrupted }
    store.instruments.append(ReopeningNotes(terminal, json: request.json))
    let instruments = store.instruments
    var typed: SecretBytes = passcode
    while true {
      let secret = await deposit(typed)
      let action = WalletApp.Action.router(
        .routeAction(id: id, action: .send(.view(.passcodeEntered(secret)))))
      // Earlier payments are sent once this one is recorded: a refused one sends nothing.
      let end = await wait(
        store, action, request.patience, json: request.json, tellsHash: true,
        stage: { PaymentStage($0) })
      guard end.reason == .done,
        case .refused(.authorization(.passcode(let refusal))) = end.stage,
        refusal.mayBeTypedAgain,
        let again = askAgain(
          "Passcode, to sign this payment:", after: FailureText.unlock(refusal))
      else { return end }
      typed = again
      store.instruments = instruments
    }
  }

  /// Returns the payment that already has the request's name, to be followed and not paid again.
  private func recorded(_ request: PaymentRequest) async throws(CommandFailure) -> Payment? {
    guard let key = request.key else { return nil }
    guard let known = try await payment(.key(key)) else { return nil }
    let typed = try request.parsed()
    var intent = known.intent
    intent.chainID = chainID
    if let from = request.from, let accounts = unlocked.accounts() ?? accountList.read() {
      intent.from = try from.account(among: accounts).address
    }
    intent.to = typed.recipient
    intent.value = typed.amount ?? intent.value
    intent.isEverything = typed.amount == nil
    if let field = intent.difference(from: known.intent) {
      throw FailureText.failure(.notRecorded(.keyTaken(by: known.id, field: field)))
    }
    return known
  }

  /// Fills in the form, and requests the review.
  private func review(
    _ store: StoreOf<WalletApp>, _ request: PaymentRequest
  ) async throws(CommandFailure) -> (SendDraft, SendQuote) {
    if let from = request.from {
      let account = try from.account(among: top(store)?.home?.accounts ?? [])
      begin(store, .home(.view(.accountSelected(account.id))))
    }
    await tap(store, .home(.view(.sendButtonTapped)))
    await tap(store, .send(.view(.recipientChanged(request.recipientText))))
    await tap(store, .send(.view(.amountChanged(request.amountText))))
    await tap(store, .send(.view(.speedChanged(request.speed))))
    await tap(store, .send(.view(.policyChanged(request.policy))))
    await tap(store, .send(.view(.keyChanged(request.key))))
    try await askNode(store, .send(.view(.reviewButtonTapped)), json: request.json)
    if case .nonce(.gap(let report))? = top(store)?.send?.failure, report.nonce == request.nonce {
      await tap(store, .send(.view(.gapAccepted(report))))
      try await askNode(store, .send(.view(.reviewButtonTapped)), json: request.json)
    }
    try check(store)
    guard case .reviewing(let draft, let quote)? = top(store)?.send?.phase else {
      // Another process may have recorded a payment of this name in the meantime.
      guard let known = try await recorded(request) else { throw .interrupted }
      throw FailureText.unknownEnd(known, "not known: it was recorded in the meantime")
    }
    if let nonce = request.nonce, nonce != quote.nonce {
      throw CommandFailure(
        "nothing was sent: the payment's nonce is \(quote.nonce); expected --nonce \(nonce) to be"
          + " the next one")
    }
    return (draft, quote)
  }

  private func isAgreed(to warning: SendWarning, _ request: PaymentRequest) -> Bool {
    switch warning {
    case .equalPayment, .undonePayment: request.isAgain
    case .publishedAccount: request.isFromPublished
    case .unknownEarlier(let count): request.nonce == count
    case .firstPayment, .looksLike, .contract, .delegated, .ownAccount, .releases, .feeShare: false
    }
  }

  /// Returns the journal's record of a payment whose recording was interrupted.
  private func recorded(
    _ draft: SendDraft, _ quote: SendQuote
  ) async throws(CommandFailure) -> Payment? {
    let intent = PaymentIntent(
      key: draft.key, chainID: draft.chainID, from: draft.account.address, to: draft.recipient,
      value: draft.amount, isEverything: draft.isEverything)
    do {
      // The nonce belongs to one payment alone, whatever the clock says.
      let equal = try await activity.equalPayments(intent, .distantPast)
      return equal.first { $0.nonce == quote.nonce }
    } catch {
      throw FailureText.perhapsRecorded(FailureText.journal(error))
    }
  }
}
