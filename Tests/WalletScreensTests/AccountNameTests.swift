import EthereumCrypto
import HeadraceTerminal
import HomeFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The vault's default account names are translated; a chosen name stays.
@Suite struct AccountNameTests {
  private static func account(_ name: String) -> VaultAccount {
    VaultAccount(
      id: ScreenSample.first.id, address: ScreenSample.first.address, name: name,
      path: ScreenSample.first.path)
  }

  @Test(arguments: [
    ("Account 1", "계정 1"), ("Account 27", "계정 27"), ("Account 0", "Account 0"),
    ("Account 01", "Account 01"), ("Account", "Account"), ("account 1", "account 1"),
    ("My Account 1", "My Account 1"), ("저축", "저축"),
  ])
  func aGivenNameIsInTheLanguageAndAChosenOneStays(name: String, korean: String) {
    let account = Self.account(name)
    #expect(Texts(.english).name(of: account) == name)
    #expect(Texts(.korean).name(of: account) == korean)
    Speech.$overriding.withValue(.korean) { #expect(account.shownName == korean) }
  }

  /// No contact may have one of them, since the language can be changed later.
  @Test func theNamesInEachLanguageAreKnown() {
    let names = AccountName.inEachLanguage("Account 1")
    #expect(names.contains("Account 1") && names.contains("계정 1"))
    #expect(AccountName.inEachLanguage("저축") == ["저축"])
  }

  @Test func homeShowsIt() {
    let state = ScreenSample.place(.korean, .home(ScreenSample.home()))
    let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).rows
    #expect(rows.contains { $0.hasPrefix("계정 1 0x") })
  }

  /// The name that a list shows can be typed as an option.
  @Test func theShownNameFindsTheAccount() throws {
    try Speech.$overriding.withValue(.korean) {
      let accounts = [ScreenSample.first, ScreenSample.second]
      for name in ["계정 1", "Account 1", "1"] {
        let found = try AccountReference(name).account(among: accounts)
        #expect(found == ScreenSample.first)
      }
    }
  }
}
