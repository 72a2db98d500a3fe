import EthereumCrypto
import EthereumPrimitives
import VaultClient

/// An account as it stands outside the vault: in the list beside it, and in what a session tells.
struct ListedAccount: Codable, Equatable, Sendable {
  var id: UInt32
  var name: String
  var address: String
  var path: String
  /// Whether the account's key is public; nil in what an earlier wallet wrote.
  var isPublished: Bool?

  /// What an earlier wallet wrote, which does not say whether the keys are public.
  struct Incomplete: Error {}

  /// Describes an account of the vault.
  init(_ account: VaultAccount) {
    (id, name, path) = (account.id.rawValue, account.name, account.path)
    address = account.address.checksummed
    isPublished = account.isPublished
  }

  /// Whether it is the same account, as far as an earlier wallet wrote it.
  func isSame(as other: ListedAccount) -> Bool {
    var known = self
    known.isPublished = isPublished ?? other.isPublished
    return known == other
  }

  /// The account.
  ///
  /// - Throws: `AddressError` where the address is invalid, or has another checksum, or
  ///   `Incomplete`.
  func account() throws -> VaultAccount {
    guard let isPublished else { throw Incomplete() }
    return VaultAccount(
      id: AccountID(rawValue: id), address: try Address(checksummed: address), name: name,
      path: path, isPublished: isPublished)
  }
}
