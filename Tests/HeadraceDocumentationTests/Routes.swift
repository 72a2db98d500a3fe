import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct Basket {
  struct State: Equatable {
    var article = "tea"
  }

  enum Action: Equatable {
    case payButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case paymentRequested
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .payButtonTapped:
      return .send(.delegate(.paymentRequested))
    case .delegate:
      return .none
    }
  }
}

@Reducer
struct Payment {
  struct State: Equatable {
    var article: String
  }

  enum Action: Equatable {
    case confirmButtonTapped
    case cancelButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case paid(article: String)
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .confirmButtonTapped:
      return .send(.delegate(.paid(article: state.article)))
    case .cancelButtonTapped:
      return .run { [dismiss] _ in await dismiss() }
    case .delegate:
      return .none
    }
  }
}

@FlowCoordinator(screen: "ShopScreen")
struct Shop {
  struct State: Equatable {
    var routes: [Route<ShopScreen.State>] = [
      .root(.basket(Basket.State()), embedInNavigationView: true)
    ]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<ShopScreen>)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .basket(.delegate(.paymentRequested)))):
      state.routes.presentSheet(.payment(Payment.State(article: "tea")))
      return .none
    case .router(.routeAction(_, action: .payment(.delegate(.paid(let article))))):
      state.routes.dismiss()
      state.routes.push(.receipt(article))
      return .none
    case .router:
      return .none
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
enum ShopScreen {
  case basket(Basket)
  case payment(Payment)
  @ReducerCaseIgnored case receipt(String)
}

struct RoutesArticleTests {
  @Test func aPaymentGetsAReceipt() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    let basket = store.state.routes[0].id
    await store.send(\.router[id: basket].basket.payButtonTapped)
    await store.receive(\.router[id: basket].basket.delegate.paymentRequested) {
      $0.routes.presentSheet(.payment(Payment.State(article: "tea")))
    }
    let payment = store.state.routes[1].id
    await store.send(\.router[id: payment].payment.confirmButtonTapped)
    await store.receive(\.router[id: payment].payment.delegate.paid, "tea") {
      $0.routes.dismiss()
      $0.routes.push(.receipt("tea"))
    }
  }

  @Test func aScreenLeavesItsRoute() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    let payment = await presentPayment(in: store)
    await store.send(\.router[id: payment].payment.cancelButtonTapped)
    await store.receive(\.router.dismiss, payment) { $0.routes.dismiss() }
  }

  @Test func theHostTakesAScreenAway() async {
    let store = TestStore(initialState: Shop.State()) { Shop() }
    _ = await presentPayment(in: store)
    await store.send(.router(.updateRoutes(Array(store.state.routes.dropLast())))) {
      $0.routes.goBack()
    }
  }

  @MainActor @Test func refusalsCanBeLeftToTheCoordinator() {
    let store = Store(initialState: Shop.State()) {
      Shop()
        .dependency(\.refusedRouteOperations, .returnFalse)
    }
    let basket = store.state.routes[0].id
    store.send(.router(.routeAction(id: basket, action: .basket(.delegate(.paymentRequested)))))
    #expect(store.state.routes.count == 2)
  }

  @Test func aScreenIsChangedByTheIDOfItsRoute() {
    var state = Shop.State()
    state.routes.presentSheet(.payment(Payment.State(article: "tea")))
    let id = state.routes[1].id
    state.routes[id: id]?[case: \.payment]?.article = "coffee"
    #expect(state.routes[1].screen == .payment(Payment.State(article: "coffee")))
  }

  @Test func aSheetHasHeights() {
    var routes: [Route<ShopScreen.State>] = [.root(.basket(Basket.State()))]
    routes.presentSheet(
      .payment(Payment.State(article: "tea")),
      configuration: SheetConfiguration(
        detents: [.height(120), .fraction(0.5), .large], isDismissible: false))
    #expect(routes[1].sheetConfiguration?.detents == [.height(120), .fraction(0.5), .large])
  }

  /// The id of the route with the payment.
  private func presentPayment(in store: TestStoreOf<Shop>) async -> RouteID {
    let basket = store.state.routes[0].id
    await store.send(\.router[id: basket].basket.payButtonTapped)
    await store.receive(\.router[id: basket].basket.delegate.paymentRequested) {
      $0.routes.presentSheet(.payment(Payment.State(article: "tea")))
    }
    return store.state.routes[1].id
  }
}
