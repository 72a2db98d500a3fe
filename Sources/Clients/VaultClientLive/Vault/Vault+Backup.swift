package import VaultClient

extension Vault {
  /// Seals the vault, its device key and other files of the home under the passcode.
  ///
  /// The passcode is checked as for opening, which counts as an attempt. The vault is read before
  /// the other files, so that the journal in a backup is never behind the vault in it.
  ///
  /// - Parameters:
  ///   - handle: The passcode; it is spent.
  ///   - others: Reads the files beside the vault.
  /// - Returns: The file to write, and the list of its parts.
  package func backUp(
    _ handle: SecretHandle,
    others: @Sendable () async throws(BackupRefusal) -> [BackupPart: [UInt8]]
  ) async throws(BackupRefusal) -> Backup {
    guard let passcode = deposits.spend(handle, at: now) else { throw .passcode(.secretGone) }
    let checked: OpenVault
    do throws(UnlockRefusal) {
      checked = try await check(passcode, isOpening: false)
    } catch {
      throw .passcode(error)
    }
    let salt = VaultCrypto.publicRandom(VaultFile.saltByteCount, environment.random)
    defer { progressBoard.post(.idle) }
    let key: SecretBox
    do throws(VaultKeyDerivation.Failure) {
      key = try await VaultKeyDerivation.vaultKey(
        passcode: passcode, deviceKey: VaultCrypto.backupLabel, cost: configuration.scrypt,
        salt: salt, progress: progressBoard, environment: environment)
    } catch {
      throw .passcode(UnlockRefusal(error))
    }
    progressBoard.post(.finishing)
    // Before anything is read: later changes may not be in the backup.
    let madeAt = now.wallMilliseconds
    let (file, deviceKey) = try vaultAndDeviceKey(openedBy: checked.key)
    var parts = try await others()
    parts[.vault] = file.encoded
    let byteCount = parts.values.reduce(0) { $0 + $1.count }
    guard byteCount <= Backup.byteCountMax else {
      throw .tooLarge(byteCount: byteCount, byteCountMax: Backup.byteCountMax)
    }
    let backup = BackupFile(
      BackupFile.Contents(deviceKey: deviceKey, parts: parts), key: key,
      cost: configuration.scrypt, salt: salt, madeAt: madeAt)
    return Backup(
      bytes: backup.encoded, parts: BackupPart.allCases.filter { parts[$0] != nil },
      madeAtMilliseconds: backup.madeAt)
  }

  private func vaultAndDeviceKey(
    openedBy key: SecretBox
  ) throws(BackupRefusal) -> (VaultFile, SecretBox) {
    try disk.withLock(refusal: { .storage($0) }) { () throws(BackupRefusal) in
      do throws(VaultStorageFailure) {
        // Another process may have changed the vault's passcode in the meantime.
        guard let file = try disk.readVault(), VaultCrypto.open(file, key: key) != nil else {
          throw .busy
        }
        return (file, try disk.readDeviceKey(of: file))
      } catch {
        throw .storage(error)
      }
    }
  }
}

/// A home folder in one piece, ready to be written.
package struct Backup: Sendable {
  /// The maximum total size of a backup's files, in bytes.
  package static let byteCountMax = 1 << 28

  /// The bytes of the file; without the passcode, only the time of the backup is readable.
  package let bytes: [UInt8]
  /// The parts in the backup, besides the device key.
  package let parts: [BackupPart]
  /// The time of the backup, in milliseconds since 1970.
  package let madeAtMilliseconds: Int64
}

/// The reason no backup was made.
package enum BackupRefusal: Error, Hashable, Sendable {
  /// The passcode is not the vault's, or could not be tried.
  case passcode(UnlockRefusal)
  /// The vault could not be read.
  case storage(VaultStorageFailure)
  /// The home folder is larger than a backup may be.
  case tooLarge(byteCount: Int, byteCountMax: Int)
  /// A file beside the vault could not be read; the host knows the reason.
  case otherFile(BackupPart)
}
