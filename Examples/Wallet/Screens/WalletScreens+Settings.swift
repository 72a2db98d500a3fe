import EthereumCrypto
import Headrace
import HeadraceTerminal
import ProfileFeature
import VaultClient
import WalletApp

// MARK: - Screens of the Settings

extension WalletScreens {
  /// The text for the automatic lock.
  var autoLock: String {
    let seconds = state.lockSeconds
    guard seconds > 0 else { return texts[.settingsLockNever] }
    // Whole minutes are shown as such; other times come from a command.
    return texts[
      .settingsLock, seconds % 60 == 0 ? age(seconds) : texts.count(.timeSeconds, seconds)]
  }

  /// The accounts of the wallet, including hidden ones.
  var keptAccounts: ScreenView {
    let profile = state.top?.profile
    let accounts = profile?.accounts ?? []
    let chosen = min(state.chosen, max(0, accounts.count - 1))
    let isHidden =
      profile.map { accounts.indices.contains(chosen) && $0.isHidden(accounts[chosen]) } ?? false
    let hints = [
      ("⏎", texts[.keyRename]), ("a", texts[.keyAdd]),
      ("h", texts[isHidden ? .keyShow : .keyHide]), ("esc", texts[.keyBack]),
    ]
    return ScreenView(texts[.accountsTitle], hints: hints) {
      List(accounts, selected: chosen, target: "row") { account in
        Row {
          Text(texts.name(of: account), cut: .end).frame(columns: 16)
          Text(account.address.checksummed, .secondary, cut: .middle).flexible()
          if profile?.isHidden(account) == true { Text(texts[.accountsHidden], .accent) }
        }
      }
      if profile?.isChangingAccounts == true { working(texts[.passcodeWorking]) }
      refusal(profile?.failure.map { FailureText.failure($0) })
    }
  }

  /// Information about this program.
  var about: ScreenView {
    ScreenView(texts[.settingsAbout], hints: [("esc", texts[.keyBack])]) {
      Facts([
        (texts[.aboutVersion], "wallet \(WalletVersion.text)"),
        (texts[.aboutLicence], "MIT"),
        (texts[.aboutChain], "\(state.chainID)"),
        (texts[.aboutNode], state.top?.profile?.network?.clientVersion ?? "–"),
      ])
      Gap()
      Text(texts[.aboutKeys], .secondary)
    }
  }
}
