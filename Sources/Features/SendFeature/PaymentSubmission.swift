package import ActivityClient
package import EthereumPrimitives
package import EthereumTransactions
import NodeClient
import VaultClient

/// The data to sign and record as one payment.
struct PaymentOrder: Sendable {
  /// The account that pays.
  var account: AccountID
  /// The payment to make.
  var intent: PaymentIntent
  /// The nonce that was reviewed; nil if none was shown.
  var reviewedNonce: UInt64?
  /// The report on nonces that the payer accepts.
  var acceptedGap: GapReport?
  /// Returns the transaction to sign, once its nonce is known.
  var transaction: @Sendable (_ nonce: UInt64) -> UnsignedTransaction
}

/// The reason a payment was not signed although the vault would have signed it.
package enum SubmissionRefusal: Error, Codable, Equatable, Sendable {
  /// The chain would never accept the transaction.
  case invalid(TransactionRefusal)
  /// The nonce differs from the one that was reviewed.
  case nonceChanged(reviewed: UInt64, found: UInt64)
  /// The node counts the payment's nonce as used, so nothing can replace the payment.
  case nonceUsed(Hash32)
  /// The transaction is signed, and it is unknown whether the journal has it.
  case perhapsRecorded(Hash32, JournalFailure)
}

/// Signs a payment and then records it, without sending it.
struct PaymentSubmission: Sendable {
  let node: NodeClient
  let verifier: NodeClient?
  let vault: VaultClient
  let activity: ActivityClient

  init(
    node: NodeClient, verifier: NodeClient? = nil, vault: VaultClient, activity: ActivityClient
  ) {
    self.node = node
    self.verifier = verifier
    self.vault = vault
    self.activity = activity
  }

  /// Signs and records one payment.
  ///
  /// If the intent's key already names a payment with the same fields, that payment is returned,
  /// and nothing is signed.
  ///
  /// - Parameters:
  ///   - order: The payment to make.
  ///   - passcode: The passcode, spent in any case.
  /// - Returns: The payment as the journal has it.
  /// - Throws: The reason no payment was made; then nothing was written, and nothing will be sent.
  func record(_ order: PaymentOrder, passcode: SecretHandle) async throws -> Payment {
    let transaction: UnsignedTransaction
    do {
      if let known = try await known(order.intent) {
        await vault.discard(passcode)
        return known
      }
      let nonce = try await NonceChoice(node: node, verifier: verifier, activity: activity).next(
        chainID: order.intent.chainID, from: order.intent.from, acceptedGap: order.acceptedGap)
      if let reviewed = order.reviewedNonce, reviewed != nonce {
        throw SubmissionRefusal.nonceChanged(reviewed: reviewed, found: nonce)
      }
      try await compareCode(at: order.intent.to)
      transaction = order.transaction(nonce)
      try Self.check(transaction, order.intent.chainID)
    } catch {
      await vault.discard(passcode)
      throw error
    }
    return try await sign(transaction, order.account, passcode) { signed in
      let payment = PaymentTransaction(transaction, signed, role: .original)
      do throws(RecordRefusal) {
        return try await activity.record(order.intent, payment)
      } catch {
        guard case .storage(let failure) = error else { throw error }
        guard let known = try await recorded(payment.hash, failure) else { throw error }
        return known
      }
    }
  }

  /// Returns the journal's record of a transaction that it could not write: a commit may be on the
  /// disk although it returned an error.
  ///
  /// - Throws: `SubmissionRefusal.perhapsRecorded` if that can't be determined.
  private func recorded(
    _ hash: Hash32, _ failure: JournalFailure
  ) async throws(SubmissionRefusal) -> Payment? {
    do throws(JournalFailure) {
      let known = try await activity.payment(.transaction(hash))
      // The journal drops the bytes of an ended payment, so this is the record of another one.
      return known?.state == .abandoned ? nil : known
    } catch {
      throw .perhapsRecorded(hash, failure)
    }
  }

