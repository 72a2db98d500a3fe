package import EthereumPrimitives

/// What may be shown of an account.
package struct VaultAccount: Hashable, Sendable, Identifiable {
  /// What other operations call the account by.
  package let id: AccountID

  /// Where it is paid.
  package let address: Address

  /// What the owner calls it: 1 to 40 characters, unique in the vault.
  package var name: String

  /// Where it stands under the phrase, such as `m/44'/60'/0'/0/0`; ``keyPath`` where it is the
  /// account of a private key.
  package let path: String

  /// What stands for the path of a private key's account.
  package static let keyPath = "key"

  /// Describes an account, as a vault or a test does.
  package init(id: AccountID, address: Address, name: String, path: String) {
    self.id = id
    self.address = address
    self.name = name
    self.path = path
  }
}
