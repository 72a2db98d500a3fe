import DurableFiles
import EthereumCrypto
package import VaultClient

/// Restores a backed-up home folder in an empty place, completely or not at all.
///
/// All files are written to a folder beside the home folder, synced and checked there, and then
/// that folder is renamed: a kill before that leaves no home folder, and one after it a complete
/// one. The next restore removes the remains of one that was killed.
package struct BackupRestoring: Sendable {
  /// The home folder, an absolute path without a trailing slash.
  let home: String
  /// The path of the device key, if the owner keeps it outside the home folder.
  let deviceKeyPath: String?
  private let environment: VaultEnvironment
  private var files: FileSystem { environment.files }

  /// Creates a restorer for a home folder.
  package init(home: String, deviceKeyPath: String?, environment: VaultEnvironment = .live) {
    let folder = home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
    (self.home, self.deviceKeyPath) = (folder, deviceKeyPath)
    self.environment = environment
  }

  /// An opened backup, whose vault opens with the same passcode.
  package struct Opened: Sendable {
    let contents: BackupFile.Contents
    let openings: UInt64?
    /// The time of the backup, in milliseconds since 1970.
    package let madeAtMilliseconds: Int64
    /// The files in the backup.
    package var parts: [BackupPart] {
      BackupPart.allCases.filter { contents.parts[$0] != nil }
    }
  }

  /// The folder in which the home folder is assembled.
  private var workshop: String { home + ".restoring" }

  // MARK: - Looking

  /// Throws if the home folder contains anything, before a passcode is requested.
  package func requireEmptyHome() throws(RestoreRefusal) {
    try Self.storing { () throws(FileFailure) in
      guard try files.mode(home) != nil else { return .success(()) }
      guard let names = try files.names(home) else { return .failure(.homeIsNoFolder(home)) }
      return names.isEmpty ? .success(()) : .failure(.homeTaken(home, names: names))
    }.get()
  }

  /// Opens a backup with the passcode of its wallet, and everything sealed in it.
  ///
  /// - Parameters:
  ///   - bytes: The backup's file.
  ///   - passcode: The passcode under which it was sealed.
  ///   - vault: The vault that reports the progress of deriving the keys.
  package func open(
    _ bytes: [UInt8], _ passcode: SecretBox, on vault: Vault
  ) async throws(RestoreRefusal) -> Opened {
    let file: BackupFile
    do throws(SealedFile.Unreadable) {
      file = try BackupFile(decoding: bytes)
    } catch {
      switch error {
      case .damaged: throw .damaged
      case .unsupportedVersion(let found):
        throw .unsupportedVersion(found: found, supported: BackupFile.currentVersion)
      }
    }
    let progress = vault.progressBoard
    defer { progress.post(.idle) }
    let found = try await opening(
      passcode, VaultCrypto.backupLabel, file.cost, file.salt, progress
    ) { file.open($0) }
    guard let contents = found else { throw .wrongPasscode }
    guard let bytes = contents.parts[.vault] else { throw .damaged }
    let sealed: VaultFile
    do throws(SealedFile.Unreadable) {
      sealed = try VaultFile(decoding: bytes)
    } catch {
      switch error {
      case .damaged: throw .damaged
      case .unsupportedVersion(let found):
        throw .unsupportedVersion(found: found, supported: VaultFile.currentVersion)
      }
    }
    guard VaultCrypto.deviceKeyID(contents.deviceKey) == sealed.deviceKeyID else { throw .damaged }
    let sealedContents = try await opening(
      passcode, contents.deviceKey, sealed.cost, sealed.salt, progress
    ) { VaultCrypto.open(sealed, key: $0) }
    guard let opened = sealedContents else { throw .damaged }
    do throws(VaultPayload.Unreadable) {
      guard try VaultPayload(decoding: opened).hasAddressesOfItsPhrase else {
        throw VaultPayload.Unreadable.damaged
      }
    } catch {
      switch error {
      case .damaged: throw .damaged
      case .unsupportedVersion(let found):
        throw .unsupportedVersion(found: found, supported: Int(VaultPayload.currentVersion))
      }
    }
    return Opened(
      contents: contents, openings: sealed.openings, madeAtMilliseconds: file.madeAt)
  }

  private func opening<Opened>(
    _ passcode: SecretBox, _ deviceKey: SecretBox, _ cost: ScryptCost, _ salt: [UInt8],
    _ progress: ProgressBoard, open: (SecretBox) -> Opened?
  ) async throws(RestoreRefusal) -> Opened? {
    do throws(VaultKeyDerivation.Failure) {
      return try await VaultKeyDerivation.opening(
        passcode: passcode, deviceKey: deviceKey, cost: cost, salt: salt, progress: progress,
        environment: environment, open: open
      )?.opened
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .outOfMemory: throw .storage(.outOfMemory)
      }
    }
  }

  // MARK: - Placing

  /// Moves the home folder to its final path.
  ///
  /// - Parameters:
  ///   - opened: The opened backup.
  ///   - checkJournal: Checks the database of payments, at a path, before it is moved.
  /// - Throws: The first error; then no part of the home folder exists.
  package func place(
    _ opened: Opened, checkJournal: (_ path: String) throws(RestoreRefusal) -> Void
  ) throws(RestoreRefusal) {
    try requireEmptyHome()
    let lock = try takeWorkshop()
    defer { files.close(lock) }
    do throws(RestoreRefusal) {
      try Self.storing { () throws(FileFailure) in .success(try write(opened)) }.get()
      if opened.contents.parts[.journal] != nil {
        try checkJournal(workshop + "/" + BackupPart.journal.path)
      }
      try placeDeviceKey(opened.contents.deviceKey)
      try Self.storing { () throws(FileFailure) in
        try files.rename(workshop, home)
        return .success(try files.synchronizeFolder(home.parentFolder))
      }.get()
    } catch {
      try tidyUp(after: error)
    }
  }

  /// Locks the folder beside the home folder, and removes the remains of an earlier restore.
  private func takeWorkshop() throws(RestoreRefusal) -> Int32 {
    try Self.storing { () throws(FileFailure) in
      try files.createFolder(workshop)
      try files.requirePrivate(workshop)
      guard let lock = try files.tryLock(workshop + "/" + Self.lockName) else {
        throw FileFailure(.busy, path: workshop)
      }
      do throws(FileFailure) {
        for name in try files.names(workshop) ?? [] where name != Self.lockName {
          try files.removeTree(workshop + "/" + name)
        }
      } catch {
        files.close(lock)
        throw error
      }
      return .success(lock)
    }.get()
  }

  private static let lockName = "lock"

  private func write(_ opened: Opened) throws(FileFailure) {
    for part in BackupPart.allCases {
      guard let bytes = opened.contents.parts[part] else { continue }
      try DurableFile(path: workshop + "/" + part.path, files: files).write(bytes)
    }
    // The passcode of the backup was correct, so there are no wrong attempts to wait for.
    let ledger = AttemptLedger.cleared(at: environment.time.read(), openings: opened.openings)
    try DurableFile(path: workshop + "/vault/attempts", files: files).write(ledger.encoded)
    guard deviceKeyPath == nil else { return }
    try write(opened.contents.deviceKey, to: workshop + "/vault/device-key")
  }

  private func write(_ key: SecretBox, to path: String) throws(FileFailure) {
    var bytes = VaultCrypto.exposedBytes(of: key)
    defer { VaultCrypto.wipe(&bytes) }
    try DurableFile(path: path, files: files).write(bytes)
  }

  /// Writes the device key where the owner keeps it, before the home folder: a key alone opens
  /// nothing, and the next restore finds the same one there.
  private func placeDeviceKey(_ key: SecretBox) throws(RestoreRefusal) {
    guard let deviceKeyPath else { return }
    try Self.storing { () throws(FileFailure) in
      try files.requireUnwritableByOthers(deviceKeyPath.parentFolder)
      var known = try files.read(deviceKeyPath, VaultCrypto.deviceKeyByteCount)
      defer { known?.wipe() }
      guard let known else { return .success(try write(key, to: deviceKeyPath)) }
      var bytes = VaultCrypto.exposedBytes(of: key)
      defer { VaultCrypto.wipe(&bytes) }
      return known == bytes ? .success(()) : .failure(.deviceKeyTaken(deviceKeyPath))
    }.get()
  }

  /// Removes the written files, and throws the refusal whatever the outcome.
  private func tidyUp(after refusal: RestoreRefusal) throws(RestoreRefusal) -> Never {
    do throws(FileFailure) {
      try files.removeTree(workshop)
    } catch {
      // The refusal itself says more; the next restore tries again.
      throw refusal
    }
    throw refusal
  }

  private static func storing<Value>(
    _ operation: () throws(FileFailure) -> Result<Value, RestoreRefusal>
  ) throws(RestoreRefusal) -> Result<Value, RestoreRefusal> {
    do throws(FileFailure) {
      return try operation()
    } catch {
      throw .storage(VaultStorageFailure(error))
    }
  }
}

/// The reason a home folder was not restored; then no part of it exists.
package enum RestoreRefusal: Error, Hashable, Sendable {
  /// The home folder is not empty.
  case homeTaken(String, names: [String])
  /// The path of the home folder is not a folder.
  case homeIsNoFolder(String)
  /// A different device key exists at the path of this one.
  case deviceKeyTaken(String)
  /// The file is not a backup, or is damaged.
  case damaged
  /// The backup, or a part of it, was written by a newer wallet.
  case unsupportedVersion(found: Int, supported: Int)
  /// The passcode is not the one of the backup.
  case wrongPasscode
  /// The database of payments in it can't be used; the host knows the reason.
  case journal
  /// The restore was cancelled.
  case cancelled
  /// The disk failed.
  case storage(VaultStorageFailure)
}
