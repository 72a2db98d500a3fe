package import EthereumPrimitives

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

/// Why nothing was signed.
package enum SigningRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was not taken.
  case authorization(SpendRefusal)

  /// The vault has no such account.
  case unknownAccount

  /// The journal of payments is another one than the vault knows, an older copy of it, or gone.
  case journalIsOlder

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why no message was signed.
package enum MessageSigningRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was not taken.
  case authorization(SpendRefusal)

  /// The vault has no such account.
  case unknownAccount

  /// The message names another address than the account's.
  case otherAddress

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// What a vault knows of the journal of payments that stands beside it.
package enum JournalStatus: Codable, Hashable, Sendable {
  /// It is the journal that the vault was last used with, or the vault knows of none.
  case asKnown

  /// It is an older copy, another wallet's, or gone: nothing is signed until the right one is put
  /// back, or the owner accepts what is there.
  case older
}
