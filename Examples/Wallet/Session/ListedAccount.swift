import EthereumCrypto
import EthereumPrimitives
import VaultClient

/// An account outside the vault: in the list beside it, and in a session's answers.
struct ListedAccount: Codable, Equatable, Sendable {
  var id: UInt32
  var name: String
  var address: String
  var path: String
  /// True if the account's key is public; nil in files of an earlier release.
  var isPublished: Bool?

  /// The error for an entry of an earlier release, which does not say whether the key is public.
  struct Incomplete: Error {}

  /// Describes an account of the vault.
  init(_ account: VaultAccount) {
    (id, name, path) = (account.id.rawValue, account.name, account.path)
    address = account.address.checksummed
    isPublished = account.isPublished
  }

  /// Returns true if it is the same account, ignoring fields that an earlier release omitted.
  func isSame(as other: ListedAccount) -> Bool {
    var known = self
    known.isPublished = isPublished ?? other.isPublished
    return known == other
  }

  /// Returns the account.
  ///
  /// - Throws: `AddressError` if the address or its checksum is invalid, or `Incomplete`.
  func account() throws -> VaultAccount {
    guard let isPublished else { throw Incomplete() }
    return VaultAccount(
      id: AccountID(rawValue: id), address: try Address(checksummed: address), name: name,
      path: path, isPublished: isPublished)
  }
}
