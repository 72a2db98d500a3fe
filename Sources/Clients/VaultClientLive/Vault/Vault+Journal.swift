package import VaultClient

// Operations of hosts that bind the journal of payments to the vault.

extension Vault {
  /// Returns the journal that the open vault was last used with; nil before the first one.
  package func journalMark() throws(SigningRefusal) -> JournalMark? {
    let (_, file, _) = try openPayload(
      locked: SigningRefusal.authorization(.locked)
    ) { .storage($0) }
    return file.journal
  }

  /// Records the journal's progress in the vault's authenticated header.
  ///
  /// - Parameters:
  ///   - mark: The journal's mark. If another process has recorded a later one, that is kept.
  ///   - isAccepted: True if the owner accepts this journal, whatever the vault knows about
  ///     another.
  package func note(
    _ mark: JournalMark, isAccepted: Bool = false
  ) throws(SigningRefusal) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(SigningRefusal) in
      let (payload, file, key) = try openPayload(
        locked: SigningRefusal.authorization(.locked)
      ) { .storage($0) }
      if let known = file.journal, !isAccepted {
        guard known.id == mark.id, known.stamp < mark.stamp else { return }
      }
      let changed = VaultCrypto.seal(
        payload, key: key, deviceKeyID: file.deviceKeyID, cost: file.cost, salt: file.salt,
        nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random),
        openings: file.openings, journal: mark)
      do throws(VaultStorageFailure) {
        try disk.writeVault(changed)
      } catch {
        throw .storage(error)
      }
    }
  }
}
