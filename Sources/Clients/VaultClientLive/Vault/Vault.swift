import DurableFiles
package import EthereumCrypto
package import VaultClient

/// The only owner of phrases, keys and passcodes, as an actor: its operations don't interleave in
/// the middle of a step, and long work runs outside it.
///
/// Hosts create one, deposit what people type in it, and give features its
/// ``VaultClient/live(_:)``.
package actor Vault {
  /// An open vault.
  struct OpenVault {
    /// The key that the vault is sealed with.
    let key: SecretBox

    /// The salt of the key: a different one on the disk means a different key.
    let salt: [UInt8]

    /// The public data of the accounts.
    var accounts: [VaultAccount]
  }

  /// Public data of a locked vault.
  struct ClosedVault {
    /// The salt of its key.
    let salt: [UInt8]

    /// The public data of its accounts, as shown before.
    let accounts: [VaultAccount]
  }

  let configuration: VaultConfiguration
  let environment: VaultEnvironment
  let display: PhraseDisplay
  let disk: VaultDisk
  let progressBoard = ProgressBoard()
  nonisolated let deposits: SecretDeposits

  var authorizations = AuthorizationLedger()
  var creation: Creation?
  var open: OpenVault?

  /// The vault that was open last, or that the host expects; a passcode that signs can open only
  /// this one.
  private(set) var closed: ClosedVault?

  /// The new path of an unreadable vault that the last creation moved; nil if there was none.
  package internal(set) var setAsidePath: String?

  /// The number of times the vault was locked; code that waits for a key compares it, to notice a
  /// lock in the meantime.
  var lockCount = 0
  private var lastPhraseID: UInt64 = 0

  /// Creates a vault in a folder, which is created at the first write.
  package init(
    configuration: VaultConfiguration, environment: VaultEnvironment = .live,
    display: PhraseDisplay = .none
  ) {
    self.configuration = configuration
    self.environment = environment
    self.display = display
    deposits = SecretDeposits(environment: environment)
    disk = VaultDisk(configuration: configuration, files: environment.files)
  }

  // MARK: - Operations of hosts

  /// Takes ownership of a typed secret, and returns a handle that the host can put into an action.
  ///
  /// It is kept for five minutes, until it is spent, until the last copy of its handle ends, or
  /// until 32 later ones have been deposited.
  package func deposit(_ secret: consuming SecretBytes) -> SecretHandle {
    deposits.deposit(SecretBox(secret), at: now)
  }

  /// Stores the accounts that the host knows without a passcode, so that the passcode that signs a
  /// payment also opens the vault.
  ///
  /// This is public data and may be false: after the passcode has opened the vault, all addresses
  /// are compared. Accounts from an open vault take precedence.
  package func expect(_ accounts: [VaultAccount]) throws(VaultStorageFailure) {
    guard open == nil, closed == nil, let file = try disk.readVault() else { return }
    closed = ClosedVault(salt: file.salt, accounts: accounts)
  }

  /// Records the time of a node's block, which bounds the wait between passcodes.
  package func noteBlock(atSeconds seconds: UInt64) {
    guard let time = disk.newestBlock.news(seconds: seconds, at: now) else { return }
    do throws(VaultStorageFailure) {
      // Without a vault there is no passcode to guess, and no folder.
      if try disk.readVault() != nil { disk.newestBlock.write(time) }
    } catch {
      return
    }
  }

  /// The path of the vault's file.
  package nonisolated var path: String { disk.vaultFile.path }

  /// The phrase of the creation in progress, if there is one.
  package var phraseInCreation: PhraseHandle? { creation?.handle }

  // MARK: - Looking

  func status() throws(VaultStorageFailure) -> VaultStatus {
    guard let file = try disk.readVault() else {
      close()
      return .empty
    }
    if let open, open.salt == file.salt { return .unlocked(open.accounts) }
    // Another process has changed the passcode, or has erased the vault and written another.
    if open != nil { close() }
    return .locked(try allowance(of: file))
  }

  /// Returns the attempts that the owner has now; a replaced ledger is written, so that its wait
  /// begins now and ends even if no passcode is tried.
  private func allowance(of file: VaultFile) throws(VaultStorageFailure) -> UnlockAllowance {
    let (clock, now) = (self.now, ledgerNow)
    let read = try disk.readLedger(at: now, of: file)
    guard read.isReplaced else { return read.ledger.allowance(at: now, by: clock) }
    return try disk.withLock(refusal: { $0 }) { () throws(VaultStorageFailure) in
      // Another process may have written one in the meantime, or the vault itself.
      guard let file = try disk.readVault() else {
        return read.ledger.allowance(at: now, by: clock)
      }
      let (ledger, isReplaced) = try disk.readLedger(at: now, of: file)
      if isReplaced { try disk.writeLedger(ledger) }
      return ledger.allowance(at: now, by: clock)
    }
  }

  func progress() -> AsyncStream<VaultProgress> {
    progressBoard.stages()
  }

  // MARK: - Closing

  func lock() {
    close()
    deposits.wipeAll()
  }

  func discard(_ handle: SecretHandle) {
    _ = deposits.spend(handle, at: now)
  }

  /// Wipes the key and voids the authorizations given with it.
  func close() {
    if let open { closed = ClosedVault(salt: open.salt, accounts: open.accounts) }
    open = nil
    authorizations.voidAll()
    lockCount += 1
  }

  // MARK: - Parts of several operations

  var now: TimeReading { environment.time.read() }

  /// The current time for waits, which is never before the newest known block.
  var ledgerNow: TimeReading { now.noEarlier(thanMilliseconds: disk.newestBlock.read()) }

  func nextPhraseID() -> UInt64 {
    lastPhraseID += 1
    return lastPhraseID
  }

  /// Reads and opens the current content of the open vault.
  ///
  /// - Throws: `locked` if the vault is not open, or if another process changed it so that the key
  ///   no longer fits.
  func openPayload<Refusal: Error>(
    locked: Refusal, storage: (VaultStorageFailure) -> Refusal
  ) throws(Refusal) -> (payload: VaultPayload, file: VaultFile, key: SecretBox) {
    guard let open else { throw locked }
    let file: VaultFile?
    do throws(VaultStorageFailure) {
      file = try disk.readVault()
    } catch {
      throw storage(error)
    }
    guard let file, file.salt == open.salt, let opened = VaultCrypto.open(file, key: open.key)
    else {
      close()
      throw locked
    }
    do throws(VaultStorageFailure) {
      return (try payload(decoding: opened), file, open.key)
    } catch {
      throw storage(error)
    }
  }

  /// Decodes the opened content.
  func payload(decoding opened: SecretBox) throws(VaultStorageFailure) -> VaultPayload {
    do throws(VaultPayload.Unreadable) {
      return try VaultPayload(decoding: opened)
    } catch {
      switch error {
      case .damaged:
        throw .damaged(path: disk.vaultFile.path)
      case .unsupportedVersion(let found):
        throw .unsupportedVersion(found: found, supported: Int(VaultPayload.currentVersion))
      }
    }
  }
}
