package import EthereumPrimitives
import VisibleText

/// A person or service that the owner knows by a name, on every chain.
package struct Contact: Codable, Hashable, Sendable {
  /// The maximum number of contacts in a wallet.
  package static let countMax = 1_000

  /// The owner's name for them.
  package var name: ContactName
  /// The address at which they are paid.
  package var address: Address

  /// Describes a contact.
  package init(name: ContactName, address: Address) {
    self.name = name
    self.address = address
  }

  /// Describes an account of the wallet as a contact, so that its name can be typed; nil if it is
  /// not a valid name for a contact.
  package init?(account name: String, address: Address) {
    do throws(ContactName.Refusal) {
      self.init(name: try ContactName(kept: name), address: address)
    } catch {
      return nil
    }
  }
}

/// A name that can't be confused with other names or with addresses.
package struct ContactName: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of characters.
  package static let characterCountMax = 40

  /// Its characters.
  package let text: String

  /// The reason a text can't be a name.
  package enum Refusal: Error, Codable, Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than `characterCountMax` characters.
    case tooLong(found: Int, max: Int)
    /// It begins or ends with a space, or has two consecutive ones.
    case blanks
    /// It has an invisible character, or one that changes how others are displayed.
    case invisible
    /// It begins with `0x`, as addresses do.
    case looksLikeAddress
    /// A word mixes scripts, as in names that imitate other names.
    case mixedScripts(word: String)
  }

  /// Checks a text; nothing is trimmed.
  package init(_ text: String) throws(Refusal) {
    try self.init(kept: text)
    if let word = text.wordOfMixedScripts { throw .mixedScripts(word: word) }
  }

  /// Checks a stored name, which may mix scripts because earlier releases allowed it.
  package init(kept text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.characterCountMax, text.unicodeScalars.count <= Self.scalarCountMax
    else { throw .tooLong(found: text.count, max: Self.characterCountMax) }
    guard text.isVisible else { throw .invisible }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard !words.contains("") else { throw .blanks }
    guard !text.lowercased().hasPrefix("0x") else { throw .looksLikeAddress }
    self.text = text
  }

  package var description: String { text }

  /// The maximum number of scalars, because a character can carry many marks.
  private static let scalarCountMax = 4 * characterCountMax
}

// MARK: - Similar Names and Addresses

extension Address {
  /// The number of bytes at each end that people compare: two, which are four digits.
  private static let comparedByteCount = 2

  /// Returns true if a person could confuse the other address with this one.
  package func looksLike(_ other: Address) -> Bool {
    self != other
      && bytes.prefix(Self.comparedByteCount) == other.bytes.prefix(Self.comparedByteCount)
      && bytes.suffix(Self.comparedByteCount) == other.bytes.suffix(Self.comparedByteCount)
  }
}

extension ContactName: CodedAsText {
  package var codedText: String { text }
  package init(codedText: String) throws { try self.init(kept: codedText) }
}
