package import ActivityClient
package import EthereumCrypto
import EthereumPrimitives
import Headrace
import HomeFeature
package import SendFeature
import WalletApp

// MARK: - Paying

/// What a payment command asks for, as it was typed.
package struct PaymentRequest: Equatable, Sendable {
  /// Who is paid.
  package let recipientText: String
  /// How much, in ether.
  package let amountText: String
  /// How fast.
  package let speed: FeeSpeed

  /// Creates a request.
  package init(recipientText: String, amountText: String, speed: FeeSpeed) {
    self.recipientText = recipientText
    self.amountText = amountText
    self.speed = speed
  }

  /// Refuses what can't be paid whatever the node says, before anybody is asked for a passcode.
  package func check() throws(CommandFailure) {
    do {
      _ = try SendDraft.parse(recipientText: recipientText, amountText: amountText)
    } catch {
      throw FailureTexts.failure(error)
    }
  }
}

extension WalletSession {
  /// Pays, and follows the payment into its block.
  ///
  /// - Parameters:
  ///   - request: What was typed.
  ///   - passcode: Opens the wallet, and then authorises the payment.
  ///   - isAgreed: Whether the user, who reads the review, agrees.
  package func pay(
    _ request: PaymentRequest, _ passcode: borrowing SecretBytes,
    isAgreed: (SendDraft, SendQuote) -> Bool
  ) async throws(CommandFailure) -> Payment {
    let store = try await open(passcode.copy())
    // Payments of before are handed over again meanwhile: without them, later ones wait for ever.
    begin(store, .home(.view(.appeared)))
    await tap(store, .home(.view(.sendButtonTapped)))
    await tap(store, .send(.view(.recipientChanged(request.recipientText))))
    await tap(store, .send(.view(.amountChanged(request.amountText))))
    await tap(store, .send(.view(.speedChanged(request.speed))))
    await tap(store, .send(.view(.reviewButtonTapped)))
    try check(store)
    guard case .reviewing(let draft, let quote)? = top(store)?.send?.phase else {
      throw .interrupted
    }
    guard isAgreed(draft, quote) else {
      if Task.isCancelled { throw .interrupted }
      throw CommandFailure("nothing was sent: expected a yes, or --yes", .refused)
    }
    await tapWatched(
      store, .send(.view(.passcodeEntered(await deposit(passcode.copy())))),
      waiting: "Waiting for a block")
    if case .unsettled(let payment, let failure)? = top(store)?.send?.phase {
      throw FailureTexts.unsettled(payment, failure)
    }
    try check(store)
    switch top(store)?.send?.phase {
    case .confirmed(let payment, _)?:
      return payment
    case .following(let payment)?:
      throw CommandFailure(
        "interrupted while the payment \(payment.intent.hash.hex) waits for a block: it may still be"
          + " mined, see 'wallet activity'", .tryAgain)
    case .submitting?:
      throw CommandFailure(
        "interrupted while the payment was handed over: see 'wallet activity' before paying again",
        .tryAgain)
    case .editing?, .quoting?, .reviewing?, .refused?, .unsettled?, .failed?, nil:
      throw .interrupted
    }
  }
}
