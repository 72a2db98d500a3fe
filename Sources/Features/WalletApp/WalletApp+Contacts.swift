import ContactsFeature
package import Headrace
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
          ownNames: home?.accounts.flatMap { accountNames($0.name) } ?? [])))
  }
}

/// The key of the names that hosts show.
private enum AccountNamesKey: DependencyKey {
  typealias Value = @Sendable (String) -> [String]
  static let liveValue: Value = { [$0] }
  static let testValue: Value = { [$0] }
}

extension DependencyValues {
  /// The names by which a host shows an account that has this name in the vault, in each language;
  /// no contact's name may look like one of them.
  package var accountNames: @Sendable (String) -> [String] {
    get { self[AccountNamesKey.self] }
    set { self[AccountNamesKey.self] = newValue }
  }
}
