import EthereumMessages
import EthereumPrimitives
import EthereumTransactions
import VaultClient

extension Vault {
  func sign(
    _ authorization: Authorization, _ account: AccountID, _ transaction: UnsignedTransaction
  ) throws(SigningRefusal) -> SignedTransaction {
    let purpose = AuthorizationPurpose.sign(account: account, signingHash: transaction.signingHash)
    try spend(authorization, for: purpose, refusal: SigningRefusal.authorization)
    let (payload, _, _) = try openPayload(
      locked: SigningRefusal.authorization(.locked)
    ) { .storage($0) }
    guard let entry = payload.entries.first(where: { $0.account.id == account }) else {
      throw .unknownAccount
    }
    return VaultKeys.sign(transaction, payload.origin, index: entry.index)
  }

  func signMessage(
    _ authorization: Authorization, _ account: AccountID, _ message: SignInMessage
  ) throws(MessageSigningRefusal) -> PersonalSignature {
    let purpose = AuthorizationPurpose.signIn(account: account, messageHash: message.signingHash)
    try spend(authorization, for: purpose, refusal: MessageSigningRefusal.authorization)
    let (payload, _, _) = try openPayload(
      locked: MessageSigningRefusal.authorization(.locked)
    ) { .storage($0) }
    guard let entry = payload.entries.first(where: { $0.account.id == account }) else {
      throw .unknownAccount
    }
    guard entry.account.address == message.address else { throw .otherAddress }
    return VaultKeys.sign(message, payload.origin, index: entry.index)
  }

  func revealPhrase(_ authorization: Authorization) throws(RevealRefusal) {
    try spend(authorization, for: .revealPhrase, refusal: RevealRefusal.authorization)
    let (payload, _, _) = try openPayload(locked: RevealRefusal.authorization(.locked)) {
      .storage($0)
    }
    let phrase = VaultKeys.backup(payload.origin)
    do throws(PhraseDisplay.Unavailable) {
      try display.show(phrase.bytes)
    } catch {
      throw .displayUnavailable
    }
  }

  func erase(_ authorization: Authorization) throws(EraseRefusal) {
    try spend(authorization, for: .erase, refusal: EraseRefusal.authorization)
    try disk.withLock(refusal: { .storage($0) }) { () throws(EraseRefusal) in
      // The vault on the disk must be the one whose passcode was requested.
      _ = try openPayload(locked: EraseRefusal.authorization(.locked)) { .storage($0) }
      do throws(VaultStorageFailure) {
        try disk.erase()
      } catch {
        throw .storage(error)
      }
    }
    close()
  }

  /// Spends an authorization for a purpose; it is spent even if it was for another one.
  func spend<Refusal: Error>(
    _ authorization: Authorization, for purpose: AuthorizationPurpose,
    refusal: (SpendRefusal) -> Refusal
  ) throws(Refusal) {
    guard open != nil else { throw refusal(.locked) }
    guard let granted = authorizations.spend(authorization, at: now) else { throw refusal(.gone) }
    guard granted == purpose else { throw refusal(.otherPurpose) }
  }
}
