package import EthereumCrypto
package import EthereumPrimitives
package import EthereumTransactions
import Foundation
import VisibleText

/// An address as a person types or pastes it, with the amount and the chain of a request.
///
/// The text may be an address in any case, a contact's name, a payment request (EIP-681), a
/// `wallet:send` link, or a link to an address in a block explorer. Spaces at its ends are ignored;
/// so are, for an address, quotation marks and brackets around it, and spaces and invisible
/// characters within it.
///
/// Only an address in mixed case has a checksum, which must be valid. So hosts show the resulting
/// address, unless it is exactly what was typed.
package struct TypedRecipient: Hashable, Sendable {
  /// The address.
  package let address: Address
  /// The name that was typed; nil if no name was typed.
  package private(set) var name: ContactName?
  /// The amount that a request or a link asks for; nil if it has none.
  package private(set) var amount: Wei?
  /// The chain that a request is for; nil if it names none.
  package private(set) var chainID: ChainID?

  private init(address: Address) {
    self.address = address
  }

  /// Reads the typed text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - contacts: The contacts, and the wallet's own accounts, whose names may be typed.
  ///   - chainID: The chain that the address is for; nil for any chain.
  package init(
    _ text: String, contacts: [Contact] = [], chainID: ChainID? = nil
  ) throws(RecipientRefusal) {
    let text = Self.trimmed(text)
    if let digits = Self.addressText(text) {
      address = try Self.address(digits)
    } else if PaymentURI.isScheme(of: text) {
      let request: PaymentURI
      do throws(PaymentURIError) {
        request = try PaymentURI(text)
      } catch {
        throw .request(error)
      }
      if let found = request.chainID, let chainID, found != chainID {
        throw .otherChain(found: found, expected: chainID)
      }
      (address, amount, self.chainID) = (request.recipient, request.value, request.chainID)
    } else if text.contains(":"), !contacts.contains(where: { $0.name.text == text }) {
      self = try Self.linked(text)
    } else {
      let contact = try Self.contact(text, contacts)
      (address, name) = (contact.address, contact.name)
    }
  }

  /// Returns an address without marks around it, and without the spaces and invisible characters
  /// that line breaks and chats insert; nil if it has no `0x`.
  package static func addressText(_ text: String) -> String? {
    let marks: Set<Unicode.Scalar> = [
      "\"", "'", "`", "“", "”", "‘", "’", "<", ">", "(", ")", "[", "]", ",", ";", ".",
    ]
    var scalars = text.unicodeScalars.filter { !isBlank($0) }[...]
    while let first = scalars.first, marks.contains(first) { scalars.removeFirst() }
    while let last = scalars.last, marks.contains(last) { scalars.removeLast() }
    let bare = String(String.UnicodeScalarView(scalars))
    return bare.lowercased().hasPrefix("0x") ? "0x" + bare.dropFirst(2) : nil
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Returns the text without spaces and invisible characters at its ends.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}

// MARK: - Reading Each Kind of Text

extension TypedRecipient {
  private static func address(_ text: String) throws(RecipientRefusal) -> Address {
    let text = text.hasPrefix("0X") ? "0x" + text.dropFirst(2) : text
    do throws(AddressError) {
      return try Address(pasted: text)
    } catch {
      throw .address(error)
    }
  }

  private static func contact(
    _ text: String, _ contacts: [Contact]
  ) throws(RecipientRefusal) -> Contact {
    let likenesses = text.likenesses
    let choices = contacts.filter { !$0.name.text.likenesses.isDisjoint(with: likenesses) }
    guard let first = choices.first else { throw .address(.missingPrefix) }
    guard choices.allSatisfy({ $0.address == first.address }),
      let named = choices.first(where: { $0.name.text == text })
    else { throw .unclearName(choices) }
    return named
  }

  /// Reads a link that contains an address: of this wallet, or of a block explorer.
  private static func linked(_ text: String) throws(RecipientRefusal) -> TypedRecipient {
    guard let link = URLComponents(string: text) else { throw .link }
    switch link.scheme?.lowercased() {
    case "wallet" where link.path == "send" && link.host == nil && link.fragment == nil:
      let items = link.queryItems ?? []
      guard items.map(\.name).sorted() == ["to"] || items.map(\.name).sorted() == ["amount", "to"],
        let to = items.first(where: { $0.name == "to" })?.value
      else { throw .link }
      var recipient = TypedRecipient(address: try address(ofLink: to))
      if let amount = items.first(where: { $0.name == "amount" }) {
        recipient.amount = try ether(amount.value ?? "")
      }
      return recipient
    case "http", "https":
      // Any parameter but the page's tab could be an amount or a chain, and would be lost.
      guard (link.queryItems ?? []).allSatisfy({ $0.name == "tab" }) else { throw .link }
      let parts = link.path.split(separator: "/")
      guard let place = parts.firstIndex(of: "address"), parts.indices.contains(place + 1) else {
        throw .link
      }
      return TypedRecipient(address: try address(ofLink: String(parts[place + 1])))
    case _: throw .link
    }
  }

  private static func address(ofLink text: String) throws(RecipientRefusal) -> Address {
    guard text.lowercased().hasPrefix("0x") else { throw .link }
    return try address(text)
  }

  private static func ether(_ text: String) throws(RecipientRefusal) -> Wei {
    do throws(AmountError) {
      return try Wei(ether: text)
    } catch {
      throw .request(.value(error))
    }
  }
}

/// The reason a text can't be used as a recipient.
package enum RecipientRefusal: Error, Codable, Equatable, Sendable {
  /// It is neither a valid address nor the name of a contact.
  case address(AddressError)
  /// It is not a request that this wallet can pay.
  case request(PaymentURIError)
  /// It is a request for another chain.
  case otherChain(found: ChainID, expected: ChainID)
  /// It is a link without an address.
  case link
  /// The name belongs to more than one address, or only looks like a known name.
  case unclearName([Contact])
  /// It asks for a different amount than the one that was typed.
  case otherAmount(Wei)
}
