import ContactsClient
import ContactsFeature
import EthereumCrypto
import HeadraceTerminal

// MARK: - Contacts

extension PlaceScreens {
  func view(of contacts: Contacts.State) -> ScreenView {
    let refused = contacts.failure.map { ContactWords.text(of: $0, texts) } ?? ""
    let hints = [("⏎", texts[.keySave]), ("tab", texts[.keyNext]), ("esc", texts[.keyBack])]
    let form = state.contactForm
    switch contacts.phase {
    case .listing:
      return ScreenView(
        texts[.contactsTitle],
        hints: [
          ("a", texts[.keyAdd]), ("⏎", texts[.keyRename]), ("d", texts[.keyRemove]),
          ("esc", texts[.keyBack]),
        ]
      ) {
        list(contacts.contacts).flexible(columns: 1, rows: 1)
        if !refused.isEmpty { Text(refused, .failure) }
      }
    case .adding:
      return ScreenView(texts[.contactsAdd], hints: hints) {
        TextField(
          texts[.contactsName], form.name, isFocused: form.focus == .name,
          placeholder: texts[.contactsNameHint])
        TextField(
          texts[.contactsAddress], form.address, isFocused: form.focus == .address,
          placeholder: texts[.sendRecipientHint])
        if !refused.isEmpty { Text(refused, .failure) }
      }
    case .renaming(let contact, _):
      return ScreenView(texts[.contactsRename], hints: [hints[0], hints[2]]) {
        Text(contact.address.checksummed, .secondary)
        TextField(
          texts[.contactsName], form.name, isFocused: true, note: refused, noteRole: .failure)
      }
    }
  }

  /// The contacts over the form of a payment.
  var contactChoice: ScreenView {
    ScreenView(
      texts[.contactsChoose], hints: [("⏎", texts[.keyChoose]), ("esc", texts[.keyBack])]
    ) { list(state.contacts) }
  }

  private func list(_ contacts: [Contact]) -> any View {
    guard !contacts.isEmpty else { return Text(texts[.contactsEmpty], .secondary) }
    return List(contacts, selected: min(state.chosen, contacts.count - 1), target: "row") {
      contact in
      Row {
        Text(contact.name.text, cut: .end).frame(columns: 18)
        Text(contact.address.checksummed, .secondary, cut: .middle).flexible()
      }
    }
  }
}

/// Refusals of contacts in words.
enum ContactWords {
  static func text(of failure: ContactsFailure, _ texts: Texts) -> String {
    switch failure {
    case .name(.empty): texts[.contactsNoName]
    case .name(.tooLong(_, let max)): texts[.contactsLongName, "\(max)"]
    case .name(.blanks): texts[.contactsBlanks]
    case .name(.invisible): texts[.contactsInvisible]
    case .name(.looksLikeAddress): texts[.contactsNameIsAddress]
    case .address(.noChecksum(let expected)), .address(.wrongChecksum(let expected)):
      texts[.contactsChecksum, expected]
    case .address(.missingPrefix), .address(.wrongDigitCount), .address(.notADigit),
      .address(.mixedCase):
      texts[.contactsNoAddress]
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
    case .storage(let failure): FailureTexts.journal(failure).message
    }
  }
}
