import EthereumCrypto
import EthereumPrimitives
import VaultClient

/// An account as it stands outside the vault: in the list beside it, and in what a session tells.
struct ListedAccount: Codable, Equatable, Sendable {
  var id: UInt32
  var name: String
  var address: String
  var path: String

  /// Describes an account of the vault.
  init(_ account: VaultAccount) {
    (id, name, path) = (account.id.rawValue, account.name, account.path)
    address = account.address.checksummed
  }

  /// The account.
  ///
  /// - Throws: `AddressError` where the address is none, or has another checksum.
  func account() throws -> VaultAccount {
    VaultAccount(
      id: AccountID(rawValue: id), address: try Address(checksummed: address), name: name,
      path: path)
  }
}
