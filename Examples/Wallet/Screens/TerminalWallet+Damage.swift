import Headrace
import VaultClient
import WalletApp

// MARK: - A Vault That Can't Be Read

extension TerminalWallet.State {
  /// Whether the passcode is asked for, and no screen of the wallet is below.
  var isUnopened: Bool { top?.is(\.unlock) == true && wallet?.routes.count == 1 }

  /// Shows the first screen, where another wallet can be made in the place of a vault that can't be
  /// read.
  ///
  /// - Parameter path: The vault's file.
  package mutating func welcome(toReplace path: String) {
    damagedVault = path
    wallet = nil
    chosen = firstChoice
  }

  /// The row that is chosen when a screen appears. With a damaged vault it is the import.
  var firstChoice: Int {
    guard wallet == nil, damagedVault != nil else { return 0 }
    return WelcomeRow.allCases.firstIndex(of: .importing) ?? 0
  }
}

extension TerminalWallet {
  /// Asks whether the vault's file can't be read: then no passcode opens it.
  func lookForDamage() -> Effect<Action> {
    .run { [vault] send in
      do throws(VaultStorageFailure) {
        _ = try await vault.status()
      } catch .damaged(let path) {
        await send(.inner(.vaultDamaged(path: path)))
      } catch {
        // The screen tells what is wrong.
      }
    }
  }
}
