package import EthereumPrimitives

/// The identity of an account, which is valid for as long as the vault exists.
package struct AccountID: Hashable, Sendable, Codable, RawRepresentable {
  /// A number from 0, in the order in which accounts are added, which is never reused.
  package let rawValue: UInt32

  /// Creates an id with its number.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// The public data of an account.
package struct VaultAccount: Codable, Hashable, Sendable, Identifiable {
  /// The id by which other operations name the account.
  package let id: AccountID

  /// The address.
  package let address: Address

  /// The owner's name for it: 1 to 40 characters, unique in the vault.
  package var name: String

  /// The path under the phrase, such as `m/44'/60'/0'/0/0`; ``keyPath`` for the account of a
  /// private key.
  package let path: String

  /// True if the account's private key is public, because its phrase or the key itself was
  /// published.
  package let isPublished: Bool

  /// The text used instead of a path for a private key's account.
  package static let keyPath = "key"

  /// Describes an account, in a vault or a test.
  package init(
    id: AccountID, address: Address, name: String, path: String, isPublished: Bool = false
  ) {
    self.id = id
    self.address = address
    self.name = name
    self.path = path
    self.isPublished = isPublished
  }

  /// Returns true if the account must not receive on a chain, because others can take the money.
  package func isUnsafe(on chainID: ChainID) -> Bool { isPublished && !chainID.isDevelopment }
}

/// The reason an account was not added or renamed.
package enum AccountRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// A vault has at most this many accounts.
  case tooManyAccounts(limit: Int)

  /// The vault has a private key, which is one account; only a phrase can have more.
  case keyHasOneAccount

  /// A name has 1 to this many characters, and no control characters.
  case invalidName(maximumCount: Int)

  /// Another account has this name.
  case nameTaken

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
