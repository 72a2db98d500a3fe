import DurableFiles
import EthereumCrypto
package import VaultClient

/// Puts a home that was backed up into an empty place, whole or not at all.
///
/// All files are written to a folder beside the home, synced and checked there, and then that
/// folder takes the home's name: a kill before that leaves no home, and one after it a whole one.
/// What a killed restore leaves is thrown away by the next.
package struct BackupRestoring: Sendable {
  /// The home, an absolute path without a slash at its end.
  let home: String
  /// Where the device key goes, where the owner keeps it outside the home.
  let deviceKeyPath: String?
  private let environment: VaultEnvironment
  private var files: FileSystem { environment.files }

  /// Names the place of a home.
  package init(home: String, deviceKeyPath: String?, environment: VaultEnvironment = .live) {
    let folder = home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
    (self.home, self.deviceKeyPath) = (folder, deviceKeyPath)
    self.environment = environment
  }

  /// A backup that was opened, and whose vault opens by the same passcode.
  package struct Opened: Sendable {
    let contents: BackupFile.Contents
    let openings: UInt64?
    /// When the backup was made, in milliseconds since 1970.
    package let madeAtMilliseconds: Int64
    /// The files that it holds.
    package var parts: [BackupPart] {
      BackupPart.allCases.filter { contents.parts[$0] != nil }
    }
  }

  /// Where the home is put together.
  private var workshop: String { home + ".restoring" }

  // MARK: - Looking

  /// Refuses where the home has anything in it, before a passcode is asked.
  package func requireEmptyHome() throws(RestoreRefusal) {
    try Self.storing { () throws(FileFailure) in
      guard try files.mode(home) != nil else { return .success(()) }
      guard let names = try files.names(home) else { return .failure(.homeIsNoFolder(home)) }
      return names.isEmpty ? .success(()) : .failure(.homeTaken(home, names: names))
    }.get()
  }

  /// Opens a backup by the passcode of its wallet, and everything in it that has a seal.
  ///
  /// - Parameters:
  ///   - bytes: The backup's file.
  ///   - passcode: What it was sealed under.
  ///   - progress: Told how far the derivation of the keys has come.
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

  /// Puts the home in its place.
  ///
  /// - Parameters:
  ///   - opened: What was opened.
  ///   - checkJournal: Looks at the database of payments, at a path, before it is put in its place.
  /// - Throws: The first refusal; then nothing of the home is there.
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

  /// Takes the folder beside the home, and throws away what an earlier restore left in it.
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
    // The passcode of the backup was right, so there are no wrong tries to wait for.
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

  /// Puts the device key where the owner keeps it, before the home: a key alone opens nothing, and
  /// the next restore finds the same one there.
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

  /// Removes what was written, and throws why whatever comes of that.
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

/// Why a home was not restored. Nothing of it is there then.
package enum RestoreRefusal: Error, Hashable, Sendable {
  /// The home has something in it.
  case homeTaken(String, names: [String])
  /// Something else than a folder is in the home's place.
  case homeIsNoFolder(String)
  /// Another device key is where this one should go.
  case deviceKeyTaken(String)
  /// The file is not as a backup was written.
  case damaged
  /// A newer wallet wrote it, or something in it.
  case unsupportedVersion(found: Int, supported: Int)
  /// The passcode is not the one that the backup was made under.
  case wrongPasscode
  /// The database of payments in it can't be used; why is the host's to know.
  case journal
  /// It was cancelled.
  case cancelled
  /// The disk refused.
  case storage(VaultStorageFailure)
}
