/// The reason the networks of a home folder were not read or changed.
package enum NetworkRefusal: Error, Codable, Hashable, Sendable {
  /// Another network has this name.
  case nameTaken(NetworkName)
  /// No network has this name.
  case unknown(NetworkName)
  /// The home folder has reached the maximum number of networks.
  case full(max: Int)
  /// The file is damaged, or was not written by the wallet; it is left unchanged.
  case damaged(path: String)
  /// The file was written by a newer wallet.
  case unsupportedVersion(path: String, found: Int, supported: Int)
  /// The disk is full.
  case diskFull(path: String)
  /// The file or its folder may not be read or written.
  case permissionDenied(path: String)
  /// Another wallet is writing at this moment.
  case busy
  /// Another error of the system, with its number.
  case system(path: String, errorNumber: Int32)
}
