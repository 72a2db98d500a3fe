import VaultClient
import VisibleText

extension Vault {
  /// The maximum length of a name.
  static let nameCharacterCountMax = 40

  /// The maximum number of Unicode scalars, because one character can carry any number of marks.
  static let nameScalarCountMax = 4 * nameCharacterCountMax

  func deriveAccount() throws(AccountRefusal) -> VaultAccount {
    try changePayload { payload throws(AccountRefusal) in
      guard case .phrase = payload.origin else { throw .keyHasOneAccount }
      guard payload.accounts.count < VaultPayload.accountCountMax else {
        throw .tooManyAccounts(limit: VaultPayload.accountCountMax)
      }
      return payload.addAccount()
    }
  }

  func renameAccount(_ id: AccountID, _ name: String) throws(AccountRefusal) -> VaultAccount {
    try changePayload { payload throws(AccountRefusal) in
      guard Self.isName(name) else {
        throw .invalidName(maximumCount: Self.nameCharacterCountMax)
      }
      guard !payload.accounts.contains(where: { $0.id != id && $0.name == name }) else {
        throw .nameTaken
      }
      guard let account = payload.rename(id, name) else { throw .unknownAccount }
      return account
    }
  }

  /// Returns true if a name can be shown on one line and distinguished from others.
  private static func isName(_ name: String) -> Bool {
    guard (1...nameCharacterCountMax).contains(name.count),
      name.unicodeScalars.count <= nameScalarCountMax, name.first != " ", name.last != " "
    else { return false }
    return name.isVisible
  }

  /// Reads, changes and writes the sealed content, while no other process does so.
  private func changePayload(
    _ change: (inout VaultPayload) throws(AccountRefusal) -> VaultAccount
  ) throws(AccountRefusal) -> VaultAccount {
    try disk.withLock(refusal: { .storage($0) }) { () throws(AccountRefusal) in
      var (payload, file, key) = try openPayload(locked: AccountRefusal.locked) { .storage($0) }
      let account = try change(&payload)
      let changed = VaultCrypto.seal(
        payload, key: key, deviceKeyID: file.deviceKeyID, cost: file.cost, salt: file.salt,
        nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random),
        openings: file.openings, journal: file.journal)
      do throws(VaultStorageFailure) {
        try disk.writeVault(changed)
      } catch {
        throw .storage(error)
      }
      open?.accounts = payload.accounts
      return account
    }
  }
}
