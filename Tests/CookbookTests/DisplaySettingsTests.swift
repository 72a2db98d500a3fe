import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct DisplaySettingsTests {
  @Test func aPriceIsShownInTheCurrencyThatWasChosenElsewhere() async {
    @Shared(.displaySettings) var settings
    let tag = TestStore(initialState: PriceTag.State(cents: 1999)) { PriceTag() }
    let picker = TestStore(initialState: CurrencyPicker.State(currency: $settings.currency)) {
      CurrencyPicker()
    }
    #expect(tag.state.text == "19.99 EUR")
    await picker.send(.chosen("KRW")) { $0.$currency.withLock { $0 = "KRW" } }
    #expect(tag.state.text == "19.99 KRW")
    await tag.send(.discounted) { $0.cents = 999 }
    #expect(tag.state.text == "9.99 KRW")
  }

  @Test @MainActor func aPriceIsDrawnAgainForTheSettingThatItShows() {
    @Shared(.displaySettings) var settings
    let store = Store(initialState: PriceTag.State(cents: 100)) { PriceTag() }
    let picker = Store(initialState: CurrencyPicker.State(currency: $settings.currency)) {
      CurrencyPicker()
    }
    var drawn: [String] = []
    let token = picker.observe { drawn.append(picker.currency) }
    picker.send(.chosen("USD"))
    $settings.withLock { $0.isLarge = true }
    #expect(drawn == ["EUR", "USD"])
    #expect(store.text == "1.00 USD")
    token.cancel()
  }
}
