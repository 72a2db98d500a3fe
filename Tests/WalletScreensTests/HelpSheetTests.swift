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
/// It had only the hints of Home, and no other screen had it.
@Suite struct HelpSheetTests {
  private static func shown(_ state: WalletPlace.State, rows: Int = 60) -> String {
    PlaceApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: rows)).text
  }

  @Test(arguments: Language.allCases)
  func itHasTheKeysOfTheScreenAndThoseOfAll(language: Language) {
    let texts = Texts(language)
    let home = PlaceSample.home(payments: PlaceSample.payments)
    let tops: [(WalletScreen.State, [TextKey])] = [
      (.home(home), [.homeTitle, .keySend, .keyMove, .keyOpen, .keyLock]),
      (SettingsSample.profile(), [.settingsTitle, .keyMove, .keyChoose]),
      (.networks(Networks.State()), [.networksTitle, .keyAdd, .keyRemove]),
    ]
    for (top, own) in tops {
      let text = Self.shown(PlaceSample.place(language, top) { $0.sheet = .keys })
      let all: [TextKey] = [
        .keysEverywhere, .keyRedraw, .keyPause, .keyQuit, .keysTyping, .keyEraseLine,
      ]
      for key in own + all { #expect(text.contains(texts[key]), "\(key): \(text)") }
    }
  }

  private static func store(_ top: WalletScreen.State?) -> TestStoreOf<WalletPlace> {
    let store = TestStoreOf<WalletPlace>(initialState: PlaceSample.place(.english, top)) {
      WalletPlace()
    }
    store.exhaustivity = .off
    return store
  }

  /// In a small window it scrolls, and the row that is chosen below stays.
  @Test func itScrollsInASmallWindow() async {
    let home = PlaceSample.home(payments: PlaceSample.payments)
    let store = Self.store(.home(home))
    await store.send(.view(.keyPressed(Key(.down))))
    await store.send(.view(.keyPressed(Key(.character("?")))))
    let size = Size(columns: 40, rows: 12)
    let before = PlaceApp.app(SecretEntry()).grid(store.state, size).text
    #expect(before.contains("↓") && !before.contains("ctrl+u"))
    await store.send(.view(.keyPressed(Key(.end))))
    let after = PlaceApp.app(SecretEntry()).grid(store.state, size).text
    #expect(after.contains("ctrl+u  Erase the line") || after.contains("Erase the line"))
    await store.send(.view(.keyPressed(Key(.escape))))
    #expect(store.state.sheet == nil)
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

  /// Where text is typed the sign is text, and the function key leads there.
  @Test func whereTextIsTypedTheFunctionKeyLeadsThere() async {
    let store = Self.store(.send(PlaceSample.form))
    await store.send(.view(.keyPressed(Key(.character("?")))))
    #expect(store.state.sheet == nil && store.state.form.recipient.text.hasSuffix("?"))
    await store.send(.view(.keyPressed(Key(.function(1)))))
    #expect(store.state.sheet == .keys)
    #expect(Self.shown(store.state).contains("Another fee"))
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  /// Control-L locked the wallet where the host did not take it: a letter with Control is another
  /// key.
  @Test func aLetterWithControlIsNotThatLetter() async {
    let store = Self.store(.home(PlaceSample.home()))
    for letter in "lsrpua" {
      await store.send(.view(.keyPressed(Key(.character(letter), .control))))
      #expect(store.state.sheet == nil && store.state.top?.is(\.home) == true)
    }
    await store.finish()
  }
}
