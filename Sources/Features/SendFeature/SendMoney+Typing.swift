package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives

/// An error in a field of the form, shown while it is typed.
package enum InputError: Equatable, Sendable {
  /// The recipient is not an address.
  case recipient(AddressError)
  /// The recipient is a request, a link or a name that can't be used.
  case recipientRefused(RecipientRefusal)
  /// The recipient is the zero address.
  case recipientIsZero
  /// The amount contains commas or spaces, which people use to separate thousands.
  case separators
  /// The amount is not an amount of ether.
  case amount(AmountError)
  /// The amount exceeds the account's balance.
  case moreThanBalance(Wei)
}

// MARK: - Checking While Typing

extension SendMoney.State {
  /// The error in the recipient; nil while the field is empty, or if more characters may complete
  /// an address.
  package var recipientTrouble: InputError? {
    let text = TypedRecipient.trimmed(recipientText)
    guard !text.isEmpty, !mayBecomeRecipient(text) else { return nil }
    do throws(RecipientRefusal) {
      let typed = try TypedRecipient(text, contacts: contacts, chainID: chainID)
      return typed.address == .zero ? .recipientIsZero : nil
    } catch .address(let error) {
      return .recipient(error)
    } catch {
      return .recipientRefused(error)
    }
  }

  /// The typed recipient as it is understood; nil while it is invalid.
  package var typedRecipient: TypedRecipient? {
    do throws(RecipientRefusal) {
      return try TypedRecipient(recipientText, contacts: contacts, chainID: chainID)
    } catch {
      // `recipientTrouble` has the error.
      return nil
    }
  }

  /// Sets the recipient's text; a request fills in its amount if none was typed, and the amount is
  /// removed with the request.
  mutating func typeRecipient(_ text: String) {
    let earlier = typedRecipient?.amount?.etherText
    recipientText = text
    let asked = typedRecipient?.amount?.etherText
    if amountText.isEmpty || amountText == earlier { amountText = asked ?? "" }
  }

  /// Returns the error in the amount; nil while the field is empty, or if more characters may
  /// complete an amount.
  ///
  /// - Parameter balance: The account's balance, if it is known.
  package func amountTrouble(balance: Wei?) -> InputError? {
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

  private static let schemes = ["ethereum:", "wallet:send?to="]

  private func mayBecomeRecipient(_ text: String) -> Bool {
    let digits = text.dropFirst(2)
    return text == "0" || Self.schemes.contains { $0.hasPrefix(text.lowercased()) }
      || contacts.contains { $0.name.text != text && $0.name.text.hasPrefix(text) }
      || text.lowercased().hasPrefix("0x") && digits.count < 2 * Address.byteCount
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
