package import EthereumPrimitives

/// A name that a payer gives to a payment, so that paying twice by that name pays once.
package struct PaymentKey: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of characters.
  package static let characterCountMax = 128

  /// Its characters.
  package let text: String

  /// The reason a text can't name a payment.
  package enum Refusal: Error, Codable, Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than `characterCountMax` characters.
    case tooLong(found: Int, max: Int)
    /// The character at this position, from 0, is not a visible ASCII character.
    case notVisibleASCII(position: Int)
    /// It begins with `0x`, as transaction hashes and addresses do.
    case looksLikeHash
  }

  /// Checks a text; nothing is trimmed.
  package init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .empty }
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard ("!"..."~").contains(scalar) else { throw .notVisibleASCII(position: position) }
    }
    guard text.utf8.count <= Self.characterCountMax else {
      throw .tooLong(found: text.utf8.count, max: Self.characterCountMax)
    }
    guard !text.lowercased().hasPrefix("0x") else { throw .looksLikeHash }
    self.text = text
  }

  package var description: String { text }
}

/// A payment's name in the journal: the hash of its signed transaction.
package struct PaymentID: Codable, Hashable, Sendable {
  /// The transaction's hash.
  package let transactionHash: Hash32

  /// Names a payment by its transaction.
  package init(transactionHash: Hash32) {
    self.transactionHash = transactionHash
  }
}

/// The ways to look up a payment.
package enum PaymentReference: Hashable, Sendable {
  /// By its name in the journal.
  case id(PaymentID)

  /// By the hash of any transaction of its family.
  case transaction(Hash32)

  /// By the name that its payer gave it.
  case key(PaymentKey)
}

extension PaymentKey: CodedAsText {
  package var codedText: String { text }
  package init(codedText: String) throws { try self.init(codedText) }
}
