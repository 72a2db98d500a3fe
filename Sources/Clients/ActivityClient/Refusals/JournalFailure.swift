/// Why the journal could not be read or written. Nothing was changed.
package enum JournalFailure: Error, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system did not let us.
  case permissionDenied(path: String)

  /// This line, from 1, is not what we wrote; the journal is left as it is, and nothing is paid.
  case damaged(path: String, line: Int)

  /// A newer wallet wrote this line of the journal.
  case unsupportedVersion(found: Int, supported: Int)

  /// The journal is larger than we read; it must be moved away by hand.
  case tooLarge(path: String)

  /// Another process is writing the journal at this moment; trying again helps.
  case busy

  /// Any other refusal of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}
