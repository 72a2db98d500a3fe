import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import NodeClient
import VaultClient

/// Signs a payment and writes it down, in this order; nobody else has seen it then.
struct PaymentSubmission: Sendable {
  let node: NodeClient
  let vault: VaultClient
  let activity: ActivityClient

  /// Signs and records one payment.
  ///
  /// - Parameters:
  ///   - draft: What is paid.
  ///   - quote: What it costs at most.
  ///   - passcode: Spent in any case.
  /// - Returns: The payment as the journal has it.
  /// - Throws: Why there is no payment: nothing was written, nothing will be sent.
  func record(
    _ draft: SendDraft, _ quote: SendQuote, passcode: SecretHandle
  ) async throws -> Payment {
    let address = draft.account.address
    let nonce = quote.nonce
    do {
      // Another chain's count would leave a gap, or name a nonce that is spent.
      try await node.requireChain(draft.chainID)
      let found = try await Self.nextNonce(node, activity, draft)
      guard found == nonce else {
        throw SendMoneyFailure.nonceChanged(reviewed: nonce, found: found)
      }
      try draft.policy.check(quote.offer, code: quote.recipient.code)
    } catch {
      await vault.discard(passcode)
      throw error
    }
    let transaction = quote.transaction(for: draft)
    let authorization = try await vault.authorize(
      .sign(account: draft.account.id, signingHash: transaction.signingHash), passcode)
    let signed = try await vault.sign(authorization, draft.account.id, transaction)
    return try await activity.record(
      PaymentIntent(
        chainID: draft.chainID, from: address, to: draft.recipient, value: draft.amount,
        gasLimit: quote.gasLimit, maxFeePerGas: quote.maxFeePerGas,
        maxPriorityFeePerGas: quote.maxPriorityFeePerGas, nonce: nonce, hash: signed.hash,
        rawTransaction: signed.rawTransaction))
  }
  /// The nonce that the next payment gets, as node and journal say together.
  static func nextNonce(
    _ node: NodeClient, _ activity: ActivityClient, _ draft: SendDraft
  ) async throws -> UInt64 {
    let address = draft.account.address
    let pending = try await node.nonce(of: address, at: .pending)
    return try await activity.nextNonce(draft.chainID, address, pending)
  }
}
