import Headrace
import VaultClient
import WalletApp

// MARK: - A Vault That Can't Be Read

extension TerminalWallet.State {
  /// True if the passcode is requested with no screen of the wallet below.
  var isUnopened: Bool { top?.is(\.unlock) == true && wallet?.routes.count == 1 }

  /// Shows the first screen, where a vault that can't be read can be replaced by another wallet.
  ///
  /// - Parameter path: The vault's file.
  package mutating func welcome(toReplace path: String) {
    damagedVault = path
    wallet = nil
    chosen = firstChoice
  }

  /// The initially selected row of a screen; with a damaged vault, the import.
  var firstChoice: Int {
    guard wallet == nil, damagedVault != nil else { return 0 }
    return WelcomeRow.allCases.firstIndex(of: .importing) ?? 0
  }
}

extension TerminalWallet {
  /// Checks whether the vault's file is unreadable, so that no passcode opens it.
  func lookForDamage() -> Effect<Action> {
    .run { [vault] send in
      do throws(VaultStorageFailure) {
        _ = try await vault.status()
      } catch .damaged(let path) {
        await send(.inner(.vaultDamaged(path: path)))
      } catch {
        // The screen shows the error.
      }
    }
  }
}
