public import Headrace
public import HeadraceFlow

/// The navigation between the athird long name of exactly32 letters screens.
@FlowCoordinator(screen: "AThirdLongNameOfExactly32LettersScreen")
public struct AThirdLongNameOfExactly32LettersFlow {
  /// The stack of screens.
  public struct State: Equatable {
    /// The screens, with the topmost one last.
    public var routes: [Route<AThirdLongNameOfExactly32LettersScreen.State>] = [
      .root(.aVeryLongNameOfExactly32LettersA(AVeryLongNameOfExactly32LettersA.State()))
    ]

    /// The state that the flow begins with.
    public init() {}
  }

  /// Actions of screens and stack.
  public enum Action: Equatable {
    case router(IndexedRouterActionOf<AThirdLongNameOfExactly32LettersScreen>)
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

/// The screens of ``AThirdLongNameOfExactly32LettersFlow``.
@Reducer(state: .equatable, action: .equatable)
public enum AThirdLongNameOfExactly32LettersScreen {
  case aVeryLongNameOfExactly32LettersA(AVeryLongNameOfExactly32LettersA)
  case tabBar(TabBar)
}
