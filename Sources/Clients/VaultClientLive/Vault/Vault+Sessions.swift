package import VaultClient

/// The tokens of sign-ins, read from the disk and opened for each use: an open vault keeps none in
/// memory, and a locked one can't open them.
extension Vault {
  /// Returns the tokens of the session with a service; nil if there is no session.
  package func sessionTokens(
    of service: String
  ) throws(SessionKeepingRefusal) -> SessionTokens? {
    try readSessions(sealedWith: try openKey()).sessions.first { $0.service == service }
  }

  /// Stores the tokens of a session, replacing others of that service; synced to the disk.
  ///
  /// An unreadable file is set aside, but one written by a newer wallet is left alone.
  package func keepSessionTokens(_ tokens: SessionTokens) throws(SessionKeepingRefusal) {
    try changeSessions(setsUnreadableAside: true) { payload throws(SessionKeepingRefusal) in
      payload.sessions.removeAll { $0.service == tokens.service }
      guard payload.sessions.count < SessionsPayload.sessionCountMax else {
        throw .tooManySessions(limit: SessionsPayload.sessionCountMax)
      }
      payload.sessions.append(tokens)
    }
  }

  /// Drops the tokens of the session with a service; does nothing if there is none.
  package func dropSessionTokens(of service: String) throws(SessionKeepingRefusal) {
    try changeSessions(setsUnreadableAside: false) { payload throws(SessionKeepingRefusal) in
      payload.sessions.removeAll { $0.service == service }
    }
  }

  /// Acquires the right to get new tokens from a service; nil if another process, or another part
  /// of this one, has it.
  ///
  /// Two simultaneous requests with one refresh token look like a theft to the service.
  package func tryLeaseSessions() throws(SessionKeepingRefusal) -> SessionsLease? {
    _ = try openKey()
    do throws(VaultStorageFailure) {
      return try disk.tryLeaseSessions()
    } catch {
      throw .storage(error)
    }
  }

  // MARK: - Reading and writing the file

  /// Returns the key of the open vault, if that is the one on the disk.
  private func openKey() throws(SessionKeepingRefusal) -> OpenVault {
    guard let open else { throw .locked }
    let salt: [UInt8]?
    do throws(VaultStorageFailure) {
      salt = try disk.readVault()?.salt
    } catch {
      throw .storage(error)
    }
    guard salt == open.salt else {
      close()
      throw .locked
    }
    return open
  }

  private func readSessions(
    sealedWith open: OpenVault
  ) throws(SessionKeepingRefusal) -> SessionsPayload {
    guard let file = try disk.readSessions() else { return SessionsPayload() }
    guard file.salt == open.salt, let opened = VaultCrypto.open(file, vaultKey: open.key) else {
      throw disk.refusal(.damaged)
    }
    do throws(SessionsFile.Unreadable) {
      return try SessionsPayload(decoding: opened)
    } catch {
      throw disk.refusal(error)
    }
  }

  /// Reads, changes and writes the sessions, while no other process does so.
  private func changeSessions(
    setsUnreadableAside: Bool,
    _ change: (inout SessionsPayload) throws(SessionKeepingRefusal) -> Void
  ) throws(SessionKeepingRefusal) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(SessionKeepingRefusal) in
      let open = try openKey()
      var payload: SessionsPayload
      var isUnreadable = false
      do throws(SessionKeepingRefusal) {
        payload = try readSessions(sealedWith: open)
      } catch .damaged where setsUnreadableAside {
        payload = SessionsPayload()
        isUnreadable = true
      }
      try change(&payload)
      let file = VaultCrypto.seal(
        payload, vaultKey: open.key, salt: open.salt,
        nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random))
      do throws(VaultStorageFailure) {
        try disk.writeSessions(file, settingAside: isUnreadable)
      } catch {
        throw .storage(error)
      }
    }
  }
}
