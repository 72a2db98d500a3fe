import ActivityClient
import AuthFeature
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTesting
import HomeFeature
import NetworksClient
import NetworksFeature
import NodeClient
import ProfileFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// Defects that a walk through the whole app found: each screen states its purpose and the truth.
@Suite struct WalkedScreensTests {
  private static func shown(
    _ state: TerminalWallet.State, _ entry: SecretEntry = SecretEntry(), columns: Int = 80
  ) -> String {
    TerminalWalletApp.app(entry).grid(state, Size(columns: columns, rows: columns == 80 ? 24 : 12))
      .text
  }

  // MARK: - Payments

  /// A payment with a sent cancellation was shown as waiting for a block, as if nothing had
  /// happened.
  @Test(arguments: [(Language.english, "cancelling"), (.korean, "취소하는 중")])
  func aPaymentThatIsBeingCancelledSaysSo(language: Language, words: String) {
    let open = ScreenSample.payment(1)
    let cancelled = Payment(
      intent: open.intent,
      transactions: open.transactions + [
        PaymentTransaction(
          role: .cancel, nonce: 1, gasLimit: 21_000, maxFeePerGas: 4, maxPriorityFeePerGas: 2,
          hash: Hash32(0, 0, 0, 99), rawTransaction: [9], mayBeKnown: true, wasTaken: true)
      ],
      recordedAt: open.recordedAt, state: .broadcast)
    let home = ScreenSample.home(payments: [cancelled])
    #expect(Self.shown(ScreenSample.place(language, .home(home))).contains(words))
    let sheet = ScreenSample.place(language, .home(home)) {
      $0.sheet = .line(.payment(cancelled.id))
    }
    #expect(Self.shown(sheet).contains(words))
    let before = ScreenSample.home(payments: [open])
    #expect(!Self.shown(ScreenSample.place(language, .home(before))).contains(words))
  }

  /// After a payment the keys are locked; the screen that then asks for the passcode says why.
  @Test(arguments: [
    (Language.english, "A payment locks the keys again."), (.korean, "결제를 보내면 키가 다시 잠깁니다."),
  ])
  func thePasscodeAfterAPaymentIsExplained(language: Language, words: String) {
    #expect(!Self.shown(ScreenSample.place(language, .unlock(.init()))).contains(words))
    let state = ScreenSample.place(language, .unlock(.init(reason: .payment)))
    #expect(Self.shown(state).contains(words))
  }

  /// The choice of the fee had the focus, and no sign of it but a colour.
  @Test func theFocusOnTheFeeIsSeenWithoutColours() {
    var state = ScreenSample.place(.english, .send(ScreenSample.form))
    #expect(!Self.shown(state).contains("›  normal"))
    state.form.focus = .speed
    #expect(Self.shown(state).contains("›  normal"))
  }

