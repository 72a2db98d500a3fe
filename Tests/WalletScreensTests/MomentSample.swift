import ActivityClient
import AuthFeature
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import SessionClient
import SessionFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// The screens at the moments between: running work, refusals, questions and messages.
enum MomentSample {
  static func screens(
    _ language: Language
  ) async throws -> [(name: String, state: TerminalWallet.State)] {
    making(language) + home(language) + contacts(language) + settings(language) + form(language)
      + (try await paying(language))
  }

  private static let damagedVault = "/home/ann/.headrace/vault/vault"

  private static func making(_ language: Language) -> [(name: String, state: TerminalWallet.State)]
  {
    var starting = CreateWallet.State(wordCount: 12)
    starting.phase = .starting
    return [
      ("welcome-damaged", ScreenSample.place(language) { $0.welcome(toReplace: damagedVault) }),
      ("phrase-making", ScreenSample.place(language, .create(starting))),
      (
        "import-mistyped", ScreenSample.place(language, .create(.importing)) { $0.entry.count = 18 }
      ),
    ]
  }

  private static func home(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    func home(
      _ change: (inout Home.State) -> Void = { _ in },
      _ place: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      var home = HomeSample.home
      change(&home)
      var state = HomeSample.place(home, [], language)
      state.tick = 3
      place(&state)
      return state
    }
    let texts = Texts(language)
    return [
      ("home-past", home()),
      ("home-refreshing", home { $0.isRefreshing = true }),
      (
        "home-offline",
        home {
          $0.balanceFailure = .unreachable(endpoint: "http://127.0.0.1:8545", reason: "refused")
        }
      ),
      (
        "home-search",
        home({
          $0.searchText = "bob"
          $0.lines = [HomeSample.lines[0]]
        }) {
          $0.search.replace(by: "bob")
          $0.isSearching = true
        }
      ),
      (
        "home-search-nothing",
        home({
          $0.searchText = "carol"
          $0.lines = []
        }) {
          $0.search.replace(by: "carol")
          $0.isSearching = true
        }
      ),
      ("incoming", home({ _ in }) { $0.sheet = .line(HomeSample.lines[1].id) }),
      (
        "toasts",
        home({ _ in }) {
          $0.toasts = ToastQueue.State(visible: [
            .success(TextState(verbatim: texts[.toastPaid, "1.5 ETH"])),
            .info(TextState(verbatim: texts[.receiveCopied])),
            .error(TextState(verbatim: texts[.toastNotKept])),
          ])
        }
      ),
    ]
  }

  private static func contacts(_ language: Language) -> [(
    name: String, state: TerminalWallet.State
  )] {
    func place(
      _ phase: Contacts.Phase = .listing, _ change: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      var state = HomeSample.place(HomeSample.home, [HomeSample.contactsScreen(phase)], language)
      change(&state)
      return state
    }
    let bob = HomeSample.contacts[0]
    let paying = SendMoney.State(account: HomeSample.account, chainID: 1)
    return [
      ("contacts", place { $0.chosen = 1 }),
      (
        "contacts-empty",
        HomeSample.place(
          HomeSample.home, [.contacts(Contacts.State(contacts: [], ownAddresses: []))], language)
      ),
      (
        "contacts-add",
        place(.adding(name: "Carol", address: "0x3C44")) {
          $0.contactForm.name.replace(by: "Carol")
          $0.contactForm.address.replace(by: "0x3C44")
          $0.contactForm.focus = .address
        }
      ),
      (
        "contacts-rename",
        place(.renaming(bob, name: "Bobby")) { $0.contactForm.name.replace(by: "Bobby") }
      ),
      (
        "contacts-remove",
        place { _ = TerminalWallet().handleKey(state: &$0, Key(.character("d"))) }
      ),
      (
        "recipients",
        {
          var state = HomeSample.place(HomeSample.home, [.send(paying)], language)
          state.sheet = .contacts
          return state
        }()
      ),
    ]
  }

  private static func settings(_ language: Language) -> [(
    name: String, state: TerminalWallet.State
  )] {
    func place(_ top: WalletScreen.State) -> TerminalWallet.State {
      ScreenSample.place(language, top)
    }
    var erasing = place(SettingsSample.profile())
    erasing.chosen = SettingsRow.allCases.count - 1
    _ = TerminalWallet().handleKey(state: &erasing, Key(.enter))
    var keyOnly = Profile.State(
      accounts: [
        VaultAccount(
          id: AccountID(rawValue: 0), address: ScreenSample.first.address, name: "Account 1",
          path: VaultAccount.keyPath)
      ], chainID: ScreenSample.chainID)
    keyOnly.phase = .phraseShown
    var over = place(ServiceSample.session(.signedIn(ServiceSample.session)))
    over.now = ServiceSample.session.expiresAt
    _ = TerminalWallet().handleKey(state: &over, Key(.enter))
    return [
      ("reveal-phrase", place(SettingsSample.profile { $0.phase = .phraseShown })),
      ("reveal-key", place(.profile(keyOnly))),
      ("settings-working", place(SettingsSample.profile { $0.phase = .working(.revealPhrase) })),
      ("settings-erase", erasing),
      ("session-again", over),
    ]
  }

  private static func form(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    func form(
      _ recipient: String, _ amount: String, _ focus: TerminalWallet.PaymentForm.Field
    ) -> TerminalWallet.State {
      var send = ScreenSample.form
      send.recipientText = recipient
      send.amountText = amount
      return ScreenSample.place(language, .send(send)) {
        $0.form.recipient.replace(by: recipient)
        $0.form.amount.replace(by: amount)
        $0.form.focus = focus
      }
    }
    let mistyped = ScreenSample.recipient.replacing("79C8", with: "79C9")
    return [
      ("form-checksum", form(mistyped, "", .recipient)),
      ("form-separators", form(ScreenSample.recipient, "10,000", .amount)),
      ("form-more", form(ScreenSample.recipient, "2", .amount)),
    ]
  }

  private static func paying(
    _ language: Language
  ) async throws -> [(name: String, state: TerminalWallet.State)] {
    func place(
      _ phase: SendMoney.Phase, _ change: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      var send = ScreenSample.form
      send.phase = phase
      return ScreenSample.place(language, .send(send), change)
    }
    let draft = try ScreenSample.draft()
    let quote = try await ScreenSample.quote()
    return [
      (
        "form-quoting",
        place(.quoting(draft)) {
          $0.form.recipient.replace(by: ScreenSample.recipient)
          $0.form.amount.replace(by: "0.5")
        }
      ),
      (
        "review-consent",
        place(
          .reviewing(try ScreenSample.draft("0.0001"), try await ScreenSample.quote("0.0001")))
      ),
      (
        "review-refused",
        place(.refused(draft, quote, .authorization(.passcode(.wrongPasscode(triesLeft: 2)))))
      ),
      (
        "unsettled",
        place(
          .unsettled(
            ScreenSample.payment(1),
            .node(.unreachable(endpoint: "http://127.0.0.1:8545", reason: "refused"))))
      ),
    ]
  }
}
