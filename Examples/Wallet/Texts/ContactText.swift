import ContactsClient
import ContactsFeature
import EthereumCrypto

/// Texts for refusals of contacts.
enum ContactText {
  static func text(of failure: ContactsFailure, _ texts: Texts) -> String {
    switch failure {
    case .name(.empty): texts[.contactsNoName]
    case .name(.tooLong(_, let max)): texts[.contactsLongName, "\(max)"]
    case .name(.blanks): texts[.contactsBlanks]
    case .name(.invisible): texts[.contactsInvisible]
    case .name(.looksLikeAddress): texts[.contactsNameIsAddress]
    case .address(.noChecksum), .address(.wrongChecksum): texts[.contactsChecksum]
    case .address(.missingPrefix), .address(.wrongDigitCount), .address(.notADigit),
      .address(.mixedCase):
      texts[.contactsNoAddress]
    case .name(.mixedScripts(let word)): texts[.contactsMixedScripts, word]
    case .nameLooksLikeOwn(let name): texts[.contactsNameLooksOwn, name]
    case .recipient(let refusal): SentenceText.standing(RecipientText.text(of: refusal))
    case .addressIsZero: texts[.contactsZero]
    case .addressLooksLikeOwn(let address): texts[.contactsLooksOwn, address.checksummed]
    case .refused(let refusal): text(of: refusal, texts)
    }
  }

  private static func text(of refusal: ContactRefusal, _ texts: Texts) -> String {
    switch refusal {
    case .addressTaken(let contact): texts[.contactsAddressTaken, contact.name.text]
    case .addressLooksLike(let contact):
      texts[.contactsLooksLike, contact.name.text, contact.address.checksummed]
    case .nameTaken(let contact): texts[.contactsNameTaken, contact.name.text]
    case .full(let max): texts[.contactsFull, "\(max)"]
    case .unknown: texts[.contactsUnknown]
    case .storage(let failure): FailureText.journal(failure).sentence
    }
  }
}
