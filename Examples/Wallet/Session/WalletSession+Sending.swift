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

/// What a payment command asks for, as it was typed.
package struct PaymentRequest: Equatable, Sendable {
  /// The recipient.
  package var recipientText: String
  /// How much, in ether, or `max`.
  package var amountText: String
  /// The account that pays; the first where none is named.
  package var from: AccountReference?
  /// How fast.
  package var speed: FeeSpeed
  /// What it may cost at most.
  package var policy = FeePolicy.standard
  /// The payment's name.
  package var key: PaymentKey?
  /// Whether a payment like a recent one is meant besides it.
  package var isAgain = false
  /// Whether to pay although the private key of the paying account is public.
  package var isFromPublished = false
  /// The nonce that the payment is to have where the wallet does not know those before it.
  package var nonce: UInt64?
  /// How long to wait.
  package var patience = PaymentPatience()
  /// Whether each event is told as a JSON object.
  package var json = false
  /// Whether a link asks for the payment, so that nothing but a person's yes sends it.
  package var isLinked = false
  /// The recipient, if it was named as an account of the wallet; nil otherwise.
  var ownRecipient: Address?

  /// Creates a request.
  package init(recipientText: String, amountText: String, speed: FeeSpeed) {
    self.recipientText = recipientText
    self.amountText = amountText
    self.speed = speed
  }

  /// Refuses what can't be paid whatever the node says, before a passcode is asked for.
  package func check() throws(CommandFailure) {
    _ = try parsed()
  }

  /// What was typed, read.
  func parsed() throws(CommandFailure) -> (recipient: Address, amount: Wei?) {
    do {
      return try SendDraft.parse(recipientText: recipientText, amountText: amountText)
    } catch {
      throw FailureText.failure(error)
    }
  }
}

/// What a payment command asks the person, or the command line for the person.
package struct PaymentQuestions: Sendable {
  /// Whether the reviewed payment is meant.
  package var isAgreed: @Sendable (SendDraft, SendQuote) -> Bool
  /// Whether the payment is meant in spite of a warning.
  package var isMeant: @Sendable (SendWarning) -> Bool
  /// Gives the passcode that signs this one payment; called after the review.
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
  /// Pays, and follows the payment to its end.
  ///
  /// - Parameters:
  ///   - request: What was typed.
  ///   - usesPublicAccounts: Whether the accounts may come from the session of 'wallet unlock', or
  ///     from the list beside the vault. Then only the passcode that signs is asked for.
  ///   - opening: Gives the passcode that opens the wallet if its accounts are not known; it is not
  ///     kept.
  ///   - questions: Asked on the way.
  /// - Returns: The payment with its end; without it where the request does not wait.
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

  /// Refuses to pay an account that is named only by a false list beside the vault.
  ///
  /// - Parameters:
  ///   - recipient: The account that was named; nil if none was.
  ///   - accounts: The accounts of the vault, or those that it is compared with before it signs.
  private func check(
    _ recipient: Address?, among accounts: [VaultAccount]
  ) throws(CommandFailure) {
    guard let recipient else { return }
    guard accounts.contains(where: { $0.address == recipient }) else {
      throw FailureText.authorization(.otherAddress)
    }
  }

  /// Refuses where the payments are not those that the vault knows: nothing would be signed.
  private func checkJournal() throws(CommandFailure) {
    if journalFinding.value == .older { throw FailureText.failure(.signing(.journalIsOlder)) }
  }

  /// Says that payments may be unknown, until one is recorded after the wallet was restored.
  private func tellOfCopy(json: Bool) async throws(CommandFailure) {
    do throws(JournalFailure) {
      guard let date = try await records.copyDate() else { return }
      let restored = RestoredHome(date: date, parts: [], paymentCount: 0)
      terminal.writeNote(restored.warning, json: json)
    } catch {
      throw FailureText.journal(error)
    }
  }

  /// Signs by a passcode, and waits for the payment; a wrong passcode may be typed again.
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
      // Earlier payments are handed over once this one is recorded: a refused one sends nothing.
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

  /// The payment that has the request's name already, which is then followed and not paid anew.
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

  /// Fills the form in, and asks for the review.
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
      // Another process may have recorded a payment of this name meanwhile.
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

  /// What the journal has of a payment whose recording was interrupted.
  private func recorded(
    _ draft: SendDraft, _ quote: SendQuote
  ) async throws(CommandFailure) -> Payment? {
    let intent = PaymentIntent(
      key: draft.key, chainID: draft.chainID, from: draft.account.address, to: draft.recipient,
      value: draft.amount, isEverything: draft.isEverything)
    do {
      // The nonce is one payment's alone, whatever the clock says.
      let equal = try await activity.equalPayments(intent, .distantPast)
      return equal.first { $0.nonce == quote.nonce }
    } catch {
      throw FailureText.perhapsRecorded(FailureText.journal(error))
    }
  }
}
