import ContactsFeature
package import Headrace
import HeadraceFlow
import HomeFeature
import VaultClient

// MARK: - Contacts

extension WalletApp {
  /// Presents the contacts above the settings.
  func openContacts(_ state: inout State) {
    let home = state.routes.first?.screen.home
    state.routes.push(
      .contacts(
        Contacts.State(
          contacts: home?.contacts ?? [], ownAddresses: state.ownAddresses,
          ownNames: home?.accounts.flatMap { accountNames($0.name) } ?? [])))
  }
}

/// The key of the account names that hosts show.
private enum AccountNamesKey: DependencyKey {
  typealias Value = @Sendable (String) -> [String]
  static let liveValue: Value = { [$0] }
  static let testValue: Value = { [$0] }
}

extension DependencyValues {
  /// The names that a host shows, in each language, for an account with this name in the vault; no
  /// contact's name may resemble one of them.
  package var accountNames: @Sendable (String) -> [String] {
    get { self[AccountNamesKey.self] }
    set { self[AccountNamesKey.self] = newValue }
  }
}
