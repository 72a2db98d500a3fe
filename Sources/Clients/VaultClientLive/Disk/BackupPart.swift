/// A file of a home that a backup holds, besides the device key, in the order in which it does.
///
/// Sessions with services are left out: a refresh token that is used twice ends the session. The
/// count of tries is left out: a restored wallet begins with none.
package enum BackupPart: String, CaseIterable, Sendable {
  /// The vault; there is no backup without it.
  case vault = "vault/vault"
  /// The payments, and the contacts.
  case journal = "activity/payments.sqlite"
  /// The accounts, as they are told without a passcode.
  case accounts = "settings/accounts.json"
  /// The networks.
  case networks = "settings/networks.json"
  /// The settings.
  case settings = "settings/settings.json"
  /// What the screens remember.
  case screens = "screens.json"

  /// Where it is within a home.
  package var path: String { rawValue }

  /// What people call it.
  package var name: String {
    switch self {
    case .vault: "vault"
    case .journal: "payments"
    case .accounts: "accounts"
    case .networks: "networks"
    case .settings: "settings"
    case .screens: "screens"
    }
  }
}
