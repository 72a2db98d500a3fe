/// A file of a home folder in a backup, besides the device key, in the order of the backup.
///
/// Sessions with services are left out: a refresh token that is used twice ends the session. The
/// count of attempts is left out: a restored wallet begins with none.
package enum BackupPart: String, CaseIterable, Sendable {
  /// The vault, without which there is no backup.
  case vault = "vault/vault"
  /// The payments, and the contacts.
  case journal = "activity/payments.sqlite"
  /// The accounts, as shown without a passcode.
  case accounts = "settings/accounts.json"
  /// The networks.
  case networks = "settings/networks.json"
  /// The settings.
  case settings = "settings/settings.json"
  /// The state of the screens.
  case screens = "screens.json"

  /// The path within a home folder.
  package var path: String { rawValue }

  /// The name shown to people.
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
