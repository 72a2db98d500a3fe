import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// A coordinator that receives answers itself, without a request.
@Reducer
private struct Vault {
  struct State: Equatable {
    var routes: [Route<VaultScreen.State>] = [.root(.page)]
    var answers: [String] = []
    var isSealed = false
  }
  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterActionOf<VaultScreen>)
    case openButtonTapped
    case seal
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openButtonTapped:
        state.routes.presentCover(.question(.open))
      case .router(.routeAction(_, .question(.answered(let answer)))):
        state.answers.append(answer)
      case .seal:
        state.isSealed = true
      case .router:
        break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { VaultScreen.body }
    .routeGuard { change in
      change.state.isSealed ? .reject(reason: "Sealed.") : .allow
    }
  }
}

@Reducer(state: .equatable, action: .equatable)
private enum VaultScreen {
  @ReducerCaseIgnored case page
  case question(RouteAlert<String>)
}

extension RouteAlert<String>.State {
  fileprivate static var open: Self {
    RouteAlert<String>.State(
      AlertState(
        .confirm, TextState("Open?"), yes: TextState("Open"), no: TextState("Leave"),
        action: "opened"))
  }
}

@Suite("Questions on a stack")
struct RouteAlertTests {
  private func asked() async -> (TestStoreOf<Vault>, RouteID) {
    let store = TestStore(initialState: Vault.State()) { Vault() }
    await store.send(.openButtonTapped) { $0.routes.presentCover(.question(.open)) }
    return (store, store.state.routes[1].id)
  }

  @Test func theCoordinatorSeesTheAnswerBeforeTheQuestionGoes() async {
    let (store, id) = await asked()
    await store.send(\.router[id: id].question.answered, "opened") { $0.answers = ["opened"] }
    await store.receive(\.router.dismiss, id) { $0.routes.dismiss() }
  }

  @Test func aQuestionThatIsCancelledGoes() async {
    let (store, id) = await asked()
    await store.send(\.router[id: id].question.cancelled)
    await store.receive(\.router.dismiss, id) { $0.routes.dismiss() }
  }

  @Test func aQuestionIsEncodedWithItsAnswersAndMode() throws {
    let question = RouteAlert<String>.State.open
    let bytes = try JSONEncoder().encode(question)
    #expect(try JSONDecoder().decode(RouteAlert<String>.State.self, from: bytes) == question)
  }

  /// The request continues to wait in the next process, and the question still answers it.
  @Test func aQuestionThatIsRestoredAnswersItsRequest() async throws {
    var saved = Notary.State()
    saved.question = saved.routes.presentForResult(.cover(.question(.open)))
    let bytes = try notaryArchive.encode(saved)

    let store = TestStore(initialState: Notary.State()) { Notary() }
    await store.send(.restoration(.restore(bytes))) {
      $0.routes = saved.routes
      $0.question = saved.question
    }
    await store.receive(\.restoration.restored)
    let id = store.state.routes[1].id
    await store.send(\.router[id: id].question.answered, "opened") {
      $0.routes.dismiss()
      $0.question = RouteRequest()
    }
    await store.receive(\.answered.answered, "opened") { $0.answer = "opened" }
  }

  @Test func aGuardKeepsAQuestionAsAnyScreen() async {
    let (store, id) = await asked()
    await store.send(.seal) { $0.isSealed = true }
    await store.send(\.router[id: id].question.cancelled)
    await store.receive(\.router.dismiss, id)
    await store.receive(\.router.guarded.rejected)
    #expect(store.state.routes.count == 2)
  }
}

// MARK: - A Question With a Request

@Reducer
private struct Notary {
  struct State: Equatable {
    var routes: [Route<NotaryScreen.State>] = [.root(.desk(DeskHome.State()))]
    var question = RouteRequest()
    var restoration = RestorationState()
    var answer: String?
  }
  enum Action {
    case router(IndexedRouterActionOf<NotaryScreen>)
    case answered(RouteResult<String>)
    case restoration(RestorationAction)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .answered(.answered(let answer)) = action { state.answer = answer }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { NotaryScreen.body }
    .routeResult(
      \.question, action: \.answered, routes: \.routes, router: \.router,
      from: \.question.answered
    )
    .restoring(notaryArchive, state: \.restoration, action: \.restoration)
  }
}

@Reducer(state: .equatable)
private enum NotaryScreen {
  case desk(DeskHome)
  case question(RouteAlert<String>)
}

private let notaryArchive = RouteArchive<Notary, NotaryScreen>(
  routes: \.routes, router: \.router, requests: ["question": \.question], format: deskFormat
) {
  ArchivedScreen("desk", state: \.desk, action: \.desk, DeskHome.archive)
  ArchivedScreen("question", state: \.question, action: \.question, ScreenArchive())
}
