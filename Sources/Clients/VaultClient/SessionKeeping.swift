/// The reason the tokens of a session were not read, stored or dropped; stored ones are unchanged.
package enum SessionKeepingRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has at most this many sessions.
  case tooManySessions(limit: Int)

  /// The file of the sessions is damaged; it is kept until the next sign-in.
  case damaged(path: String)

  /// The sessions were written by a newer wallet.
  case unsupportedVersion(found: Int, supported: Int)

  /// A file could not be read or written.
  case storage(VaultStorageFailure)
}
