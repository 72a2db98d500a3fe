public import Headrace
public import HeadraceFlow

/// Where the checkout screens lead.
@FlowCoordinator(screen: "CheckoutScreen")
public struct CheckoutFlow {
  /// Where the user is.
  public struct State: Equatable {
    /// The screens, the one in front last.
    public var routes: [Route<CheckoutScreen.State>] = [
      .root(.payment(Payment.State()))
    ]

    /// The state that the flow begins with.
    public init() {}
  }

  /// What happens on the screens, and to them.
  public enum Action: Equatable {
    case router(IndexedRouterActionOf<CheckoutScreen>)
  }

  /// Makes the flow.
  public init() {}

  /// Says where screens lead.
  public func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router:
      return .none
    }
  }
}

/// The screens of ``CheckoutFlow``.
@Reducer(state: .equatable, action: .equatable)
public enum CheckoutScreen {
  case payment(Payment)
  case receipt(Receipt)
  case everything(Everything)
}
