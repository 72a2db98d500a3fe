package import EthereumPrimitives

/// An account of the vault, for as long as the vault exists.
package struct AccountID: Hashable, Sendable, Codable, RawRepresentable {
  /// A number from 0, given in the order in which accounts are added, and never given twice.
  package let rawValue: UInt32

  /// Names an account with its number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// What may be shown of an account.
package struct VaultAccount: Codable, Hashable, Sendable, Identifiable {
  /// What other operations call the account by.
  package let id: AccountID

  /// Where it is paid.
  package let address: Address

  /// What the owner calls it: 1 to 40 characters, unique in the vault.
  package var name: String

  /// Where it stands under the phrase, such as `m/44'/60'/0'/0/0`; ``keyPath`` where it is the
  /// account of a private key.
  package let path: String

  /// A Boolean value that indicates whether the account's private key is public: its phrase, or the
  /// key itself, was published.
  package let isPublished: Bool

  /// What stands for the path of a private key's account.
  package static let keyPath = "key"

  /// Describes an account, as a vault or a test does.
  package init(
    id: AccountID, address: Address, name: String, path: String, isPublished: Bool = false
  ) {
    self.id = id
    self.address = address
    self.name = name
    self.path = path
    self.isPublished = isPublished
  }

  /// Returns whether the account must not receive on a chain, because others can take the money.
  package func isUnsafe(on chainID: ChainID) -> Bool { isPublished && !chainID.isDevelopment }
}

/// Why an account was not added or renamed.
package enum AccountRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// A vault holds at most this many accounts.
  case tooManyAccounts(limit: Int)

  /// The vault holds a private key, which is one account; only a phrase makes more.
  case keyHasOneAccount

  /// A name has 1 to this many characters, and no control characters.
  case invalidName(maximumCount: Int)

  /// Another account has that name.
  case nameTaken

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
