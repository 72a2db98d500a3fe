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
    let nonce: UInt64
    do {
      // Another chain's count would leave a gap, or name a nonce that is spent.
      try await node.requireChain(draft.chainID)
      let pending = try await node.nonce(of: address, at: .pending)
      nonce = try await activity.nextNonce(draft.chainID, address, pending)
    } catch {
      await vault.discard(passcode)
      throw error
    }
    let transaction = quote.transaction(for: draft, nonce: nonce)
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
}
