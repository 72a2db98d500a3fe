import ActivityClient
import AuthFeature
import ContactsFeature
import EthereumPrimitives
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NetworksFeature
import Testing
import WalletApp

@testable import WalletCLI

/// The help of each screen: its own keys, and those that are the same everywhere.
///
/// It once had only the hints of Home, and no other screen had it.
@Suite struct HelpSheetTests {
  private static func shown(_ state: TerminalWallet.State, rows: Int = 60) -> String {
    TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: rows)).text
  }

  @Test(arguments: Language.allCases)
  func itHasTheKeysOfTheScreenAndThoseOfAll(language: Language) {
    let texts = Texts(language)
    let home = ScreenSample.home(payments: ScreenSample.payments)
    let tops: [(WalletScreen.State, [TextKey])] = [
      (.home(home), [.homeTitle, .keySend, .keyMove, .keyOpen, .keyLock]),
      (SettingsSample.profile(), [.settingsTitle, .keyMove, .keyChoose]),
      (.networks(Networks.State()), [.networksTitle, .keyAdd, .keyRemove]),
    ]
    for (top, own) in tops {
      let text = Self.shown(ScreenSample.place(language, top) { $0.sheet = .keys })
      let all: [TextKey] = [
        .keysEverywhere, .keyRedraw, .keyPause, .keyQuit, .keysTyping, .keyEraseLine,
      ]
      for key in own + all { #expect(text.contains(texts[key]), "\(key): \(text)") }
    }
  }

  /// In a form the arrows change the field.
  @Test func aFormHasNoRowsToChoose() {
    var networks = Networks.State()
    networks.phase = .adding(Networks.Draft(name: "", address: "", chainID: ""))
    let forms: [WalletScreen.State] = [
      .networks(networks), HomeSample.contactsScreen(.adding(name: "", address: "")),
    ]
    for form in forms {
      let text = Self.shown(ScreenSample.place(.english, form) { $0.sheet = .keys })
      #expect(text.contains("Save") && !text.contains("Choose a row"), "\(text)")
    }
  }

  private static func store(
    _ top: WalletScreen.State?, _ change: (inout TerminalWallet.State) -> Void = { _ in }
  ) -> TestStoreOf<TerminalWallet> {
    let state = ScreenSample.place(.english, top, change)
    let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
    store.exhaustivity = .off
    return store
  }

  /// In a small window it scrolls, and the row that is chosen below stays.
  @Test func itScrollsInASmallWindow() async {
    let home = ScreenSample.home(payments: ScreenSample.payments)
    let store = Self.store(.home(home))
    await store.send(.view(.keyPressed(Key(.down))))
    await store.send(.view(.keyPressed(Key(.character("?")))))
    let size = Size(columns: 40, rows: 12)
    let before = TerminalWalletApp.app(SecretEntry()).grid(store.state, size).text
    #expect(before.contains("↓") && !before.contains("ctrl+u"))
    await store.send(.view(.keyPressed(Key(.end))))
    let after = TerminalWalletApp.app(SecretEntry()).grid(store.state, size).text
    let last = after.split(separator: "\n").filter { $0.contains("ctrl+u") }
    #expect(last.count == 1 && last.allSatisfy { $0.contains("Erase the line") }, "\(after)")
    await store.send(.view(.keyPressed(Key(.escape))))
    #expect(store.state.sheet == nil)
    #expect(store.state.chosen == 1)
    await store.finish()
  }

  /// The sheet of a payment scrolls, too.
  @Test func theRowOfAPaymentStaysChosen() async {
    let payments = ScreenSample.payments
    let store = Self.store(.home(ScreenSample.home(payments: payments)))
    await store.send(.view(.keyPressed(Key(.down))))
    await store.send(.view(.keyPressed(Key(.enter))))
    #expect(store.state.sheet == .line(.payment(payments[1].id)))
    await store.send(.view(.keyPressed(Key(.end))))
    await store.send(.view(.keyPressed(Key(.escape))))
    #expect(store.state.sheet == nil)
    #expect(store.state.chosen == 1)
    await store.finish()
  }

  /// A sheet discards text that was typed unseen: at the last word of a phrase all of it was lost.
  @Test func whereSomethingIsTypedUnseenThereIsNone() async {
    let entry = SecretEntry()
    let store = Self.store(.create(.importing))
    store.dependencies.secrets.clear = { entry.clear() }
    let count = entry.type("abandon abandon aband")
    await store.send(.view(.secretTyped(count: count)))
    await store.send(.view(.keyPressed(Key(.function(1)))))
    #expect(store.state.sheet == nil && store.state.prompt == .phrase)
    await store.finish()
    #expect(store.state.entry.count == count)
    #expect(entry.deleteLast() == count - 1)
  }

  /// Pasted text goes into no field that the help covers.
  @Test func aPasteOverASearchGoesNowhere() async {
    let store = Self.store(.home(ScreenSample.home())) { $0.isSearching = true }
    await store.send(.view(.keyPressed(Key(.function(1)))))
    #expect(store.state.sheet == .keys)
    await store.send(.view(.pasted("0x1")))
    #expect(store.state.search.text.isEmpty)
    await store.finish()
  }

  @Test(arguments: [nil, SettingsSample.profile(), .networks(Networks.State())])
  func eachScreenWhereNothingIsTypedHasIt(top: WalletScreen.State?) async {
    let store = Self.store(top)
    for key in [Key(.character("?")), Key(.function(1))] {
      await store.send(.view(.keyPressed(key)))
      #expect(store.state.sheet == .keys)
      await store.send(.view(.keyPressed(key)))
      #expect(store.state.sheet == nil)
    }
    await store.finish()
  }

  /// In a text field the question mark is text, and the function key opens the help.
  @Test func whereTextIsTypedTheFunctionKeyLeadsThere() async {
    let store = Self.store(.send(ScreenSample.form))
    await store.send(.view(.keyPressed(Key(.character("?")))))
    #expect(store.state.sheet == nil && store.state.form.recipient.text.hasSuffix("?"))
    await store.send(.view(.keyPressed(Key(.function(1)))))
    #expect(store.state.sheet == .keys)
    #expect(Self.shown(store.state).contains("Another fee"))
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  /// A letter with Control is another key: Control-L locked the wallet if the host ignored it.
  @Test func aLetterWithControlIsNotThatLetter() async {
    let store = Self.store(.home(ScreenSample.home()))
    for letter in "lsrpua" {
      await store.send(.view(.keyPressed(Key(.character(letter), .control))))
      #expect(store.state.sheet == nil && store.state.top?.is(\.home) == true)
    }
    await store.finish()
  }
}
