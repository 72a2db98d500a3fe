import Headrace
import HeadraceTesting
import Testing

extension Race {
  /// An answer that arrives after the answer to a later question.
  static let staleAnswer = Race("stale answer over a fresh one") { isFixed in
    let store = TestStore(initialState: Forecast.State()) {
      Forecast(isFixed: isFixed) { city in
        await Task.yield()
        return ["Oslo": -3, "Rome": 21][city] ?? 0
      }
    }
    store.exhaustivity = .off
    await store.send(.cityTapped("Oslo"))
    await store.send(.cityTapped("Rome"))
    await store.finish()
    #expect(store.state.degrees == 21)
  }

  /// An answer that arrives after its request was cancelled.
  static let cancelAgainstAnswer = Race("cancel against answer") { isFixed in
    let store = TestStore(initialState: Export.State()) {
      Export(isFixed: isFixed) {
        await Task.yield()
        return "notes.pdf"
      }
    }
    store.exhaustivity = .off
    await store.send(.exportButtonTapped)
    await store.send(.cancelButtonTapped)
    let phase = store.state.phase
    await store.finish()
    #expect(store.state.phase == phase)
  }

  /// A child that is dismissed before it has sent its parent the result.
  static let dismissalAgainstDelegate = Race("dismissal against delegate") { isFixed in
    let store = TestStore(initialState: ShoppingList.State()) {
      ShoppingList(isFixed: isFixed)
    }
    store.exhaustivity = .off
    await store.send(.addButtonTapped)
    await store.send(.entry(.presented(.nameChanged("Milk"))))
    await store.send(.entry(.presented(.saveButtonTapped)))
    await store.finish()
    #expect(store.state == ShoppingList.State(items: ["Milk"]))
  }

  /// An element of an old subscription that arrives after the new one has begun.
  static let restartedStream = Race("restart of a stream") { isFixed in
    let store = TestStore(initialState: Ticker.State()) {
      Ticker(isFixed: isFixed) { symbol in
        let prices = LockIsolated(["ETH": [31, 32], "BTC": [605, 606]][symbol] ?? [])
        return AsyncStream {
          await Task.yield()
          return prices.withValue { $0.isEmpty ? nil : $0.removeFirst() }
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.symbolTapped("ETH"))
    await store.send(.symbolTapped("BTC"))
    await store.finish()
    #expect(store.state == Ticker.State(symbol: "BTC", prices: [605, 606]))
  }
}

// MARK: - Features

/// Shows the weather of a city.
///
/// The flaw: an answer does not name its request. The fix: it has the request's id.
@Reducer struct Forecast {
  struct State: Equatable {
    var requestID = 0
    var degrees: Int?
  }

  enum Action: Equatable {
    case cityTapped(String)
    case answered(degrees: Int, requestID: Int)
  }

  let isFixed: Bool
  let degrees: @Sendable (_ city: String) async -> Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cityTapped(let city):
      state.requestID += 1
      return .run(name: "forecast") { [degrees, requestID = state.requestID] send in
        await send(.answered(degrees: await degrees(city), requestID: requestID))
      }
    case .answered(let degrees, let requestID):
      guard !isFixed || requestID == state.requestID else { return .none }
      state.degrees = degrees
      return .none
    }
  }
}

/// Writes a file, until the user cancels.
///
/// The flaw: the button only changes the phase. The fix: it cancels the effect, too.
@Reducer struct Export {
  struct State: Equatable {
    var phase = Phase.idle
  }

  enum Phase: Equatable {
    case idle
    case exporting
    case exported(file: String)
    case cancelled
  }

  enum Action: Equatable {
    case exportButtonTapped
    case cancelButtonTapped
    case exported(file: String)
  }

  enum CancelID { case export }

  let isFixed: Bool
  let export: @Sendable () async -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .exportButtonTapped:
      state.phase = .exporting
      return .run(name: "file") { [export] send in
        await send(.exported(file: await export()))
      }
      .cancellable(id: CancelID.export)
    case .cancelButtonTapped:
      guard state.phase == .exporting else { return .none }
      state.phase = .cancelled
      return isFixed ? .cancel(id: CancelID.export) : .none
    case .exported(let file):
      state.phase = .exported(file: file)
      return .none
    }
  }
}

/// Adds an item in a sheet.
@Reducer struct ShoppingList {
  struct State: Equatable {
    var items: [String] = []
    @Presents var entry: ItemEntry.State?
  }

  enum Action: Equatable {
    case addButtonTapped
    case entry(PresentationAction<ItemEntry.Action>)
  }

  let isFixed: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.entry = ItemEntry.State()
        return .none
      case .entry(.presented(.delegate(.saved(let name)))):
        state.items.append(name)
        return .none
      case .entry:
        return .none
      }
    }
    .ifLet(\.$entry, action: \.entry) { ItemEntry(isFixed: isFixed) }
  }
}

/// Asks for the name of an item.
///
/// The flaw: the dismissal does not wait for the delegate action. The fix: one follows the other.
@Reducer struct ItemEntry {
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case nameChanged(String)
    case saveButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case saved(name: String)
  }

  @Dependency(\.dismiss) private var dismiss

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state.name = name
      return .none
    case .saveButtonTapped:
      let delegate = Effect<Action>.run(name: "save") { [name = state.name] send in
        await send(.delegate(.saved(name: name)))
      }
      let dismissal = Effect<Action>.run(name: "dismiss") { [dismiss] _ in await dismiss() }
      return isFixed ? .concatenate(delegate, dismissal) : .merge(delegate, dismissal)
    case .delegate:
      return .none
    }
  }
}

/// Shows the prices of a symbol.
///
/// The flaw: a new subscription leaves the old one running. The fix: it cancels the old one.
@Reducer struct Ticker {
  struct State: Equatable {
    var symbol: String?
    var prices: [Int] = []
  }

  enum Action: Equatable {
    case symbolTapped(String)
    case priceChanged(Int)
  }

  enum CancelID { case prices }

  let isFixed: Bool
  let prices: @Sendable (_ symbol: String) -> AsyncStream<Int>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .symbolTapped(let symbol):
      state = State(symbol: symbol)
      return .run(name: "prices") { [prices] send in
        for await price in prices(symbol) { await send(.priceChanged(price)) }
      }
      .cancellable(id: CancelID.prices, cancelInFlight: isFixed)
    case .priceChanged(let price):
      state.prices.append(price)
      return .none
    }
  }
}
