import Headrace

/// Teaches `@Shared`: settings that every feature shows, one of which a feature changes.
@ObservableState
struct DisplaySettings: Equatable, Sendable {
  var isLarge = false
  var currency = "EUR"
}

nonisolated extension SharedKey where Self == InMemoryKey<DisplaySettings>.Default {
  /// The settings of this program, declared in one place.
  static var displaySettings: Self { Self[.inMemory("displaySettings"), default: .init()] }
}

/// Shows a price according to the settings.
@Reducer
struct PriceTag {
  @ObservableState
  struct State: Equatable {
    @Shared(.displaySettings) var settings
    var cents: Int

    /// Its observers are notified only of the setting that it reads.
    var text: String { "\(cents / 100).\(cents % 100 / 10)\(cents % 10) \(settings.currency)" }
  }

  enum Action: Equatable {
    case discounted
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .discounted:
        state.cents /= 2
        return .none
      }
    }
  }
}

/// Changes one setting; it does not know the others.
@Reducer
struct CurrencyPicker {
  @ObservableState
  struct State: Equatable {
    @Shared var currency: String
  }

  enum Action: Equatable {
    case chosen(String)
  }

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
