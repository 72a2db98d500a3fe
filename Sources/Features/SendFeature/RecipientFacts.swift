package import EthereumPrimitives

/// The code that runs when an account is paid.
package enum RecipientCode: Codable, Hashable, Sendable {
  /// No code: the account belongs to a key, or to nobody.
  case none
  /// A contract.
  case contract
  /// A contract to which the owner of the account's key has delegated it.
  ///
  /// - SeeAlso: EIP-7702.
  case delegated(to: Address)

  /// The bytes before the address in the code of a delegated account (EIP-7702).
  private static let delegationPrefix: [UInt8] = [0xEF, 0x01, 0x00]

  /// Reads the code of an account.
  package init(_ code: [UInt8]) {
    if code.isEmpty {
      self = .none
    } else if code.starts(with: Self.delegationPrefix),
      let address = Address(bytes: code.dropFirst(Self.delegationPrefix.count))
    {
      self = .delegated(to: address)
    } else {
      self = .contract
    }
  }

  /// True if paying the account runs code.
  package var isPresent: Bool { self != .none }
}

/// The known facts about the recipient.
package struct RecipientFacts: Codable, Hashable, Sendable {
  /// The code that runs when the account is paid.
  package var code: RecipientCode
  /// The number of transactions the account has sent, as the node reports it; often zero for a
  /// mistyped address.
  package var sentCount: UInt64
  /// The number of this wallet's payments to the account in the journal.
  package var paidCount: Int

  /// Describes a recipient.
  package init(code: RecipientCode, sentCount: UInt64, paidCount: Int) {
    self.code = code
    self.sentCount = sentCount
    self.paidCount = paidCount
  }
}
