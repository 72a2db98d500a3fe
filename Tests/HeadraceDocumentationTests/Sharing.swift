import Headrace
import HeadraceTesting
import Testing

@ObservableState
struct ShopSettings: Equatable, Sendable {
  var currency = "EUR"
}

@Reducer
struct CheckoutPage {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("currency")) var currency = "EUR"
  }

  enum Action { case currencyChosen(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .currencyChosen(let currency):
        state.$currency.withLock { $0 = currency }
        return .none
      }
    }
  }
}

extension SharedKey where Self == InMemoryKey<ShopSettings>.Default {
  static var shopSettings: Self { Self[.inMemory("shopSettings"), default: ShopSettings()] }
}

@Reducer
struct ShopPage {
  @ObservableState
  struct State: Equatable {
    @Shared(.shopSettings) var settings
    @Presents var picker: PickerPage.State?
  }

  enum Action {
    case currencyTapped
    case picker(PresentationAction<PickerPage.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .currencyTapped:
        state.picker = PickerPage.State(currency: state.$settings.currency)
        return .none
      case .picker:
        return .none
      }
    }
    .ifLet(\.$picker, action: \.picker) { PickerPage() }
  }
}

@Reducer
struct PickerPage {
  @ObservableState
  struct State: Equatable { @Shared var currency: String }

  enum Action { case chosen(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chosen(let currency):
        state.$currency.withLock { $0 = currency }
        return .none
      }
    }
  }
}

@Test func aChoiceIsSeenByEveryPage() async {
  let store = TestStore(initialState: CheckoutPage.State()) { CheckoutPage() }
  await store.send(.currencyChosen("KRW")) { $0.$currency.withLock { $0 = "KRW" } }
  @Shared(.inMemory("currency")) var currency = "EUR"
  #expect(currency == "KRW")
}
