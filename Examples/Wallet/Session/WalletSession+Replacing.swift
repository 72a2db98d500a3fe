package import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HomeFeature
import NodeClient
package import SendFeature
import VaultClient
import VaultClientLive

/// The request of a command that replaces a payment's transaction.
package struct ReplacementRequest: Sendable {
  /// The payment.
  package var reference: PaymentReference
  /// The purpose: to speed it up or to cancel it.
  package var role: PaymentTransaction.Role
  /// The speed of the replacement.
  package var speed: FeeSpeed
  /// The limits on its cost.
  package var policy: FeePolicy
  /// The limit on the wait.
  package var patience: PaymentPatience
  /// True to write each event as a JSON object.
  package var json: Bool
}

extension WalletSession {
  /// Replaces the transaction of a payment, and follows the payment to its end.
  ///
  /// - Returns: The payment with the expected end, or without an end if the command does not wait.
  func replace(
    _ request: ReplacementRequest, usesPublicAccounts: Bool = false,
    opening: () throws(CommandFailure) -> SecretBytes,
    isAgreed: (ReplacementQuote) -> Bool, isMeant: (SendWarning) -> Bool,
    signing: () throws(CommandFailure) -> SecretBytes
  ) async throws(CommandFailure) -> Payment {
    guard var payment = try await payment(request.reference) else {
      throw FailureText.unknown(request.reference)
    }
    // A reorganisation may have removed its end: then it is pending again, and can be replaced.
    if !payment.canBeReplaced {
      payment = try await status(of: .id(payment.id), json: request.json).payment
    }
    // It can no longer be replaced; its outcome says whether that is what the user wanted.
    guard payment.canBeReplaced else {
      return try await follow(
        .id(payment.id), request.patience, json: request.json, tellsHash: true,
        wanted: request.role)
    }
    guard request.role == .cancel || !payment.isCancelling else {
      throw FailureText.notReplaced(.cancelling)
    }
    let known = usesPublicAccounts ? publicAccounts() : nil
    let accounts = if let known { known } else { try await accounts(try opening()) }
    guard let account = accounts.first(where: { $0.address == payment.intent.from }) else {
      throw FailureText.unknownAccount
    }
    let store = makeReplacing(request, payment, account)
    try await ask(store, .view(.started), json: request.json, consequence: "nothing was signed")
    var reason = "interrupted"
    if case .reviewing(let quote) = store.withState(\.phase) {
      for warning in quote.questions where isMeant(warning) {
        await store.send(.view(.warningAgreed(warning))).finish()
      }
      let open = store.withState(\.openQuestions)
      guard open.isEmpty else { throw FailureText.failure(.notAgreed(open)) }
      guard isAgreed(quote) else {
        if Task.isCancelled { throw .interrupted }
        throw CommandFailure("nothing was signed: expected a yes, or --yes", .refused)
      }
      let secret = try signing()
      if let known { try await expect(known) }
      if let failure = await sign(store, secret, json: request.json) { reason = failure.message }
    }
    switch store.withState(\.phase) {
    case .recorded(let payment):
      let end = try await follow(
        .id(payment.id), request.patience, json: request.json, tellsHash: true,
        wanted: request.role)
      return end
    case .abandoned(let payment):
      if request.json { terminal.writeLine(PaymentLineText.event("abandoned", payment)) }
      return payment
    case .refused(_, .submission(.nonceUsed)), .failed(.submission(.nonceUsed)):
      // A block was mined in the meantime; the payment's end shows whether it is the wanted one.
      return try await follow(
        .id(payment.id), request.patience, json: request.json, tellsHash: true,
        wanted: request.role)
    case .refused(_, let failure), .failed(let failure): throw FailureText.failure(failure)
    case .idle, .quoting, .reviewing, .submitting:
      // The payment's status shows what was recorded in the meantime, if anything.
      throw FailureText.unknownEnd(payment, "not known: \(reason)")
    }
  }

  /// Signs with a passcode; a wrong one may be typed again, with the same review.
  ///
  /// - Returns: The reason the outcome is unknown; nil if the store has it.
  private func sign(
    _ store: StoreOf<ReplacePayment>, _ passcode: consuming SecretBytes, json: Bool
  ) async -> CommandFailure? {
    var typed: SecretBytes = passcode
    while true {
      let handle = await deposit(typed)
      do throws(CommandFailure) {
        try await ask(
          store, .view(.passcodeEntered(handle)), json: json,
          consequence: "what was recorded so far is kept")
      } catch {
        return error
      }
      guard case .refused(_, .authorization(.passcode(let refusal))) = store.withState(\.phase),
        refusal.mayBeTypedAgain,
        let again = askAgain(
          "Passcode, to sign this payment:", after: FailureText.unlock(refusal))
      else { return nil }
      typed = again
    }
  }

  private func makeReplacing(
    _ request: ReplacementRequest, _ payment: Payment, _ account: VaultAccount
  ) -> StoreOf<ReplacePayment> {
    var state = ReplacePayment.State(account: account, payment: payment, role: request.role)
    state.speed = request.speed
    state.policy = request.policy
    return Store(initialState: state) {
      ReplacePayment()
    } withDependencies: { [vaultClient, activity, node, verifier] in
      $0.context = .live
      $0.vault = vaultClient
      $0.activity = activity
      $0.node = node
      $0.verifier = verifier
    }
  }
}

extension Payment {
  /// True if the payment is pending and no block is known to have it.
  fileprivate var canBeReplaced: Bool { state == .signed || state == .broadcast }
}
