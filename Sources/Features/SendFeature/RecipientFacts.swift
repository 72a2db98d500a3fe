package import EthereumPrimitives

/// What runs when an account is paid.
package enum RecipientCode: Codable, Hashable, Sendable {
  /// No code: the account belongs to a key, or to no one.
  case none
  /// A contract.
  case contract
  /// A contract that the owner of the account's key has put in charge of it.
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

  /// Whether paying the account runs something.
  package var isPresent: Bool { self != .none }
}

/// What is known about the recipient.
package struct RecipientFacts: Codable, Hashable, Sendable {
  /// What runs when the account is paid.
  package var code: RecipientCode
  /// How many transactions the account has sent, as the node says; a mistyped address has none.
  package var sentCount: UInt64
  /// How many payments of this wallet to the account the journal has.
  package var paidCount: Int

  /// Describes a recipient.
  package init(code: RecipientCode, sentCount: UInt64, paidCount: Int) {
    self.code = code
    self.sentCount = sentCount
    self.paidCount = paidCount
  }
}
