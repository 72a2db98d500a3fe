package import Foundation

/// Whether there is a vault, and whether it is open.
package enum VaultStatus: Equatable, Sendable {
  /// No vault has been created, or it was erased.
  case empty

  /// There is a vault, and its passcode is needed.
  case locked(UnlockAllowance)

  /// The vault is open; its accounts, in the order in which they were added.
  case unlocked([VaultAccount])
}

/// What the owner may try before and after a wrong passcode.
package enum UnlockAllowance: Equatable, Sendable {
  /// A passcode can be tried; so many wrong ones, at least 1, until waiting begins.
  case tries(left: Int)

  /// No passcode is looked at before this moment.
  case backedOff(until: Date)
}

/// A stage of an operation that takes about a second.
package enum VaultProgress: Hashable, Sendable {
  /// A key is being derived from a passcode; so much of it is done, from 0 to 1.
  case derivingKey(fraction: Double)

  /// The key is known; the vault is being opened or written.
  case finishing

  /// Nothing is being done.
  case idle
}

/// Why the vault's files could not be read or written. Nothing was changed.
package enum VaultStorageFailure: Error, Codable, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system did not let us.
  case permissionDenied(path: String)

  /// Others than the owner may read or write a file or folder, by these permission bits.
  case exposed(path: String, mode: UInt16)

  /// A file or folder belongs to another user.
  case foreign(path: String)

  /// Something else than a file is in a file's place: a pipe, a socket, a device, a folder.
  case notAFile(path: String)

  /// The disk gave back something else than what was written; the old file is as it was.
  case notKept(path: String)

  /// A file exists and is not what we wrote. It stays where it is until a new vault is written.
  case damaged(path: String)

  /// A newer wallet wrote the vault.
  case unsupportedVersion(found: Int, supported: Int)

  /// Another process is writing the vault at this moment; trying again helps.
  case busy

  /// The device key, without which no passcode opens the vault, is not at this path.
  case deviceKeyMissing(path: String)

  /// The file at this path is not a device key: it does not have exactly 32 bytes.
  case deviceKeyMalformed(path: String)

  /// The device key at this path belongs to another vault.
  case deviceKeyMismatched(path: String)

  /// Deriving the key needs more memory than the system gave.
  case outOfMemory

  /// Any other refusal of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}
