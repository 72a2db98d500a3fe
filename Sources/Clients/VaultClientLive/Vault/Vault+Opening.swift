import DurableFiles
import EthereumCrypto
import VaultClient

extension Vault {
  func unlock(_ handle: SecretHandle) async throws(UnlockRefusal) -> [VaultAccount] {
    guard let passcode = deposits.spend(handle, at: now) else { throw .secretGone }
    let lockCount = lockCount
    let opened = try await check(passcode, isOpening: true)
    // The vault was locked in the meantime, so it stays locked.
    guard lockCount == self.lockCount else { throw .cancelled }
    open = opened
    return opened.accounts
  }

  func authorize(
    _ purpose: AuthorizationPurpose, _ handle: SecretHandle
  ) async throws(AuthorizationRefusal) -> Authorization {
    let passcode = deposits.spend(handle, at: now)
    guard let open else { return try await authorizeOpening(purpose, passcode) }
    if let account = purpose.account, !open.accounts.contains(where: { $0.id == account }) {
      throw .unknownAccount
    }
    guard let passcode else { throw .passcode(.secretGone) }
    let lockCount = lockCount
    let checked = try await authorizationCheck(passcode, isOpening: false)
    guard lockCount == self.lockCount, let open = self.open else { throw .locked }
    // The passcode must be the open vault's, and not that of another one that has replaced it
    // since.
    guard VaultCrypto.areEqual(checked.key, open.key) else {
      close()
      throw .locked
    }
    return authorizations.give(purpose, at: now)
  }

  /// Opens the locked vault for the one payment that the passcode signs.
  private func authorizeOpening(
    _ purpose: AuthorizationPurpose, _ passcode: SecretBox?
  ) async throws(AuthorizationRefusal) -> Authorization {
    // Checked before the passcode is tried, so that it is never tried on another wallet. Text typed
    // before the lock was wiped by it, and opens nothing.
    guard case .sign(let account, _) = purpose, let passcode, let closed,
      try saltOnDisk() == closed.salt
    else { throw .locked }
    guard closed.accounts.contains(where: { $0.id == account }) else { throw .unknownAccount }
    let lockCount = lockCount
    let checked = try await authorizationCheck(passcode, isOpening: true)
    guard lockCount == self.lockCount, open == nil, checked.salt == closed.salt
    else { throw .locked }
    // The payment is reviewed with these addresses: the payer's, and that of an account which may
    // be its recipient by name.
    let isTrue = closed.accounts.allSatisfy { listed in
      checked.accounts.contains { $0.id == listed.id && $0.address == listed.address }
    }
    guard isTrue else { throw .otherAddress }
    open = checked
    return authorizations.give(purpose, at: now, hasOpenedVault: true)
  }

  private func authorizationCheck(
    _ passcode: SecretBox, isOpening: Bool
  ) async throws(AuthorizationRefusal) -> OpenVault {
    do throws(UnlockRefusal) {
      return try await check(passcode, isOpening: isOpening)
    } catch {
      throw .passcode(error)
    }
  }

  private func saltOnDisk() throws(AuthorizationRefusal) -> [UInt8]? {
    do throws(UnlockRefusal) {
      return try vaultFile()?.salt
    } catch {
      throw .passcode(error)
    }
  }

  // MARK: - Trying a passcode

  /// An attempt that has been counted.
  private struct Attempt {
    let file: VaultFile
    let deviceKey: SecretBox
    let ledger: AttemptLedger

    /// The time at which the attempt before it was counted.
    let countedBeforeAt: TimeReading
  }

  /// Tries a passcode: counts the attempt, derives the key, opens the vault, clears the count.
  func check(
    _ passcode: SecretBox, isOpening: Bool
  ) async throws(UnlockRefusal) -> OpenVault {
    // Acquiring the lock creates its file and folder, so not if there is nothing to lock.
    guard try vaultFile() != nil else { throw .noVault }
    // It can't be correct, so it costs no attempt and no derivation.
    guard passcode.bytes.withUnsafeBytes({ PasscodePolicy.isText($0) }) else { throw .notText }
    // One at a time: correct passcodes typed simultaneously must not count against each other.
    let turn = try await waitForTurn()
    defer { environment.files.close(turn) }
    let attempt = try countAttempt()
    defer { progressBoard.post(.idle) }
    let found: (key: SecretBox, opened: SecretBox)?
    var isTried = false
    do throws(VaultKeyDerivation.Failure) {
      found = try await VaultKeyDerivation.opening(
        passcode: passcode, deviceKey: attempt.deviceKey, cost: attempt.file.cost,
        salt: attempt.file.salt, progress: progressBoard, environment: environment
      ) { key in
        isTried = true
        return VaultCrypto.open(attempt.file, key: key)
      }
    } catch {
      // Nothing is known about the passcode, unless one of its forms was tried.
      if !isTried { try takeBack(attempt) }
      throw UnlockRefusal(error)
    }
    progressBoard.post(.finishing)
    guard let (key, opened) = found else {
      switch attempt.ledger.allowance(at: ledgerNow, by: now) {
      case .tries(let left): throw .wrongPasscode(triesLeft: left)
      case .backedOff(let date): throw .wrongPasscodeThenBackedOff(until: date)
      }
    }
    let payload: VaultPayload
    do throws(VaultStorageFailure) {
      payload = try self.payload(decoding: opened)
      // The addresses that are shown and paid to must be derived from the phrase.
      guard payload.hasAddressesOfItsPhrase else {
        throw VaultStorageFailure.damaged(path: disk.vaultFile.path)
      }
    } catch {
      // The passcode was correct, and correct ones never count.
      try takeBack(attempt)
      throw .storage(error)
    }
    let accounts = try clearAttempts(
      attempt.file, payload.accounts, key: key, isOpening: isOpening)
    return OpenVault(key: key, salt: attempt.file.salt, accounts: accounts)
  }

