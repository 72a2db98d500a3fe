/// Why the journal could not be read or written. Nothing was changed.
package enum JournalFailure: Error, Codable, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system denied access.
  case permissionDenied(path: String)

  /// Users other than the owner may read or write it; change its mode by hand.
  case exposed(path: String, mode: UInt16)

  /// This line, from 1, of the journal of an older wallet is not what it wrote; the file is left as
  /// it is, and nothing is paid.
  case damaged(path: String, line: Int)

  /// The database is not what we wrote; it is left as it is, and nothing is paid.
  case corrupt(path: String)

  /// A newer wallet wrote the journal.
  case unsupportedVersion(found: Int, supported: Int)

  /// The journal of an older wallet is too large to read; move it away by hand.
  case tooLarge(path: String)

  /// Another process is writing the journal at this moment; trying again helps.
  case busy

  /// Any other refusal of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}
