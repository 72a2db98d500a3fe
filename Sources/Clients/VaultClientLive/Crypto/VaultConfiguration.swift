/// Where a vault is, and what a try at its passcode costs.
package struct VaultConfiguration: Sendable {
  /// The folder that holds the vault alone; created when needed, for its owner alone.
  package var folder: String

  /// Where the device key is: in the folder, or wherever the owner keeps it.
  package var deviceKeyPath: String

  /// What new vaults are sealed with; existing ones say themselves.
  package var scrypt: ScryptCost

  /// Whether public phrases may be imported: on chains without value.
  package var acceptsPublishedPhrases: Bool

  /// Describes a vault.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - deviceKeyPath: An absolute path; nil for `device-key` in the folder.
  ///   - scrypt: The cost of new vaults.
  ///   - acceptsPublishedPhrases: Whether public phrases may be imported.
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
