import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to lose a restoration while other changes are refused because a guard asks.
@MainActor
@Suite("Attacks on restoration and links where a second change is refused")
struct RefusingRestorationAttacks {
  private func makeStore(_ clock: TestClock<Duration>) -> TestStoreOf<Safe> {
    TestStore(initialState: Safe.State()) {
      Safe {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return .allow
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func stack(_ month: Int) -> [Route<DeskScreen.State>] {
    [
      .root(.home(DeskHome.State(note: "restored")), embedInNavigationView: true),
      .push(.statement(DeskStatement.State(month: month))),
    ]
  }

  private func archive(_ month: Int) throws -> [UInt8] {
    try safeArchive.encode(Safe.State(routes: stack(month)))
  }

  @Test func anArchiveWhoseQuestionIsWithdrawnHasFailed() async throws {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.restoration(.restore(try archive(5)))) {
      $0.question = RouteQuestion(proposed: stack(5), source: .host)
    }
    await store.send(.withdraw) { $0.question = nil }
    await store.receive(\.restoration.failed, .guarded) {
      $0.log = ["failed(\(RouteArchiveError.guarded))"]
    }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func anArchiveThatIsRefusedForAnotherTakesNothingFromIt() async throws {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.restoration(.restore(try archive(5)))) {
      $0.question = RouteQuestion(proposed: stack(5), source: .host)
    }
    await store.send(.restoration(.restore(try archive(6))))
    await store.receive(\.router.guarded.rejected)
    await store.receive(\.restoration.failed, .guarded) {
      $0.log = ["failed(\(RouteArchiveError.guarded))"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes = stack(5)
    }
    await store.receive(\.restoration.restored) {
      $0.log.append("restored(replacedScreen: nil)")
    }
  }

  @Test func aBusyGuardRefusesAnArchiveWhileALinkIsAskedAbout() async throws {
    let clock = TestClock()
    let store = makeStore(clock)
    let link = DeepLink("desk:statements/5")
    let linked = [store.state.routes[0], .push(.statement(DeskStatement.State(month: 5)))]
    await store.send(.links(.open(link.url))) {
      $0.question = RouteQuestion(proposed: linked, source: .host)
      $0.links.asked = link
    }
    await store.send(.restoration(.restore(try archive(6))))
    await store.receive(\.router.guarded.rejected)
    await store.receive(\.restoration.failed, .guarded) {
      $0.log = ["failed(\(RouteArchiveError.guarded))"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.links.asked = nil
      $0.routes = linked
    }
    await store.receive(\.links.opened, link) { $0.log.append("\(DeepLinkAction.opened(link))") }
  }

  @Test("Law 8: the link that waits in a nested coordinator ends with it")
  func theLinkThatWaitsInANestedCoordinatorEndsWithIt() async {
    let store = TestStore(initialState: House.State()) {
      House()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let safe = store.state.routes[1].id
    await store.send(\.router[id: safe].links.open, ("desk:statements/5", .replace)) {
      $0.routes[1].screen.links.waiting = DeepLink("desk:statements/5")
    }
    await store.send(.router(.updateRoutes([store.state.routes[0]]))) { $0.routes.goBack() }
    await store.finish()
  }
}

@Reducer
private struct House {
  struct State: Equatable {
    var routes: [Route<Safe.State>] = [
      .root(Safe.State()), .cover(Safe.State(isOpen: false)),
    ]
  }
  @CasePathable
  enum Action { case router(IndexedRouterActionOf<Safe>) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEachRoute(\.routes, action: \.router) { Safe { .allow } }
  }
}

@Reducer
private struct Safe {
  struct State: Equatable {
    var routes: [Route<DeskScreen.State>] = [
      .root(.home(DeskHome.State()), embedInNavigationView: true)
    ]
    var isOpen = true
    var restoration = RestorationState()
    var links = DeepLinkState()
    var question: RouteQuestion<DeskScreen.State>?
    var log: [String] = []
  }
  @CasePathable
  enum Action {
    case router(IndexedRouterActionOf<DeskScreen>)
    case restoration(RestorationAction)
    case links(DeepLinkAction)
    case withdraw
  }

  var guardian: () -> RouteGuardDecision<DeskScreen.State>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .restoration(let action) where !action.is(\.restore): state.log.append("\(action)")
      case .links(let action) where !action.is(\.open): state.log.append("\(action)")
      case .withdraw: state.question = nil
      case .router, .restoration, .links: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { DeskScreen.body }
    .routeGuard(asking: \.question, meanwhile: .refuse) { _ in guardian() }
    .restoring(safeArchive, state: \.restoration, action: \.restoration, asking: \.question)
    .deepLinks(
      deskLinks, state: \.links, action: \.links, routes: \.routes, router: \.router,
      asking: \.question, waitMax: .seconds(5)
    ) { $0.isOpen ? .open : .wait }
  }
}

private let safeArchive = RouteArchive<Safe, DeskScreen>(
  routes: \.routes, router: \.router, format: deskFormat
) {
  ArchivedScreen("home", state: \.home, action: \.home, DeskHome.archive)
  ArchivedScreen("statement", state: \.statement, action: \.statement, DeskStatement.archive)
}
