/// The reason the journal could not be read or written; nothing was changed.
package enum JournalFailure: Error, Codable, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system denied access.
  case permissionDenied(path: String)

  /// Users other than the owner may read or write it; the owner must change its mode.
  case exposed(path: String, mode: UInt16)

  /// This line, counted from 1, of an older wallet's journal is damaged; the file is left
  /// unchanged, and no payment can be made.
  case damaged(path: String, line: Int)

  /// The database is damaged; it is left unchanged, and no payment can be made.
  case corrupt(path: String)

  /// The journal was written by a newer wallet.
  case unsupportedVersion(found: Int, supported: Int)

  /// The journal of an older wallet is too large to read; the owner must move it away.
  case tooLarge(path: String)

  /// Another process is writing the journal at this moment; trying again helps.
  case busy

  /// Any other error of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}
