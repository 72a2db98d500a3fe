/// A vault that was just written.
package struct CommittedVault: Equatable, Sendable {
  /// The accounts of the vault, which is open: the first account of the phrase.
  package var accounts: [VaultAccount]

  /// Where an unreadable vault file that stood in the way was moved to; nil as a rule.
  package var setAsidePath: String?

  /// Describes a vault that was written, as a vault or a test does.
  package init(accounts: [VaultAccount], setAsidePath: String? = nil) {
    self.accounts = accounts
    self.setAsidePath = setAsidePath
  }
}
