import ContactsFeature
import Headrace
import HeadraceFlow
import HomeFeature
import VaultClient

// MARK: - Contacts

extension WalletApp {
  /// Presents the contacts on the settings.
  func openContacts(_ state: inout State) {
    let home = state.routes.first?.screen.home
    state.routes.push(
      .contacts(
        Contacts.State(
          contacts: home?.contacts ?? [], ownAddresses: state.ownAddresses,
          ownNames: home?.accounts.map(\.name) ?? [])))
  }
}
