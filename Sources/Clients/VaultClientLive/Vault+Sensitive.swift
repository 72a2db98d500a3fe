import EthereumMessages
import EthereumPrimitives
import EthereumTransactions
import VaultClient

extension Vault {
  func sign(
    _ authorization: Authorization, _ account: AccountID, _ transaction: UnsignedTransaction
  ) throws(SigningRefusal) -> SignedTransaction {
    guard open != nil else { throw .locked }
    guard let purpose = authorizations.spend(authorization, at: now) else {
      throw .authorizationGone
    }
    guard purpose == .sign(account: account, signingHash: transaction.signingHash) else {
      throw .otherPurpose
    }
    let (payload, _, _) = try openPayload(locked: SigningRefusal.locked) { .storage($0) }
    guard let entry = payload.entries.first(where: { $0.account.id == account }) else {
      throw .unknownAccount
    }
    // The vault may have been made for a development chain, and be used on another one.
    guard transaction.chainID?.isDevelopment == true || !payload.origin.isPublished
    else { throw .publishedPhrase }
    return VaultKeys.sign(transaction, payload.origin, index: entry.index)
  }

  func signMessage(
    _ authorization: Authorization, _ account: AccountID, _ message: SignInMessage
  ) throws(MessageSigningRefusal) -> PersonalSignature {
    guard open != nil else { throw .locked }
    guard let purpose = authorizations.spend(authorization, at: now) else {
      throw .authorizationGone
    }
    guard purpose == .signIn(account: account, messageHash: message.signingHash) else {
      throw .otherPurpose
    }
    let (payload, _, _) = try openPayload(locked: MessageSigningRefusal.locked) { .storage($0) }
    guard let entry = payload.entries.first(where: { $0.account.id == account }) else {
      throw .unknownAccount
    }
    guard entry.account.address == message.address else { throw .otherAddress }
    return VaultKeys.sign(message, payload.origin, index: entry.index)
  }

  func revealPhrase(_ authorization: Authorization) throws(RevealRefusal) {
    guard open != nil else { throw .locked }
    guard let purpose = authorizations.spend(authorization, at: now) else {
      throw .authorizationGone
    }
    guard purpose == .revealPhrase else { throw .otherPurpose }
    let (payload, _, _) = try openPayload(locked: RevealRefusal.locked) { .storage($0) }
    let phrase = VaultKeys.backup(payload.origin)
    do throws(PhraseDisplay.Unavailable) {
      try display.show(phrase.bytes)
    } catch {
      throw .displayUnavailable
    }
  }

  func erase(_ authorization: Authorization) throws(EraseRefusal) {
    guard open != nil else { throw .locked }
    guard let purpose = authorizations.spend(authorization, at: now) else {
      throw .authorizationGone
    }
    guard purpose == .erase else { throw .otherPurpose }
    try disk.withLock(refusal: { .storage($0) }) { () throws(EraseRefusal) in
      // The vault on the disk must be the one whose passcode was asked.
      _ = try openPayload(locked: EraseRefusal.locked) { .storage($0) }
      do throws(VaultStorageFailure) {
        try disk.erase()
      } catch {
        throw .storage(error)
      }
    }
    close()
  }
}
