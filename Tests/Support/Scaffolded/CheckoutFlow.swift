public import Headrace
public import HeadraceFlow

/// The navigation between the checkout screens.
@FlowCoordinator(screen: "CheckoutScreen")
public struct CheckoutFlow {
  /// The stack of screens.
  public struct State: Equatable {
    /// The screens, with the topmost one last.
    public var routes: [Route<CheckoutScreen.State>] = [
      .root(.payment(Payment.State()))
    ]

    /// The state that the flow begins with.
    public init() {}
  }

  /// Actions of screens and stack.
  public enum Action: Equatable {
    case router(IndexedRouterActionOf<CheckoutScreen>)
  }

  /// Creates the flow.
  public init() {}

  /// Responds to the actions of the screens.
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
