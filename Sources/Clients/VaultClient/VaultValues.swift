package import EthereumPrimitives
package import Foundation

/// Whether there is a vault, and whether it is open.
package enum VaultStatus: Equatable, Sendable {
  /// No vault has been created, or it was erased.
  case empty

  /// There is a vault, and its passcode is needed.
  case locked(UnlockAllowance)

  /// The vault is open; its accounts, in the order in which they were added.
  case unlocked([VaultAccount])
}

/// What the owner may try before and after a wrong passcode.
package enum UnlockAllowance: Equatable, Sendable {
  /// A passcode can be tried; so many wrong ones, at least 1, until waiting begins.
  case tries(left: Int)

  /// No passcode is looked at before this moment.
  case backedOff(until: Date)
}

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
package struct VaultAccount: Hashable, Sendable, Identifiable {
  /// What other operations call the account by.
  package let id: AccountID

  /// Where it is paid.
  package let address: Address

  /// What the owner calls it: 1 to 40 characters, unique in the vault.
  package var name: String

  /// Where it stands under the phrase, such as `m/44'/60'/0'/0/0`.
  package let path: String

  /// Describes an account, as a vault or a test does.
  package init(id: AccountID, address: Address, name: String, path: String) {
    self.id = id
    self.address = address
    self.name = name
    self.path = path
  }
}

/// Three places of a phrase that are asked back.
package struct ConfirmationChallenge: Hashable, Sendable {
  /// Places from 1 to the phrase's word count, ascending, without repetition.
  package let positions: [Int]

  /// Asks for these places, as a vault or a test does.
  package init(positions: [Int]) {
    self.positions = positions
  }
}

/// What a passcode must look like.
package enum PasscodePolicy: Hashable, Sendable, CaseIterable {
  /// At least 8 characters; the default.
  case passphrase

  /// Exactly six digits, by the owner's explicit choice.
  ///
  /// Who copies the vault and the device key tries all of them in about eight days of one core.
  case pin
}

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

/// A stage of an operation that takes about a second.
package enum VaultProgress: Hashable, Sendable {
  /// A key is being derived from a passcode; so much of it is done, from 0 to 1.
  case derivingKey(fraction: Double)

  /// The key is known; the vault is being opened or written.
  case finishing

  /// Nothing is being done.
  case idle
}

/// What an authorization is for; it is good for nothing else.
package enum AuthorizationPurpose: Hashable, Sendable {
  /// To sign the payload with this hash by this account.
  case sign(account: AccountID, signingHash: Hash32)

  /// To show the phrase.
  case revealPhrase

  /// To remove the vault from the disk.
  case erase
}

/// A transaction that can be broadcast.
package struct SignedTransaction: Hashable, Sendable {
  /// The encoded envelope, as `eth_sendRawTransaction` takes it.
  package let rawTransaction: [UInt8]

  /// What nodes and explorers call the transaction by.
  package let hash: Hash32

  /// Describes a signed transaction, as a vault or a test does.
  package init(rawTransaction: [UInt8], hash: Hash32) {
    self.rawTransaction = rawTransaction
    self.hash = hash
  }
}
