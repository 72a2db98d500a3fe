import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import WalletApp

extension TerminalWallet.State {
  /// The contacts known to the wallet, whatever screen is on top.
  var contacts: [Contact] { wallet?.routes.first?.screen.home?.contacts ?? [] }

  /// Returns the name of an address, whatever screen is on top.
  func name(of address: Address) -> String? {
    wallet?.routes.first?.screen.home?.name(of: address, Texts(language))
  }
}

// MARK: - Keys of Contacts

extension TerminalWallet {
  func handleContactsKey(
    state: inout State, _ contacts: Contacts.State, _ key: Key
  ) -> Effect<Action> {
    switch contacts.phase {
    case .listing: return handleListKey(state: &state, contacts, key)
    case .adding, .renaming: break
    }
    switch (key.code, key.modifiers) {
    case (.escape, []): return tellTop(state, .contacts(.view(.cancelButtonTapped)))
    case (.tab, _), (.up, []), (.down, []):
      guard contacts.phase.is(\.adding) else { return .none }
      state.contactForm.focus = state.contactForm.focus == .name ? .address : .name
      return .none
    case (.enter, []):
      if contacts.phase.is(\.adding), state.contactForm.focus == .name,
        state.contactForm.address.text.isEmpty
      {
        state.contactForm.focus = .address
        return .none
      }
      return tellTop(state, .contacts(.view(.saveButtonTapped)))
    default: return editContact(&state, contacts) { $0.handle(key) }
    }
  }

  private func handleListKey(
    state: inout State, _ contacts: Contacts.State, _ key: Key
  ) -> Effect<Action> {
    if move(&state, key, among: contacts.contacts.count) { return .none }
    let place = min(state.chosen, contacts.contacts.count - 1)
    let contact = place < 0 ? nil : contacts.contacts[place]
    switch key.code {
    case .escape: return tellTop(state, .contacts(.view(.doneButtonTapped)))
    case .character("a"):
      state.contactForm = ContactForm()
      return tellTop(state, .contacts(.view(.addButtonTapped)))
    case .enter:
      guard let contact else { return .none }
      state.contactForm = ContactForm()
      state.contactForm.name.replace(by: contact.name.text)
      return tellTop(state, .contacts(.view(.renameButtonTapped(contact.address))))
    case .character("d"), .delete:
      guard let contact else { return .none }
      let texts = Texts(state.language)
      state.alert = AlertState(
        .confirmDestruction,
        TextState(verbatim: texts[.contactsRemoveTitle, contact.name.text]),
        yes: TextState(verbatim: texts[.contactsRemoveYes]),
        no: TextState(verbatim: texts[.contactsRemoveNo]),
        message: TextState(verbatim: texts[.contactsRemoveMessage]),
        action: .removalConfirmed(contact.address))
      state.alertChoice = 1
      return .none
    default: return .none
    }
  }

  /// Edits the focused field, and passes its text to the contacts' screen.
  func editContact(
    _ state: inout State, _ contacts: Contacts.State, _ edit: (inout LineEditor) -> Void
  ) -> Effect<Action> {
    guard !contacts.phase.is(\.listing), !contacts.isChanging else { return .none }
    switch state.contactForm.focus {
    case .name:
      let before = state.contactForm.name.text
      edit(&state.contactForm.name)
      guard state.contactForm.name.text != before else { return .none }
      return tellTop(state, .contacts(.view(.nameChanged(state.contactForm.name.text))))
    case .address:
      let before = state.contactForm.address.text
      edit(&state.contactForm.address)
      guard state.contactForm.address.text != before else { return .none }
      return tellTop(state, .contacts(.view(.addressChanged(state.contactForm.address.text))))
    }
  }

  /// Copies a contact into the form of a payment.
  func chooseContact(state: inout State, _ key: Key) -> Effect<Action> {
    let contacts = state.contacts
    if move(&state, key, among: contacts.count) || key != Key(.enter) { return .none }
    state.sheet = nil
    guard let last = contacts.indices.last else { return .none }
    let contact = contacts[min(state.chosen, last)]
    state.chosen = 0
    state.form.focus = .recipient
    let effect = editForm(&state) { $0.replace(by: contact.address.checksummed) }
    state.form.focus = .amount
    return effect
  }
}
