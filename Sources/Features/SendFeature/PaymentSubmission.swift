import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import VaultClient

/// Signs a payment, writes it down, and hands it to the node, in this order.
struct PaymentSubmission: Sendable {
  let node: NodeClient
  let vault: VaultClient
  let activity: ActivityClient

  /// Submits one payment.
  ///
  /// - Returns: The payment as the journal has it, after the node took it.
  func submit(
    _ draft: SendDraft, _ quote: SendQuote, passcode: SecretHandle
  ) async throws -> Payment {
    let address = draft.account.address
    let pending = try await node.nonce(of: address, at: .pending)
    let nonce = try await activity.nextNonce(draft.chainID, address, pending)
    let transaction = quote.transaction(for: draft, nonce: nonce)
    let authorization = try await vault.authorize(
      .sign(account: draft.account.id, signingHash: transaction.signingHash), passcode)
    let signed = try await vault.sign(authorization, draft.account.id, transaction)
    let payment = try await activity.record(
      PaymentIntent(
        chainID: draft.chainID, from: address, to: draft.recipient, value: draft.amount,
        gasLimit: quote.gasLimit, maxFeePerGas: quote.maxFeePerGas,
        maxPriorityFeePerGas: quote.maxPriorityFeePerGas, nonce: nonce, hash: signed.hash,
        rawTransaction: signed.rawTransaction))
    return try await broadcast(payment)
  }

  /// Hands a payment of the journal to the node; also one from before the wallet was killed.
  func broadcast(_ payment: Payment) async throws -> Payment {
    do {
      _ = try await node.sendRawTransaction(payment.intent.rawTransaction)
    } catch let error as NodeError {
      guard try await isKnown(payment, after: error) else {
        if case .refused(_, let refusal) = error {
          _ = try await activity.update(
            payment.id, .failed(.rejected(code: refusal.code, message: refusal.message)))
        }
        throw error
      }
    }
    return try await activity.update(payment.id, .broadcast)
  }

  /// Whether the node has the payment although it refused to take it.
  private func isKnown(_ payment: Payment, after error: NodeError) async throws -> Bool {
    switch error.poolRefusal {
    case .alreadyKnown: true
    case .nonceTooLow: try await node.receipt(payment.intent.hash) != nil
    default: false
    }
  }
}
