import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTerminal
import HomeFeature
import PasscodeFeature
import ProfileFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// The settings and the screens below them, at every point of their flows.
enum SettingsSample {
  static func profile(_ change: (inout Profile.State) -> Void = { _ in }) -> WalletScreen.State {
    var profile = Profile.State(
      accounts: [ScreenSample.first, ScreenSample.second], chainID: ScreenSample.chainID)
    profile.network = .init(clientVersion: "Geth/v1.15", blockNumber: 1_234)
    change(&profile)
    return .profile(profile)
  }

  /// Returns every screen of the settings, by a name.
  static func screens(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    func place(
      _ top: WalletScreen.State = profile(), _ change: (inout TerminalWallet.State) -> Void
    ) -> TerminalWallet.State { ScreenSample.place(language, top, change) }
    func home(_ unit: AmountUnit, _ sheet: TerminalWallet.Sheet? = nil) -> TerminalWallet.State {
      place(.home(ScreenSample.home(payments: ScreenSample.payments))) {
        $0.preferences.unit = unit
        $0.sheet = sheet
      }
    }
    let hidden = profile { $0.preferences.hiddenAccounts = [ScreenSample.second.address] }
    let refused = profile { $0.failure = .lastShownAccount }
    return [
      ("settings-accounts", place { $0.sheet = .keptAccounts }),
      (
        "settings-hidden",
        place(hidden) {
          $0.sheet = .keptAccounts
          $0.chosen = 1
        }
      ),
      ("settings-last-shown", place(refused) { $0.sheet = .keptAccounts }),
      (
        "settings-no-lock",
        place {
          $0.lockSeconds = 0
          $0.preferences.unit = .gwei
          $0.chosen = 8
        }
      ),
      (
        "settings-passcode-pin",
        place(profile { $0.phase = .askingPasscode(.erase) }) {
          $0.passcodeKind = .digits(count: 6)
          $0.entry.count = 2
          $0.entry.isMissing = true
        }
      ),
      ("settings-about", place { $0.sheet = .about }),
      ("home-gwei", home(.gwei)), ("home-wei", home(.wei)),
      ("payment-wei", home(.wei, .line(.payment(ScreenSample.payments[2].id)))),
    ]
  }
}
