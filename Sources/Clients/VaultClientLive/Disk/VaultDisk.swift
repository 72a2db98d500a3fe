import DurableFiles
import EthereumCrypto
import VaultClient

/// The files of a vault, and the lock around them.
///
/// | file | contents |
/// |---|---|
/// | `vault` | a ``VaultFile`` |
/// | `attempts` | an ``AttemptLedger`` |
/// | `sessions` | a ``SessionsFile``, if the owner signed in to a service |
/// | `sessions-lease` | nothing; locked while a process gets new tokens from a service |
/// | `device-key` | 32 random bytes, here or where the owner keeps them |
/// | `tries` | nothing; locked while a process tries a passcode |
/// | `newest-block` | the time of the newest block, a ``NewestBlock`` |
/// | `lock` | nothing; locked while the others are read and rewritten |
struct VaultDisk: Sendable {
  /// The maximum size of a file; larger ones are not the wallet's.
  private static let fileByteCountMax = 1 << 20

  let vaultFile: DurableFile
  let sessionsFile: DurableFile
  let newestBlock: NewestBlock
  private let attemptsFile: DurableFile
  private let deviceKeyFile: DurableFile
  private let folder: String
  private let lock: FolderLock
  private let files: FileSystem

  init(configuration: VaultConfiguration, files: FileSystem) {
    folder = configuration.folder
    vaultFile = DurableFile(
      path: folder + "/vault", byteCountMax: Self.fileByteCountMax, files: files)
    attemptsFile = DurableFile(
      path: folder + "/attempts", byteCountMax: Self.fileByteCountMax, files: files)
    sessionsFile = DurableFile(
      path: folder + "/sessions", byteCountMax: Self.fileByteCountMax, files: files)
    deviceKeyFile = DurableFile(
      path: configuration.deviceKeyPath, byteCountMax: Self.fileByteCountMax, files: files)
    newestBlock = NewestBlock(folder: folder, files: files)
    lock = FolderLock(folder: folder, files: files)
    self.files = files
  }

  /// Runs an operation while no other process writes the vault.
  func withLock<Result, Failure: Error>(
    refusal: (VaultStorageFailure) -> Failure, _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock(
      refusal: { failure in refusal(VaultStorageFailure(failure)) }, operation)
  }

  // MARK: - The vault

  /// Reads the vault; nil if it does not exist.
  ///
  /// - Throws: `.exposed` or `.foreign` if users other than the owner may read, write or replace
  ///   the vault.
  func readVault() throws(VaultStorageFailure) -> VaultFile? {
    let bytes = try Self.storing { () throws(FileFailure) in
      try files.requireUnwritableByOthers(folder.parentFolder)
      try files.requirePrivate(folder)
      try files.requirePrivate(vaultFile.path)
      return try vaultFile.read()
    }
    guard let bytes else { return nil }
    do throws(VaultFile.Unreadable) {
      return try VaultFile(decoding: bytes)
    } catch {
      switch error {
      case .damaged:
        throw .damaged(path: vaultFile.path)
      case .unsupportedVersion(let found):
        throw .unsupportedVersion(found: found, supported: VaultFile.currentVersion)
      }
    }
  }

  /// Replaces the vault.
  func writeVault(_ file: VaultFile) throws(VaultStorageFailure) {
    try Self.storing { () throws(FileFailure) in try vaultFile.write(file.encoded) }
  }

  /// Moves an unreadable vault to another name; returns its new path, or nil if there is none.
  func setUnreadableVaultAside() throws(VaultStorageFailure) -> String? {
    try Self.storing { () throws(FileFailure) in try vaultFile.setAside() }
  }

  /// Removes the vault, then the files that belong to it.
  ///
  /// The order ensures that a wallet killed in between leaves no vault, rather than one without its
  /// key. A device key that the owner keeps elsewhere is the owner's; one that a vault set aside
  /// may still need is kept.
  func erase() throws(VaultStorageFailure) {
    try Self.storing { () throws(FileFailure) in
      try vaultFile.remove()
      try attemptsFile.remove()
      try sessionsFile.remove()
      try newestBlock.remove()
      let isNeeded = try files.mode(vaultFile.path + ".unreadable-1") != nil
      if deviceKeyFile.folder == folder, !isNeeded { try deviceKeyFile.remove() }
    }
  }

  // MARK: - The sessions

