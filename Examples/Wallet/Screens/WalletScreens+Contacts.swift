import ContactsClient
import ContactsFeature
import EthereumCrypto
import HeadraceTerminal

// MARK: - Contacts

extension WalletScreens {
  func view(of contacts: Contacts.State) -> ScreenView {
    let refused = contacts.failure.map { ContactText.text(of: $0, texts) } ?? ""
    let hints = [("⏎", texts[.keySave]), ("tab", texts[.keyNext]), ("esc", texts[.keyBack])]
    let form = state.contactForm
    switch contacts.phase {
    case .listing:
      return ScreenView(
        texts[.contactsTitle],
        hints: [("a", texts[.keyAdd])]
          + (contacts.contacts.isEmpty
            ? [] : [("⏎", texts[.keyRename]), ("d", texts[.keyRemove])])
          + [("esc", texts[.keyBack])]
      ) {
        list(contacts.contacts).flexible(columns: 1, rows: 1)
        if !refused.isEmpty { Text(refused, .failure) }
      }
    case .adding:
      let refusedField = contacts.failure.map { field(of: $0) }
      return ScreenView(texts[.contactsAdd], hints: hints) {
        TextField(
          texts[.contactsName], form.name, isFocused: form.focus == .name,
          placeholder: texts[.contactsNameHint], note: refusedField == .name ? refused : "",
          noteRole: .failure)
        TextField(
          texts[.contactsAddress], form.address, isFocused: form.focus == .address,
          placeholder: texts[.sendRecipientHint],
          note: refusedField == .address
            ? refused : RecipientText.kept(of: form.address.text)?.text ?? "",
          noteRole: refusedField == .address ? .failure : .secondary)
      }
    case .renaming(let contact, _):
      return ScreenView(texts[.contactsRename], hints: [hints[0], hints[2]]) {
        Text(contact.address.checksummed, .secondary)
        TextField(
          texts[.contactsName], form.name, isFocused: true, note: refused, noteRole: .failure)
      }
    }
  }

  /// Returns the field that a refusal refers to, so that it is shown below it.
  private func field(of failure: ContactsFailure) -> TerminalWallet.ContactForm.Field {
    switch failure {
    case .name, .nameLooksLikeOwn, .refused(.nameTaken), .refused(.full), .refused(.unknown),
      .refused(.storage):
      .name
    case .address, .recipient, .addressIsZero, .addressLooksLikeOwn, .refused(.addressTaken),
      .refused(.addressLooksLike):
      .address
    }
  }

  /// The contacts, over the form of a payment.
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
