/// The location of a vault, and the cost of an attempt at its passcode.
package struct VaultConfiguration: Sendable {
  /// The folder that contains only the vault; created when needed, for its owner alone.
  package var folder: String

  /// The path of the device key: in the folder, or wherever the owner keeps it.
  package var deviceKeyPath: String

  /// The cost of new vaults; existing ones have their own.
  package var scrypt: ScryptCost

  /// True to allow importing public phrases, on chains without value.
  package var acceptsPublishedPhrases: Bool

  /// Describes a vault.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - deviceKeyPath: An absolute path; nil for `device-key` in the folder.
  ///   - scrypt: The cost of new vaults.
  ///   - acceptsPublishedPhrases: True to allow importing public phrases.
  package init(
    folder: String, deviceKeyPath: String? = nil, scrypt: ScryptCost = .production,
    acceptsPublishedPhrases: Bool = false
  ) {
    self.folder = folder
    self.deviceKeyPath = deviceKeyPath ?? folder + "/device-key"
    self.scrypt = scrypt
    self.acceptsPublishedPhrases = acceptsPublishedPhrases
  }
}
