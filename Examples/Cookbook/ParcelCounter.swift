import Headrace
import HeadraceFlow

/// Teaches questions on a route stack: an alert as a screen, whose answer is a result.
///
/// The kind of a question is its `AlertMode`, so a host draws all questions of a kind in the same
/// way. On a stack a question is like any screen: it is guarded, links can leave it, and its
/// archive decides whether it is restored.
@FlowCoordinator(screen: "ParcelScreen")
struct ParcelCounter {
  struct State: Equatable {
    var routes: [Route<ParcelScreen.State>] = [.root(.parcel(.packed))]
    var question = RouteRequest()
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<ParcelScreen>)
    case questionAnswered(RouteResult<Answer>)
  }

  /// The answers of the user.
  enum Answer: Equatable {
    case burn, logIn
  }

  var body: some ReducerOf<Self> {
    flow.routeResult(
      \.question, action: \.questionAnswered, routes: \.routes, router: \.router,
      from: \.question.answered)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .parcel(.burnButtonTapped))):
      ask(&state, .confirmDestruction, "Burn the parcel?", yes: "Burn it", answer: .burn)
    case .router(.routeAction(_, action: .parcel(.sendButtonTapped))):
      ask(&state, .requireLogin, "Sending needs an account.", yes: "Log in", answer: .logIn)
    case .questionAnswered(.answered(.burn)):
      state.routes.replaceCurrent(.parcel(.burnt))
    case .questionAnswered(.answered(.logIn)):
      state.routes.replaceCurrent(.parcel(.sent))
    case .router, .questionAnswered(.cancelled):
      break
    }
    return .none
  }

  private func ask(
    _ state: inout State, _ mode: AlertMode, _ title: String, yes: String, answer: Answer
  ) {
    let alert = AlertState(
      mode, TextState(title), yes: TextState(yes), no: TextState("Not now"), action: answer)
    state.question = state.routes.presentForResult(.cover(.question(RouteAlert.State(alert))))
  }
}

/// The screens of ``ParcelCounter``.
@Reducer(state: .equatable, action: .equatable)
enum ParcelScreen {
  case parcel(Parcel)
  case question(RouteAlert<ParcelCounter.Answer>)
}

/// A parcel, and what can be done with it.
@Reducer
struct Parcel {
  enum State: Equatable {
    case packed, sent, burnt
  }

  enum Action: Equatable {
    case burnButtonTapped
    case sendButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
