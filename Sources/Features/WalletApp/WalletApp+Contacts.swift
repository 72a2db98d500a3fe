import ContactsFeature
import Headrace
import HeadraceFlow
import HomeFeature

// MARK: - Contacts

extension WalletApp {
  /// Presents the contacts on the settings.
  func openContacts(_ state: inout State) {
    let contacts = state.routes.first?.screen.home?.contacts ?? []
    state.routes.push(
      .contacts(Contacts.State(contacts: contacts, ownAddresses: state.ownAddresses)))
  }
}
