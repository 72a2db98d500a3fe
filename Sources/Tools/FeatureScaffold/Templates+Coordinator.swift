/// The texts of a new flow of screens.
extension Templates {
  var screenCase: String { "case \(order.name.member)(\(name))" }

  private func routes(_ screen: TypeName) -> String {
    """
        \(access)var routes: [Route<\(screen.screen).State>] = [
          .root(.\(order.name.pathMember)(\(name).State()))
        ]
    """
  }

  private var stateInit: String {
    guard order.isPublic else { return "" }
    return "\n\n    /// The state that the flow begins with.\n    public init() {}"
  }

  private var ownInit: String {
    order.isPublic ? "\n  /// Creates the flow.\n  public init() {}\n" : ""
  }

  private var handler: String {
    "func handleRoute(state: inout State, action: Action) -> Effect<Action>"
  }

  func coordinator(_ screen: TypeName) -> String {
    """
    \(access)import Headrace
    \(access)import HeadraceFlow

    /// The navigation between the \(screen.words) screens.
    @FlowCoordinator(screen: "\(screen.screen)")
    \(access)struct \(screen.flow) {
    \(documented("The stack of screens.", 2))  \(access)struct State: Equatable {
    \(documented("The screens, with the topmost one last.", 4))\(routes(screen))\(stateInit)
      }

    \(documented("Actions of screens and stack.", 2))  \(access)enum Action: Equatable {
        case router(IndexedRouterActionOf<\(screen.screen)>)
      }
    \(ownInit)
    \(documented("Responds to the actions of the screens.", 2))  \(access)\(handler) {
        switch action {
        case .router:
          return .none
        }
      }
    }

    /// The screens of ``\(screen.flow)``.
    @Reducer(state: .equatable, action: .equatable)
    \(access)enum \(screen.screen) {
      \(screenCase)
    }

    """
  }

  func coordinatorTest(_ screen: TypeName) -> String {
    """
    import Headrace
    import HeadraceFlow
    import HeadraceTesting
    import Testing

    @testable import \(module)

    @Suite struct \(screen.flow)Tests {
      @Test func theFirstScreenIsTold() async {
        let store = TestStore(initialState: \(screen.flow).State()) {
          \(screen.flow)()
        }
        let first = store.state.routes[0].id
        await store.send(\\.router[id: first].\(order.name.pathMember).view.closeButtonTapped)
        await store.receive(\\.router[id: first].\(order.name.pathMember).delegate.closed)
      }
    }

    """
  }
}
