/// Why the tokens of a session were not read, kept or dropped. What was kept before, still is.
package enum SessionKeepingRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault keeps at most this many sessions.
  case tooManySessions(limit: Int)

  /// The file of the sessions is not what we wrote. It stays where it is until the next sign-in.
  case damaged(path: String)

  /// A newer wallet wrote the sessions.
  case unsupportedVersion(found: Int, supported: Int)

  /// A file could not be read or written.
  case storage(VaultStorageFailure)
}
