/// Why the networks of a home were not read or changed.
package enum NetworkRefusal: Error, Codable, Hashable, Sendable {
  /// A network has that name.
  case nameTaken(NetworkName)
  /// No network has that name.
  case unknown(NetworkName)
  /// There are as many networks as a home remembers.
  case full(max: Int)
  /// The file is not as the wallet writes it; it is left as it is.
  case damaged(path: String)
  /// A newer wallet wrote the file.
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