  /// If an address has no room, both its ends are shown.
  @Test func anAddressInANarrowFieldKeepsItsBeginning() {
    var state = ScreenSample.place(.english, .send(ScreenSample.form))
    state.form.recipient.replace(by: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
    state.form.focus = .amount
    #expect(Self.shown(state, columns: 40).contains("  0x70997970C51812dc…d01b50e0d17dc79C8"))
  }

  // MARK: - Settings

  /// The same sentence appeared before a phrase was shown and before the wallet was erased.
  @Test(arguments: [
    (Language.english, Profile.Sensitive.erase, "Type your passcode to erase the wallet"),
    (.english, .revealPhrase, "Type your passcode to see the recovery phrase."),
    (.korean, .erase, "이 기기에서 지갑을 지우려면 암호를 입력하세요."),
    (.korean, .revealPhrase, "복구 문구를 보려면 암호를 입력하세요."),
  ])
  func thePasscodeIsAskedForSomething(
    language: Language, sensitive: Profile.Sensitive, words: String
  ) {
    let profile = SettingsSample.profile { $0.phase = .askingPasscode(sensitive) }
    #expect(Self.shown(ScreenSample.place(language, profile)).contains(words))
  }

  /// A phrase that can be shown again was said to be shown only once.
  @Test func aPhraseThatIsShownAgainIsNotSaidToBeShownOnce() {
    let entry = SecretEntry()
    entry.show(SecretBytes(Array("abandon ability able".utf8)))
    let profile = SettingsSample.profile { $0.phase = .phraseShown }
    for language in Language.allCases {
      let text = Self.shown(ScreenSample.place(language, profile), entry)
      #expect(text.contains(Texts(language)[.phraseLeadAgain]) && text.contains("ability"))
      #expect(!text.contains(language == .english ? "once" : "한 번만"))
    }
  }

  /// A node that did not answer was said not to have been asked.
  @Test func aNodeThatDoesNotAnswerWasAsked() {
    for language in Language.allCases {
      let unasked = SettingsSample.profile { $0.network = nil }
      let words = Texts(language)[.settingsNetworkUnknown]
      #expect(Self.shown(ScreenSample.place(language, unasked)).contains(words))
      let unanswered = SettingsSample.profile {
        $0.network = nil
        $0.failure = .node(
          .unreachable(endpoint: "http://h:1", reason: "nothing accepts connections there"))
      }
      let text = Self.shown(ScreenSample.place(language, unanswered))
      #expect(!text.contains(words) && text.contains("http://h:1"))
      #expect(text.contains("nothing accepts") == (language == .english))
    }
  }

  /// A name that the vault refuses stays in its field, with the reason below it until something
  /// else is typed.
  @Test func aRejectedAccountNameStaysEditable() async throws {
    let id = ScreenSample.second.id
    var state = ScreenSample.place(.english, SettingsSample.profile())
    state.sheet = .rename(id)
    state.name.replace(by: " x")
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.vault.renameAccount = { _, _ throws(AccountRefusal) in
        throw .invalidName(maximumCount: 40)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.keyPressed(Key(.enter))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.sheet == .rename(id))
    #expect(Self.shown(store.state).contains("This is not a name"))
    await store.send(.view(.keyPressed(Key(.backspace))))
    #expect(!Self.shown(store.state).contains("This is not a name"))
    await store.skipInFlightEffects(strict: false)
  }

  /// Return on an unchanged name only goes back.
  @Test func aNameThatIsTheSameIsNotAsked() async {
    var state = ScreenSample.place(.english, SettingsSample.profile())
    state.sheet = .rename(ScreenSample.second.id)
    state.name.replace(by: ScreenSample.second.name)
    let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
    await store.send(.view(.keyPressed(Key(.enter)))) { $0.sheet = .keptAccounts }
    await store.finish()
  }

  // MARK: - Forms

  /// An error appeared below the last field, whichever it was about.
  @Test func aRefusalIsShownBelowItsField() throws {
    var networks = Networks.State()
    networks.phase = .adding(.init(name: "Test Net"))
    networks.failure = .name(.otherCharacter(position: 4))
    let rows = Self.shown(ScreenSample.place(.english, .networks(networks)))
      .split(separator: "\n", omittingEmptySubsequences: false)
    let name = try #require(rows.firstIndex { $0.hasPrefix("Name") })
    #expect(rows[name + 2].contains("a to z"))
  }

  /// There is nothing to rename or remove.
  @Test func anEmptyListOffersOnlyToAdd() {
    let contacts = Contacts.State(ownAddresses: [])
    let hints =
      Self.shown(ScreenSample.place(.english, .contacts(contacts)))
      .split(separator: "\n").last ?? ""
    #expect(hints == "a Add   esc Back")
  }

  /// The next phrase got the suggestions for a word of the previous one.
  @Test func suggestionsGoWithTheirPhrase() {
    let entry = SecretEntry()
    entry.suggest(SecretBytes(Array("junk jump".utf8)))
    let state = ScreenSample.place(.english, .create(.importing))
    #expect(Self.shown(state, entry).contains("Did you mean: junk, jump"))
    _ = entry.type("k")
    _ = entry.take()
    #expect(!Self.shown(state, entry).contains("May be meant"))
  }

  // MARK: - Read Aloud

  /// A screen reader named each dot of the chart and each block of the code.
  @Test func picturesAreNotReadAloud() {
    var home = ScreenSample.home(payments: ScreenSample.payments)
    home.samples = (1...9).map {
      BalanceSample(
        balance: 1_000_000_000_000_000_000, blockNumber: $0,
        date: ScreenSample.now.addingTimeInterval(Double($0)))
    }
    for sheet in [nil, TerminalWallet.Sheet.receive] {
      let isPicture = { (text: String) in
        text.unicodeScalars.contains {
          (0x2800...0x28FF).contains($0.value) || (0x2580...0x259F).contains($0.value)
        }
      }
      var state = ScreenSample.place(.english, .home(home)) { $0.sheet = sheet }
      #expect(isPicture(Self.shown(state)))
      state.isReadAloud = true
      #expect(!isPicture(Self.shown(state)))
      #expect(Self.shown(state).contains(ScreenSample.first.address.checksummed))
    }
  }
}
