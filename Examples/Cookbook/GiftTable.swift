import Headrace
import HeadraceFlow

/// Teaches results: a screen that is presented for a value, which arrives as one action.
///
/// The request is state. It ends once: answered, or cancelled if its sheet is dismissed without an
/// answer.
@FlowCoordinator(screen: "GiftScreen")
struct GiftTable {
  struct State: Equatable {
    var routes: [Route<GiftScreen.State>] = [.root(.table)]
    var wrapping = RouteRequest()
    var log: [String] = []
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<GiftScreen>)
    case wrapButtonTapped
    case wrappingChosen(RouteResult<String>)
  }

  var body: some ReducerOf<Self> {
    flow.routeResult(
      \.wrapping, action: \.wrappingChosen, routes: \.routes, router: \.router,
      from: \.papers.delegate.chosen)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wrapButtonTapped:
      state.wrapping = state.routes.presentForResult(.sheet(.papers(PaperList.State())))
    case .wrappingChosen(.answered(let paper)):
      state.log.append("wrapped in \(paper)")
    case .wrappingChosen(.cancelled):
      state.log.append("not wrapped")
    case .router:
      break
    }
    return .none
  }
}

/// The screens of ``GiftTable``.
@Reducer(state: .equatable, action: .equatable)
enum GiftScreen {
  @ReducerCaseIgnored case table
  case papers(PaperList)
}

/// Lists papers. It doesn't know which screen presented it.
@Reducer
struct PaperList {
  struct State: Equatable {
    var papers = ["red", "blue"]
  }

  enum Action: Equatable {
    case paperTapped(String)
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case chosen(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .paperTapped(let paper) = action else { return .none }
    return .send(.delegate(.chosen(paper)))
  }
}
