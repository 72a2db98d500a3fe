package import EthereumCrypto
package import EthereumPrimitives

/// What is wrong with a field of the form while it is typed.
package enum TypingTrouble: Equatable, Sendable {
  /// The recipient is no address.
  case recipient(AddressError)
  /// The recipient is the zero address.
  case recipientIsZero
  /// The amount has commas or blanks, as people write thousands.
  case separators
  /// The amount is no amount of ether.
  case amount(AmountError)
  /// The account has less.
  case moreThanBalance(Wei)
}

// MARK: - Looking at What Is Typed

extension SendMoney.State {
  /// What is wrong with the recipient; nil while the field is empty, or may still become an
  /// address by typing on.
  package var recipientTrouble: TypingTrouble? {
    let text = recipientText
    guard !text.isEmpty, !Self.mayBecomeAddress(text) else { return nil }
    do throws(AddressError) {
      return try Address(checksummed: text) == .zero ? .recipientIsZero : nil
    } catch {
      return .recipient(error)
    }
  }

  /// What is wrong with the amount; nil while the field is empty, or may still become an amount by
  /// typing on.
  ///
  /// - Parameter balance: What the account has, as far as that is known.
  package func amountTrouble(balance: Wei?) -> TypingTrouble? {
    let text = amountText
    guard !text.isEmpty, !SendDraft.everythingText.hasPrefix(text), !Self.mayBecomeAmount(text)
    else { return nil }
    if Self.hasSeparators(text) { return .separators }
    do throws(AmountError) {
      let amount = try Wei(ether: text)
      return balance.flatMap { amount > $0 ? .moreThanBalance($0) : nil }
    } catch {
      return .amount(error)
    }
  }

  private static func mayBecomeAddress(_ text: String) -> Bool {
    let digits = text.dropFirst(2)
    return text == "0"
      || text.hasPrefix("0x") && digits.count < 2 * Address.byteCount
        && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  private static func mayBecomeAmount(_ text: String) -> Bool {
    text.last == "." && text.count > 1 && text.dropLast().allSatisfy { isDigit($0) }
  }

  private static func hasSeparators(_ text: String) -> Bool {
    let separators: Set<Character> = [",", " ", "'", "_", "\u{A0}", "\u{202F}"]
    return text.contains { isDigit($0) } && text.contains { separators.contains($0) }
      && text.allSatisfy { isDigit($0) || $0 == "." || separators.contains($0) }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }
}
