package import Foundation

/// The status of the vault: missing, locked or open.
package enum VaultStatus: Equatable, Sendable {
  /// No vault has been created, or it was erased.
  case empty

  /// The vault is locked, and its passcode is needed.
  case locked(UnlockAllowance)

  /// The vault is open; its accounts are in the order in which they were added.
  case unlocked([VaultAccount])
}

/// The attempts that the owner has before and after a wrong passcode.
package enum UnlockAllowance: Equatable, Sendable {
  /// A passcode can be tried; this many wrong ones, at least 1, are left before a wait.
  case tries(left: Int)

  /// No passcode is checked before this moment.
  case backedOff(until: Date)
}

/// A stage of an operation that takes about a second.
package enum VaultProgress: Hashable, Sendable {
  /// A key is being derived from a passcode, with this fraction done, from 0 to 1.
  case derivingKey(fraction: Double)

  /// The key is known; the vault is being opened or written.
  case finishing

  /// No operation is running.
  case idle
}

/// The reason the vault's files could not be read or written; nothing was changed.
package enum VaultStorageFailure: Error, Codable, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system denied access.
  case permissionDenied(path: String)

  /// Users other than the owner may read or write a file or folder, by these permission bits.
  case exposed(path: String, mode: UInt16)

  /// A file or folder belongs to another user.
  case foreign(path: String)

  /// The path is not a file but a pipe, a socket, a device or a folder.
  case notAFile(path: String)

  /// The disk returned different data from what was written; the old file is unchanged.
  case notKept(path: String)

  /// A file is damaged; it is kept until a new vault is written.
  case damaged(path: String)

  /// The vault was written by a newer wallet.
  case unsupportedVersion(found: Int, supported: Int)

  /// Another process is writing the vault at this moment; trying again helps.
  case busy

  /// The device key, without which no passcode opens the vault, is not at this path.
  case deviceKeyMissing(path: String)

  /// The file at this path is not a device key: it does not have exactly 32 bytes.
  case deviceKeyMalformed(path: String)

  /// The device key at this path belongs to another vault.
  case deviceKeyMismatched(path: String)

  /// Deriving the key needs more memory than the system provides.
  case outOfMemory

  /// Any other error of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}