  /// Reads the sessions; nil if their file does not exist.
  ///
  /// - Throws: `.exposed` or `.foreign`, as a storage failure, if users other than the owner may
  ///   read or write it.
  func readSessions() throws(SessionKeepingRefusal) -> SessionsFile? {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      try files.requirePrivate(sessionsFile.path)
      bytes = try sessionsFile.read()
    } catch {
      throw .storage(VaultStorageFailure(error))
    }
    guard let bytes else { return nil }
    do throws(SessionsFile.Unreadable) {
      return try SessionsFile(decoding: bytes)
    } catch {
      throw refusal(error)
    }
  }

  /// Returns the error for sessions that can't be read.
  func refusal(_ unreadable: SessionsFile.Unreadable) -> SessionKeepingRefusal {
    switch unreadable {
    case .damaged:
      .damaged(path: sessionsFile.path)
    case .unsupportedVersion(let found):
      .unsupportedVersion(found: found, supported: SessionsFile.currentVersion)
    }
  }

  /// Replaces the sessions, or moves an unreadable file out of the way.
  func writeSessions(
    _ file: SessionsFile, settingAside isUnreadable: Bool
  ) throws(VaultStorageFailure) {
    try Self.storing { () throws(FileFailure) in
      if isUnreadable { try sessionsFile.setAside() }
      try sessionsFile.write(file.encoded)
    }
  }

  /// Acquires the lock for getting new tokens; nil if another process has it.
  func tryLeaseSessions() throws(VaultStorageFailure) -> SessionsLease? {
    try Self.storing { () throws(FileFailure) in
      guard let descriptor = try files.tryLock(folder + "/sessions-lease") else { return nil }
      return SessionsLease { [files] in files.close(descriptor) }
    }
  }

  // MARK: - The attempts

  /// Reads the number of passcodes that were tried.
  ///
  /// - Parameters:
  ///   - now: The time of reading.
  ///   - file: The vault whose passcode was tried.
  /// - Returns: The ledger; if it is missing, unreadable or older than the last opening of the
  ///   vault, one that causes a wait.
  /// - Throws: `.exposed` or `.foreign` if users other than the owner may read or write it.
  func readLedger(
    at now: TimeReading, of file: VaultFile
  ) throws(VaultStorageFailure) -> (ledger: AttemptLedger, isReplaced: Bool) {
    let bytes = try Self.storing { () throws(FileFailure) in
      try files.requirePrivate(attemptsFile.path)
      return try attemptsFile.read()
    }
    if let ledger = bytes.flatMap(AttemptLedger.init(decoding:)),
      !ledger.isOlder(thanOpenings: file.openings)
    {
      return (ledger, false)
    }
    return (.replaced(at: now, openings: file.openings), true)
  }

  /// Acquires the lock for trying passcodes; nil if another process has it.
  ///
  /// - Returns: A descriptor; closing it releases the lock, and so does the end of the process.
  func tryLockTries() throws(VaultStorageFailure) -> Int32? {
    try Self.storing { () throws(FileFailure) in try files.tryLock(folder + "/tries") }
  }

  /// Writes the number of passcodes that were tried; an unreadable file is set aside first.
  func writeLedger(_ ledger: AttemptLedger) throws(VaultStorageFailure) {
    try Self.storing { () throws(FileFailure) in
      if let bytes = try attemptsFile.read(), AttemptLedger(decoding: bytes) == nil {
        try attemptsFile.setAside()
      }
      try attemptsFile.write(ledger.encoded)
    }
  }

  // MARK: - The device key

  /// Reads the device key; nil if it does not exist.
  ///
  /// - Throws: `.exposed` or `.foreign` where others than the owner may read or write it, or put
  ///   another in its place.
  func readDeviceKey() throws(VaultStorageFailure) -> SecretBox? {
    let path = deviceKeyFile.path
    // Only one variable: a second one would make wiping a copy, and leave the bytes that were read.
    var bytes = try Self.storing { () throws(FileFailure) in
      // If the key is elsewhere, anyone who may change that folder could replace the key.
      try files.requireUnwritableByOthers(deviceKeyFile.folder)
      try files.requirePrivate(path)
      return try deviceKeyFile.read()
    }
    defer { bytes?.wipe() }
    guard let count = bytes?.count else { return nil }
    guard count == VaultCrypto.deviceKeyByteCount else { throw .deviceKeyMalformed(path: path) }
    var key = SecretBytes(count: count)
    key.withUnsafeMutableBytes { key in
      bytes?.withUnsafeBytes { key.copyMemory(from: $0) }
    }
    return SecretBox(key)
  }

  /// Reads the device key with which a vault was sealed.
  func readDeviceKey(of file: VaultFile) throws(VaultStorageFailure) -> SecretBox {
    guard let key = try readDeviceKey() else {
      throw .deviceKeyMissing(path: deviceKeyFile.path)
    }
    guard VaultCrypto.deviceKeyID(key) == file.deviceKeyID else {
      throw .deviceKeyMismatched(path: deviceKeyFile.path)
    }
    return key
  }

  /// Writes a new device key if none exists.
  func writeDeviceKey(_ key: SecretBox) throws(VaultStorageFailure) {
    var bytes = VaultCrypto.exposedBytes(of: key)
    defer { VaultCrypto.wipe(&bytes) }
    try Self.storing { () throws(FileFailure) in try deviceKeyFile.write(bytes) }
  }

  private static func storing<Result>(
    _ operation: () throws(FileFailure) -> Result
  ) throws(VaultStorageFailure) -> Result {
    do throws(FileFailure) {
      return try operation()
    } catch {
      throw VaultStorageFailure(error)
    }
  }
}

extension VaultStorageFailure {
  /// Converts an error of the file system into one of a vault.
  init(_ failure: FileFailure) {
    switch failure.reason {
    case .diskFull: self = .diskFull(path: failure.path)
    case .permissionDenied: self = .permissionDenied(path: failure.path)
    case .tooLarge: self = .damaged(path: failure.path)
    case .busy: self = .busy
    case .exposed(let mode): self = .exposed(path: failure.path, mode: mode)
    case .foreign: self = .foreign(path: failure.path)
    case .notAFile: self = .notAFile(path: failure.path)
    case .notKept: self = .notKept(path: failure.path)
    case .system(let errorNumber): self = .system(path: failure.path, errorNumber: errorNumber)
    }
  }
}
