public import Headrace
public import HeadraceFlow

/// Where the athird long name of exactly32 letters screens lead.
@FlowCoordinator(screen: "AThirdLongNameOfExactly32LettersScreen")
public struct AThirdLongNameOfExactly32LettersFlow {
  /// Where the user is.
  public struct State: Equatable {
    /// The screens, the one in front last.
    public var routes: [Route<AThirdLongNameOfExactly32LettersScreen.State>] = [
      .root(.aVeryLongNameOfExactly32LettersA(AVeryLongNameOfExactly32LettersA.State()))
    ]

    /// The state that the flow begins with.
    public init() {}
  }

  /// What happens on the screens, and to them.
  public enum Action: Equatable {
    case router(IndexedRouterActionOf<AThirdLongNameOfExactly32LettersScreen>)
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

/// The screens of ``AThirdLongNameOfExactly32LettersFlow``.
@Reducer(state: .equatable, action: .equatable)
public enum AThirdLongNameOfExactly32LettersScreen {
  case aVeryLongNameOfExactly32LettersA(AVeryLongNameOfExactly32LettersA)
  case tabBar(TabBar)
}