  /// Records that a passcode is about to be tried, unless it has to wait.
  private func countAttempt() throws(UnlockRefusal) -> Attempt {
    try disk.withLock(refusal: { .storage($0) }) { () throws(UnlockRefusal) in
      let now = ledgerNow
      guard let file = try vaultFile() else { throw .noVault }
      var ledger: AttemptLedger
      do throws(VaultStorageFailure) {
        let read = try disk.readLedger(at: now, of: file)
        ledger = read.ledger
        if read.isReplaced { try disk.writeLedger(ledger) }
      } catch {
        throw .storage(error)
      }
      try refuseWhileBackedOff(&ledger, at: now)
      do throws(VaultStorageFailure) {
        // Before counting: without the device key no passcode is checked.
        let deviceKey = try disk.readDeviceKey(of: file)
        let countedBeforeAt = ledger.countedAt
        ledger.countAttempt(at: now)
        try disk.writeLedger(ledger)
        return Attempt(
          file: file, deviceKey: deviceKey, ledger: ledger, countedBeforeAt: countedBeforeAt)
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
    if case .backedOff(let date) = ledger.allowance(at: now, by: self.now) {
      throw .backedOff(until: date)
    }
  }

  /// Clears the count; if the passcode opened the vault, its header counts that too.
  ///
  /// The ledger is written first. A process that is killed in between leaves a ledger that knows
  /// more openings than the vault, which is harmless.
  ///
  /// - Returns: The accounts of the opened vault: one may have been added since its file was read.
  private func clearAttempts(
    _ file: VaultFile, _ accounts: [VaultAccount], key: SecretBox, isOpening: Bool
  ) throws(UnlockRefusal) -> [VaultAccount] {
    try disk.withLock(refusal: { .storage($0) }) { () throws(UnlockRefusal) in
      // Another process may have written the vault in the meantime.
      guard let current = try vaultFile(), current.salt == file.salt else { return accounts }
      let openings = isOpening ? (current.openings ?? 0) + 1 : current.openings
      do throws(VaultStorageFailure) {
        try disk.writeLedger(.cleared(at: ledgerNow, openings: openings))
        guard isOpening, let opened = VaultCrypto.open(current, key: key) else { return accounts }
        let payload = try self.payload(decoding: opened)
        try disk.writeVault(
          VaultCrypto.seal(
            payload, key: key, deviceKeyID: current.deviceKeyID, cost: current.cost,
            salt: current.salt,
            nonce: VaultCrypto.publicRandom(VaultFile.nonceByteCount, environment.random),
            openings: openings, journal: current.journal))
        return payload.accounts
      } catch {
        throw .storage(error)
      }
    }
  }

  /// Takes back the attempt for a passcode that was not checked.
  private func takeBack(_ attempt: Attempt) throws(UnlockRefusal) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(UnlockRefusal) in
      guard let file = try vaultFile() else { return }
      do throws(VaultStorageFailure) {
        var (ledger, isReplaced) = try disk.readLedger(at: ledgerNow, of: file)
        guard !isReplaced else { return }
        ledger.takeBackAttempt(countedBeforeAt: attempt.countedBeforeAt)
        try disk.writeLedger(ledger)
      } catch {
        throw .storage(error)
      }
    }
  }

  /// Waits until no other process tries a passcode: each attempt takes about a second.
  private func waitForTurn() async throws(UnlockRefusal) -> Int32 {
    for _ in 1...Self.turnAttemptCountMax {
      do throws(VaultStorageFailure) {
        if let turn = try disk.tryLockTries() { return turn }
      } catch {
        throw .storage(error)
      }
      await withCheckedContinuation { turn in environment.later(50) { turn.resume() } }
      guard !Task.isCancelled else { throw .cancelled }
    }
    throw .storage(.busy)
  }

  /// The number of times the lock for trying passcodes is requested: for a minute.
  private static let turnAttemptCountMax = 1_200
}

extension AuthorizationPurpose {
  /// The account of the purpose, if it has one.
  fileprivate var account: AccountID? {
    switch self {
    case .sign(let account, _), .signIn(let account, _): account
    case .changePasscode, .revealPhrase, .erase: nil
    }
  }
}

extension UnlockRefusal {
  /// Converts a failed derivation into an error of an attempt.
  init(_ failure: VaultKeyDerivation.Failure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .outOfMemory: self = .storage(.outOfMemory)
    }
  }
}
