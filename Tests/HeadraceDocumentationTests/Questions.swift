import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer(state: .equatable, action: .equatable)
enum GardenScreen {
  @ReducerCaseIgnored case beds
  case question(RouteAlert<GardenAnswer>)
}

enum GardenAnswer: Equatable {
  case dig
}

@Reducer
struct Garden {
  struct State: Equatable {
    var routes: [Route<GardenScreen.State>] = [.root(.beds)]
    var question = RouteRequest()
    var isDug = false
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<GardenScreen>)
    case questionAnswered(RouteResult<GardenAnswer>)
    case digButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .digButtonTapped:
        let alert = AlertState(
          .confirmDestruction, TextState("Dig the beds?"), yes: TextState("Dig"),
          no: TextState("Leave them"), action: GardenAnswer.dig)
        state.question = state.routes.presentForResult(.cover(.question(RouteAlert.State(alert))))
        return .none
      case .questionAnswered(.answered(.dig)):
        state.isDug = true
        return .none
      case .questionAnswered(.cancelled), .router:
        return .none
      }
    }
    .forEachRoute(\.routes, action: \.router) { GardenScreen.body }
    .routeResult(
      \.question, action: \.questionAnswered, routes: \.routes, router: \.router,
      from: \.question.answered)
  }
}

struct QuestionsArticleTests {
  @Test func anAnswerIsAResult() async {
    let store = TestStore(initialState: Garden.State()) { Garden() }
    await store.send(.digButtonTapped) {
      $0.question = $0.routes.presentForResult(
        .cover(
          .question(
            RouteAlert.State(
              AlertState(
                .confirmDestruction, TextState("Dig the beds?"), yes: TextState("Dig"),
                no: TextState("Leave them"), action: GardenAnswer.dig)))))
    }
    let question = store.state.routes[1].id
    await store.send(\.router[id: question].question.answered, .dig) {
      $0.routes.dismiss()
      $0.question = RouteRequest()
    }
    await store.receive(\.questionAnswered.answered, .dig) { $0.isDug = true }
  }
}
