import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import VaultClient

/// What a vault seals: the phrase's entropy, and the accounts that were made of it.
///
/// ```
/// 0x01 | byte count of the entropy | entropy | accounts, JSON
/// ```
///
/// The entropy stands apart from the JSON so that it is never text, nor in memory that isn't wiped.
struct VaultPayload {
  /// The form that this code reads and writes.
  static let currentVersion: UInt8 = 1

  /// How many accounts a vault holds at most.
  static let accountCountMax = 100

  /// The entropy of the phrase: 16, 20, 24, 28 or 32 bytes.
  let entropy: SecretBox

  /// What may be shown of the accounts, in the order in which they were added; at least one.
  var accounts: [VaultAccount] { entries.map(\.account) }

  private(set) var entries: [Entry]
  private var nextAccountID: UInt32

  /// An account, and where it stands under the phrase.
  struct Entry {
    /// The last number of its path.
    let index: UInt32

    var account: VaultAccount
  }

  /// What a vault holds first: one account.
  init(entropy: SecretBox) {
    self.entropy = entropy
    entries = []
    nextAccountID = 0
    addAccount()
  }

  // MARK: - Changing

  /// Adds the account after the last one of the phrase, under the first free name.
  @discardableResult
  mutating func addAccount() -> VaultAccount {
    let index = entries.map { $0.index + 1 }.max() ?? 0
    let names = Set(entries.map(\.account.name))
    var number = Int(index) + 1
    while names.contains("Account \(number)") { number += 1 }
    let account = VaultAccount(
      id: AccountID(rawValue: nextAccountID),
      address: VaultKeys.address(entropy: entropy, index: index),
      name: "Account \(number)", path: Self.path(index: index))
    entries.append(Entry(index: index, account: account))
    nextAccountID += 1
    return account
  }

  /// Whether every address is the one that the phrase makes at its place.
  var hasAddressesOfItsPhrase: Bool {
    let derived = VaultKeys.addresses(entropy: entropy, indices: entries.map(\.index))
    return derived == entries.map(\.account.address)
  }

  /// Gives an account another name.
  mutating func rename(_ id: AccountID, _ name: String) -> VaultAccount? {
    guard let place = entries.firstIndex(where: { $0.account.id == id }) else { return nil }
    entries[place].account.name = name
    return entries[place].account
  }

  /// Where an account stands under the phrase.
  ///
  /// - SeeAlso: BIP-44.
  static func path(index: UInt32) -> String { "m/44'/60'/0'/0/\(index)" }
}

extension VaultPayload {
  /// What is sealed beside the phrase.
  private struct Book: Codable {
    var accounts: [BookEntry]
    var nextAccountID: UInt32
  }

  private struct BookEntry: Codable {
    var id: UInt32
    var index: UInt32
    var address: String
    var name: String
  }

  /// Why opened bytes are not a payload that we can read, though we or a newer wallet sealed them.
  enum Unreadable: Error {
    case damaged
    case unsupportedVersion(found: Int)
  }

  /// The bytes to seal.
  var encoded: SecretBox {
    let book = Book(
      accounts: entries.map { entry in
        BookEntry(
          id: entry.account.id.rawValue, index: entry.index,
          address: entry.account.address.hex, name: entry.account.name)
      }, nextAccountID: nextAccountID)
    return VaultCrypto.joined(
      [Self.currentVersion, UInt8(entropy.bytes.count)], entropy,
      CanonicalJSON.encode(book))
  }

  /// Reads opened bytes.
  init(decoding opened: SecretBox) throws(Unreadable) {
    let count = opened.bytes.count
    guard count > 2 else { throw .damaged }
    let head = VaultCrypto.exposedBytes(of: opened, in: 0..<2)
    guard head[0] == Self.currentVersion else { throw .unsupportedVersion(found: Int(head[0])) }
    let entropyEnd = 2 + Int(head[1])
    guard [16, 20, 24, 28, 32].contains(head[1]), entropyEnd < count,
      let book = CanonicalJSON.decode(
        Book.self, from: VaultCrypto.exposedBytes(of: opened, in: entropyEnd..<count)),
      !book.accounts.isEmpty, book.accounts.allSatisfy({ $0.id < book.nextAccountID })
    else { throw .damaged }
    entropy = VaultCrypto.part(of: opened, in: 2..<entropyEnd)
    nextAccountID = book.nextAccountID
    entries = []
    for entry in book.accounts {
      let address: Address
      do throws(HexError) {
        address = try Address(hex: entry.address)
      } catch {
        throw .damaged
      }
      let account = VaultAccount(
        id: AccountID(rawValue: entry.id), address: address, name: entry.name,
        path: Self.path(index: entry.index))
      entries.append(Entry(index: entry.index, account: account))
    }
  }
}