  /// Signs a transaction that replaces a payment's, and adds it to the payment's family.
  ///
  /// - Parameters:
  ///   - quote: The quote that was reviewed.
  ///   - account: The account that pays.
  ///   - policy: The ceilings on fees.
  ///   - passcode: The passcode, spent in any case.
  /// - Throws: The reason nothing was added; then nothing was written, and nothing will be sent.
  func replace(
    _ quote: ReplacementQuote, by account: AccountID, within policy: FeePolicy,
    passcode: SecretHandle
  ) async throws -> Payment {
    let (payment, transaction) = (quote.payment, quote.transaction)
    do {
      try await node.requireChain(payment.intent.chainID)
      try await verifier?.requireChain(payment.intent.chainID)
      try await payment.requireUnusedNonce(node)
      try await compareCode(
        at: quote.role == .cancel ? payment.intent.from : payment.intent.to)
      try policy.check(quote.offer, code: quote.code, tipAccepted: quote.tipAccepted)
      try Self.check(transaction, payment.intent.chainID)
    } catch {
      await vault.discard(passcode)
      throw error
    }
    return try await sign(transaction, account, passcode) { signed in
      let replacement = PaymentTransaction(transaction, signed, role: quote.role)
      do throws(ReplaceRefusal) {
        return try await activity.replace(payment.id, replacement)
      } catch {
        guard case .storage(let failure) = error else { throw error }
        guard let known = try await recorded(replacement.hash, failure) else { throw error }
        return known
      }
    }
  }

  /// Finds the payment that the intent's key names.
  private func known(_ intent: PaymentIntent) async throws -> Payment? {
    guard let key = intent.key, let known = try await activity.payment(.key(key)) else {
      return nil
    }
    if let field = intent.difference(from: known.intent) {
      throw RecordRefusal.keyTaken(by: known.id, field: field)
    }
    return known
  }

  private func compareCode(at recipient: Address) async throws {
    guard let verifier else { return }
    let first = try await node.code(of: recipient, at: .latest)
    let second = try await verifier.code(of: recipient, at: .latest)
    guard first == second else { throw SecondOpinion.code(recipient) }
  }

  private static func check(
    _ transaction: UnsignedTransaction, _ chainID: ChainID
  ) throws(SubmissionRefusal) {
    do throws(TransactionRefusal) {
      try TransactionRules(chainID: chainID).check(transaction)
    } catch {
      throw .invalid(error)
    }
  }

  /// Signs exactly what was authorized: the authorization is bound to the signing hash.
  ///
  /// - Parameter record: Records the signed transaction. If that or the signature is refused, a
  ///   vault that was opened for this payment alone is locked again.
  private func sign(
    _ transaction: UnsignedTransaction, _ account: AccountID, _ passcode: SecretHandle,
    record: (SignedTransaction) async throws -> Payment
  ) async throws -> Payment {
    let authorization = try await vault.authorize(
      .sign(account: account, signingHash: transaction.signingHash), passcode)
    do {
      return try await record(try await vault.sign(authorization, account, transaction))
    } catch {
      if authorization.hasOpenedVault { await vault.lock() }
      throw error
    }
  }
}

extension PaymentSubmission {
  /// Signs and records a typed and quoted payment.
  func record(
    _ draft: SendDraft, _ quote: SendQuote, passcode: SecretHandle
  ) async throws -> Payment {
    do throws(FeeRefusal) {
      // The order has the reviewed nonce, so that exactly this offer is signed.
      try draft.policy.check(quote.offer, code: quote.recipient.code)
    } catch {
      await vault.discard(passcode)
      throw error
    }
    let order = PaymentOrder(
      account: draft.account.id, intent: draft.intent, reviewedNonce: quote.nonce,
      acceptedGap: draft.acceptedGap
    ) { _ in quote.transaction(for: draft) }
    return try await record(order, passcode: passcode)
  }
}

extension Payment {
  /// Throws if the node counts the payment's nonce as used by a block.
  ///
  /// The only consequence is that no replacement is signed: the payment is still followed.
  func requireUnusedNonce(_ node: NodeClient) async throws {
    guard try await node.nonce(of: intent.from, at: .latest) <= nonce else {
      throw SubmissionRefusal.nonceUsed(hash)
    }
  }
}

extension PaymentTransaction {
  /// Describes a signed transaction.
  fileprivate init(
    _ transaction: UnsignedTransaction, _ signed: SignedTransaction, role: Role
  ) {
    self.init(
      role: role, nonce: transaction.nonce, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.maxFeePerGas,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas, hash: signed.hash,
      rawTransaction: signed.rawTransaction)
  }
}
