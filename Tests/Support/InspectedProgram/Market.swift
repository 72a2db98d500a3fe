import Headrace
import HeadraceFlow
import HeadraceJournal

/// A small program with a route stack, effects and a secret, to be inspected.
@FlowCoordinator(screen: "MarketScreen")
struct Market {
  @ObservableState struct State: Equatable, Codable {
    var routes: [Route<MarketScreen.State>] = [
      .root(.shelf(Shelf.State()), embedInNavigationView: true)
    ]
    var basket: [String] = []
    var total = 0
    /// A number that JavaScript would round.
    var receipt = 1_234_567_890_123_456_789
    var passcode = Redacted("correct horse battery staple")
  }

  enum Action: Equatable, Codable {
    case router(IndexedRouterActionOf<MarketScreen>)
    case basketTapped
    case closeTapped
    case tick
    case tickStarted
    case tickStopped
    case offerAwaited
    case offerRefused
  }

  @Dependency(\.continuousClock) var clock
  private enum ClockID { case tick, offer }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .shelf(.chosen(let name)))):
      state.routes.push(.product(Product.State(name: name)))
      return .none
    case .router(.routeAction(_, action: .product(.bought(let name, let price)))):
      state.basket.append(name)
      state.total += price
      return .none
    case .basketTapped:
      state.routes.presentSheet(.basket(Basket.State(count: state.basket.count)))
      return .none
    case .closeTapped:
      state.routes.goBack()
      return .none
    case .tick:
      state.total += 1
      return .none
    case .tickStarted:
      return .run(name: "clock") { send in
        while true {
          try await clock.sleep(for: .milliseconds(200))
          await send(.tick)
        }
      }
      .cancellable(id: ClockID.tick, cancelInFlight: true)
    case .tickStopped: return .cancel(id: ClockID.tick)
    case .offerAwaited:
      return .run(name: "offer") { send in
        // The first action cancels this effect, so the second comes too late.
        await send(.offerRefused)
        await send(.tick)
      }
      .cancellable(id: ClockID.offer)
    case .offerRefused: return .cancel(id: ClockID.offer)
    case .router: return .none
    }
  }
}

@Reducer(state: .equatable, .codable, action: .equatable, .codable)
enum MarketScreen {
  case shelf(Shelf)
  case product(Product)
  case basket(Basket)
}

@Reducer struct Shelf {
  @ObservableState struct State: Equatable, Codable {
    var names: [String] = []
    var isLoading = false
  }

  enum Action: Equatable, Codable {
    case loadTapped
    case loaded([String])
    case chosen(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadTapped:
        state.isLoading = true
        return .run(name: "load") { await $0(.loaded(["apples", "bread", "cheese"])) }
      case .loaded(let names):
        state.names = names
        state.isLoading = false
        return .none
      case .chosen: return .none
      }
    }
  }
}

@Reducer struct Product {
  @ObservableState struct State: Equatable, Codable {
    var name: String
    var price: Int?
  }

  enum Action: Equatable, Codable {
    case priceTapped
    case priced(Int)
    case bought(String, price: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .priceTapped:
        return .run(name: "price") { [name = state.name] in await $0(.priced(name.count)) }
      case .priced(let price):
        state.price = price
        return .none
      case .bought: return .none
      }
    }
  }
}

@Reducer struct Basket {
  @ObservableState struct State: Equatable, Codable {
    var count: Int
  }

  enum Action: Equatable, Codable {
    case counted(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .counted(let count):
        state.count = count
        return .none
      }
    }
  }
}
