import ArgumentParser
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
package import VaultClient

/// A typed reference to one of the wallet's accounts: its address, its name, or its position in the
/// list, from 1.
package struct AccountReference: Equatable, Sendable {
  /// The typed text.
  package let text: String

  /// Creates a reference from any text, whose meaning depends on the accounts.
  package init(_ text: String) {
    self.text = text
  }

  /// Finds the account.
  ///
  /// - Throws: `CommandFailure` if no account matches, or if a name is another account's position.
  package func account(among accounts: [VaultAccount]) throws(CommandFailure) -> VaultAccount {
    let text = TypedRecipient.trimmed(text)
    if let typed = TypedRecipient.addressText(text) {
      let address: Address
      do throws(AddressError) {
        address = try Address(pasted: typed)
      } catch {
        throw CommandFailure("--from is not an address: \(ValueText.text(error))", .usage)
          .because(.badAddress)
      }
      guard let account = accounts.first(where: { $0.address == address }) else {
        throw FailureText.unknownAccount
      }
      return account
    }
    let named = accounts.first { $0.name == text } ?? accounts.first { $0.shownName == text }
    let placed = Self.place(text).flatMap { accounts.indices.contains($0) ? accounts[$0] : nil }
    if let named, let placed, named.id != placed.id {
      throw CommandFailure(
        "'\(text)' is the name of one account and the position of another; expected --from with an address",
        .usage)
    }
    guard let account = named ?? placed else { throw FailureText.unknownAccount }
    return account
  }

  /// Returns the index of a position such as 1, written as a number.
  private static func place(_ text: String) -> Int? {
    guard let number = Int(text), "\(number)" == text, number >= 1 else { return nil }
    return number - 1
  }
}

/// The account that a command refers to.
struct FromOptions: ParsableArguments {
  @Option(
    help: .said(
      "The account: its address, its name, or its position in 'wallet accounts'. (default: the first)"
    ))
  var from: String?

  func validate() throws {
    guard from?.isEmpty != true else {
      throw ValidationError.said("expected --from to name an account, found nothing")
    }
  }

  /// The named account; nil for the first.
  var reference: AccountReference? { from.map { AccountReference($0) } }
}

// MARK: - Names

extension VaultAccount {
  /// The name in the person's language; see ``AccountName``.
  var shownName: String {
    AccountName.number(in: name).map { Phrase("Account \($0)").text } ?? name
  }
}

/// The names that the vault gives, such as `Account 1`, which are translated until the owner
/// chooses another one.
enum AccountName {
  /// Returns the number in a name of exactly that form; nil for a name that a person chose.
  static func number(in name: String) -> String? {
    name.wholeMatch(of: /Account ([1-9][0-9]*)/).map { String($0.1) }
  }

  /// Returns a name as stored, and as shown in each language, because the language can change.
  static func inEachLanguage(_ name: String) -> [String] {
    guard let number = number(in: name) else { return [name] }
    return [name] + Language.allCases.map { Texts($0)[.accountsNumbered, number] }
  }
}

extension Texts {
  /// Returns the name of an account in this language.
  func name(of account: VaultAccount) -> String {
    AccountName.number(in: account.name).map { self[.accountsNumbered, $0] } ?? account.name
  }
}

// MARK: - Known Accounts

extension WalletSession {
  /// Returns the accounts with as few questions as possible.
  ///
  /// They come from the session of 'wallet unlock', else from the list beside the vault, else from
  /// the vault after its passcode.
  ///
  /// - Parameters:
  ///   - isVerified: True if a passcode was named, so that the vault itself is asked.
  ///   - usesList: True if the list beside the vault is enough.
  ///   - passcode: Returns the passcode.
  func knownAccounts(
    isVerified: Bool, usesList: Bool = true, passcode: () throws(CommandFailure) -> SecretBytes
  ) async throws(CommandFailure) -> [VaultAccount] {
    if !isVerified {
      if let accounts = unlocked.accounts() { return accounts }
      if usesList, let accounts = accountList.read() { return accounts }
    }
    return try await accounts(try passcode())
  }

  /// Returns the accounts that are known without a passcode; nil if they are not known.
  func publicAccounts() -> [VaultAccount]? { unlocked.accounts() ?? accountList.read() }

  /// Returns the named account among the known ones, or the first.
  func knownAccount(
    _ reference: AccountReference?, isVerified: Bool,
    passcode: () throws(CommandFailure) -> SecretBytes
  ) async throws(CommandFailure) -> VaultAccount {
    let accounts = try await knownAccounts(isVerified: isVerified, passcode: passcode)
    if let reference { return try reference.account(among: accounts) }
    guard let first = accounts.first else { throw .interrupted }
    return first
  }
}
