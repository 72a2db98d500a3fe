package import EthereumPrimitives

/// A transaction that can be broadcast.
package struct SignedTransaction: Hashable, Sendable {
  /// The encoded envelope, as `eth_sendRawTransaction` takes it.
  package let rawTransaction: [UInt8]

  /// The hash by which nodes and explorers identify the transaction.
  package let hash: Hash32

  /// Describes a signed transaction, in a vault or a test.
  package init(rawTransaction: [UInt8], hash: Hash32) {
    self.rawTransaction = rawTransaction
    self.hash = hash
  }
}

/// The reason nothing was signed.
package enum SigningRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was rejected.
  case authorization(SpendRefusal)

  /// The vault has no such account.
  case unknownAccount

  /// The journal of payments is not the one that the vault knows, is an older copy of it, or is
  /// missing.
  case journalIsOlder

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// The reason no message was signed.
package enum MessageSigningRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was rejected.
  case authorization(SpendRefusal)

  /// The vault has no such account.
  case unknownAccount

  /// The message names a different address from the account's.
  case otherAddress

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// The vault's knowledge of the journal of payments beside it.
package enum JournalStatus: Codable, Hashable, Sendable {
  /// It is the journal that the vault was last used with, or the vault knows no journal.
  case asKnown

  /// It is an older copy, another wallet's, or missing: nothing is signed until the right one is
  /// restored, or the owner accepts this one.
  case older
}
