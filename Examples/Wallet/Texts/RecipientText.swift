import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import HomeFeature
import SendFeature
import VaultClient

/// Texts about a typed recipient, in the user's language.
enum RecipientText {
  static func text(of refusal: RecipientRefusal) -> String {
    switch refusal {
    case .address(let error): ValueText.text(error)
    case .request(let error): FailureText.request(error).message
    case .otherChain(let found, let expected):
      Phrase("the payment request is for chain \(found); expected chain \(expected)").text
    case .link:
      Phrase("the link has no address that can be read; expected the address itself").text
    case .unclearName(let contacts):
      Phrase(
        "the name could mean \(names(of: contacts)); expected a name exactly as it is saved, or an address"
      ).text
    case .otherAmount(let amount):
      Phrase(
        "the payment request asks for \(FailureText.ether(amount)) ETH; expected that amount, or the address alone"
      ).text
    }
  }

  static func failure(_ refusal: RecipientRefusal) -> CommandFailure {
    CommandFailure(said: text(of: refusal)).because(.badAddress)
  }

  private static func names(of contacts: [Contact]) -> String {
    contacts.map { "\(PlainText.printable($0.name.text)) (\($0.address.checksummed))" }
      .joined(separator: ", ")
  }

  /// Returns a text with the resulting address; nil if the user typed exactly that address.
  static func understood(_ typed: TypedRecipient, of text: String) -> Phrase? {
    let address = typed.address.checksummed
    guard text != address else { return nil }
    return typed.name.map { Phrase("\($0) is \(address).") } ?? Phrase("The address is \(address).")
  }

  /// Returns a text about what a contact keeps of the typed text; nil if it keeps everything.
  static func kept(of text: String) -> Phrase? {
    do throws(RecipientRefusal) {
      let typed = try TypedRecipient(text)
      guard typed.amount == nil, typed.chainID == nil else {
        return Phrase("Only the address is kept: \(typed.address.checksummed).")
      }
      return understood(typed, of: text)
    } catch {
      return nil
    }
  }
}
