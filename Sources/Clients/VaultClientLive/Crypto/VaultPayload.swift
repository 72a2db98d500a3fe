import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import VaultClient

/// The sealed content of a vault: a phrase's entropy or a private key, and its accounts.
///
/// ```
/// 0x01 | byte count of the entropy | entropy | accounts, JSON
/// 0x02 | 32                        | key     | accounts, JSON, one
/// ```
///
/// The secret is stored apart from the JSON so that it is never text, nor in memory that isn't
/// wiped. A vault with a phrase is written as it always was, so that older wallets open it.
struct VaultPayload {
  /// The version of a vault with a phrase.
  static let phraseVersion: UInt8 = 1

  /// The version of a vault with a private key, and the newest that this code reads and writes.
  static let currentVersion: UInt8 = 2

  /// The maximum number of accounts in a vault.
  static let accountCountMax = 100

  /// The secret from which the accounts are derived.
  let origin: VaultOrigin

  /// The public data of the accounts, in the order in which they were added; at least one.
  var accounts: [VaultAccount] { entries.map(\.account) }

  private(set) var entries: [Entry]
  private var nextAccountID: UInt32

  /// An account, and its index under the phrase.
  struct Entry {
    /// The last number of its path.
    let index: UInt32

    var account: VaultAccount
  }

  /// Creates the initial content of a vault: one account.
  init(_ origin: VaultOrigin) {
    self.origin = origin
    entries = []
    nextAccountID = 0
    addAccount()
  }

  // MARK: - Changing

  /// Adds the account after the last one of the phrase, under the first free name; a private key
  /// has no account other than its first.
  @discardableResult
  mutating func addAccount() -> VaultAccount {
    let index = entries.map { $0.index + 1 }.max() ?? 0
    let names = Set(entries.map(\.account.name))
    var number = Int(index) + 1
    while names.contains("Account \(number)") { number += 1 }
    let account = VaultAccount(
      id: AccountID(rawValue: nextAccountID),
      address: VaultKeys.address(origin, index: index),
      name: "Account \(number)", path: Self.path(origin, index: index),
      isPublished: origin.isPublished)
    entries.append(Entry(index: index, account: account))
    nextAccountID += 1
    return account
  }

  /// True if every address is the one derived from the phrase or the key at its index.
  var hasAddressesOfItsPhrase: Bool {
    let derived = VaultKeys.addresses(origin, indices: entries.map(\.index))
    return derived == entries.map(\.account.address)
  }

  /// Renames an account.
  mutating func rename(_ id: AccountID, _ name: String) -> VaultAccount? {
    guard let place = entries.firstIndex(where: { $0.account.id == id }) else { return nil }
    entries[place].account.name = name
    return entries[place].account
  }

  /// Returns the path of an account under the phrase; a private key has no path.
  ///
  /// - SeeAlso: BIP-44.
  static func path(_ origin: VaultOrigin, index: UInt32) -> String {
    switch origin {
    case .phrase: "m/44'/60'/0'/0/\(index)"
    case .privateKey: VaultAccount.keyPath
    }
  }
}

extension VaultPayload {
  /// The public data sealed beside the secret.
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

  /// The reason opened bytes are not a readable payload, although this or a newer wallet sealed
  /// them.
  enum Unreadable: Error, Equatable {
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
    let version =
      switch origin {
      case .phrase: Self.phraseVersion
      case .privateKey: Self.currentVersion
      }
    let secret = origin.secret
    return VaultCrypto.joined(
      [version, UInt8(secret.bytes.count)], secret, CanonicalJSON.encode(book))
  }

  /// Decodes opened bytes.
  init(decoding opened: SecretBox) throws(Unreadable) {
    let count = opened.bytes.count
    guard count > 2 else { throw .damaged }
    let head = VaultCrypto.exposedBytes(of: opened, in: 0..<2)
    guard [Self.phraseVersion, Self.currentVersion].contains(head[0]) else {
      throw .unsupportedVersion(found: Int(head[0]))
    }
    let isPhrase = head[0] == Self.phraseVersion
    let secretEnd = 2 + Int(head[1])
    guard (isPhrase ? [16, 20, 24, 28, 32] : [32]).contains(head[1]), secretEnd < count,
      let book = CanonicalJSON.decode(
        Book.self, from: VaultCrypto.exposedBytes(of: opened, in: secretEnd..<count)),
      !book.accounts.isEmpty, book.accounts.allSatisfy({ $0.id < book.nextAccountID })
    else { throw .damaged }
    let secret = VaultCrypto.part(of: opened, in: 2..<secretEnd)
    if isPhrase {
      origin = .phrase(entropy: secret)
    } else {
      guard book.accounts.map(\.index) == [0], VaultOrigin.isInRange(secret) else {
        throw .damaged
      }
      origin = .privateKey(secret)
    }
    nextAccountID = book.nextAccountID
    let isPublished = origin.isPublished
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
        path: Self.path(origin, index: entry.index), isPublished: isPublished)
      entries.append(Entry(index: entry.index, account: account))
    }
  }
}
