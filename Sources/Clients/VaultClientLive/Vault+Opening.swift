import VaultClient

extension Vault {
  func unlock(_ handle: SecretHandle) async throws(UnlockRefusal) -> [VaultAccount] {
    guard let passcode = deposits.spend(handle, at: now) else { throw .secretGone }
    let lockCount = lockCount
    let opened = try await check(passcode)
    // Who locked meanwhile wants a locked vault.
    guard lockCount == self.lockCount else { throw .cancelled }
    open = opened
    return opened.accounts
  }

  func authorize(
    _ purpose: AuthorizationPurpose, _ handle: SecretHandle
  ) async throws(AuthorizationRefusal) -> Authorization {
    let passcode = deposits.spend(handle, at: now)
    guard let open else { throw .locked }
    if let account = purpose.account, !open.accounts.contains(where: { $0.id == account }) {
      throw .unknownAccount
    }
    guard let passcode else { throw .passcode(.secretGone) }
    let lockCount = lockCount
    do throws(UnlockRefusal) {
      _ = try await check(passcode)
    } catch {
      throw .passcode(error)
    }
    guard lockCount == self.lockCount else { throw .locked }
    return authorizations.give(purpose, at: now)
  }

  // MARK: - Looking at a passcode

  /// An attempt that has been counted.
  private struct Attempt {
    let file: VaultFile
    let deviceKey: SecretBox
    let ledger: AttemptLedger
  }

  /// Tries a passcode: counts the attempt, derives the key, opens the vault, clears the count.
  private func check(_ passcode: SecretBox) async throws(UnlockRefusal) -> OpenVault {
    // Taking the lock makes its file, and its folder: not where there is nothing to lock.
    guard try vaultFile() != nil else { throw .noVault }
    let attempt = try countAttempt()
    defer { progressBoard.post(.idle) }
    let key: SecretBox
    do throws(VaultKeyDerivation.Failure) {
      key = try await VaultKeyDerivation.vaultKey(
        passcode: passcode, deviceKey: attempt.deviceKey, cost: attempt.file.cost,
        salt: attempt.file.salt, progress: progressBoard, environment: environment)
    } catch {
      throw UnlockRefusal(error)
    }
    progressBoard.post(.finishing)
    guard let opened = VaultCrypto.open(attempt.file, key: key) else {
      switch attempt.ledger.allowance(at: now) {
      case .tries(let left): throw .wrongPasscode(triesLeft: left)
      case .backedOff(let date): throw .wrongPasscodeThenBackedOff(until: date)
      }
    }
    let payload: VaultPayload
    do throws(VaultStorageFailure) {
      payload = try self.payload(decoding: opened)
    } catch {
      throw .storage(error)
    }
    try clearAttempts()
    return OpenVault(key: key, salt: attempt.file.salt, accounts: payload.accounts)
  }

  /// Writes that a passcode is about to be tried, unless it has to wait.
  private func countAttempt() throws(UnlockRefusal) -> Attempt {
    try disk.withLock(refusal: { .storage($0) }) { () throws(UnlockRefusal) in
      let now = now
      guard let file = try vaultFile() else { throw .noVault }
      var ledger: AttemptLedger
      do throws(VaultStorageFailure) {
        ledger = try disk.readLedger(at: now)
      } catch {
        throw .storage(error)
      }
      try refuseWhileBackedOff(&ledger, at: now)
      do throws(VaultStorageFailure) {
        // Before counting: without the device key no passcode is looked at.
        let deviceKey = try disk.readDeviceKey(of: file)
        ledger.countAttempt(at: now)
        try disk.writeLedger(ledger)
        return Attempt(file: file, deviceKey: deviceKey, ledger: ledger)
      } catch {
        throw .storage(error)
      }
    }
  }

  private func vaultFile() throws(UnlockRefusal) -> VaultFile? {
    do throws(VaultStorageFailure) {
      return try disk.readVault()
    } catch {
      throw .storage(error)
    }
  }

  private func refuseWhileBackedOff(
    _ ledger: inout AttemptLedger, at now: TimeReading
  ) throws(UnlockRefusal) {
    if ledger.startAnewIfClockWasSetBack(at: now) {
      do throws(VaultStorageFailure) {
        try disk.writeLedger(ledger)
      } catch {
        throw .storage(error)
      }
    }
    if case .backedOff(let date) = ledger.allowance(at: now) { throw .backedOff(until: date) }
  }

  private func clearAttempts() throws(UnlockRefusal) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(UnlockRefusal) in
      do throws(VaultStorageFailure) {
        try disk.writeLedger(.cleared(at: now))
      } catch {
        throw .storage(error)
      }
    }
  }
}

extension AuthorizationPurpose {
  /// The account that it is about, if it is about one.
  fileprivate var account: AccountID? {
    switch self {
    case .sign(let account, _), .signIn(let account, _): account
    case .changePasscode, .revealPhrase, .erase: nil
    }
  }
}

extension UnlockRefusal {
  /// What a failed derivation means for an attempt.
  init(_ failure: VaultKeyDerivation.Failure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .outOfMemory: self = .storage(.outOfMemory)
    }
  }
}
