import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@MainActor
@Suite("Results: a screen presented for a value")
struct RouteResultTests {
  private func makeState() -> Desk.State {
    Desk.State(routes: [
      .root(.home(DeskHome.State()), embedInNavigationView: true),
      .sheet(.payment(DeskPayment.State(amount: 5))),
    ])
  }

  private func makeStore(
    _ guardian: (@Sendable () -> RouteGuardDecision<DeskScreen.State>)? = nil
  ) -> StoreOf<Desk> {
    Store(initialState: makeState()) { Desk(guardian: guardian) }
  }

  /// Asks for a recipient.
  ///
  /// - Returns: The id of the route that must answer.
  private func ask(_ store: StoreOf<Desk>) -> RouteID {
    store.send(
      .router(
        .routeAction(id: store.state.routes[1].id, action: .payment(.recipientButtonTapped))))
    return store.state.routes[store.state.routes.count - 1].id
  }

  @Test("GitHub client: child coordinators that finish")
  func theValueIsAnActionOfTheCoordinatorAndTheScreenHasLeft() async {
    let store = TestStore(initialState: makeState()) { Desk() }
    let payment = store.state.routes[1].id
    await store.send(\.router[id: payment].payment.recipientButtonTapped) {
      $0.recipient = $0.routes.presentForResult(.sheet(.contacts(DeskContacts.State())))
    }
    let contacts = store.state.routes[2].id
    #expect(store.state.recipient.route == contacts)
    await store.send(\.router[id: contacts].contacts.picked, "Ada") {
      $0.routes.dismiss()
      $0.recipient = RouteRequest()
    }
    await store.receive(\.recipientChosen.answered, "Ada") {
      $0.log = [#"answered("Ada")"#]
    }
    await store.receive(\.router[id: payment].payment.recipient, "Ada") {
      $0.routes[1].screen = .payment(DeskPayment.State(amount: 5, recipient: "Ada"))
    }
  }

  @Test func aScreenThatLeavesHasCancelled() async {
    let store = TestStore(initialState: makeState()) { Desk() }
    let payment = store.state.routes[1].id
    await store.send(\.router[id: payment].payment.recipientButtonTapped) {
      $0.recipient = $0.routes.presentForResult(.sheet(.contacts(DeskContacts.State())))
    }
    let contacts = store.state.routes[2].id
    await store.send(\.router[id: contacts].contacts.leave)
    await store.receive(\.router.dismiss, contacts) {
      $0.routes.dismiss()
      $0.recipient = RouteRequest()
    }
    await store.receive(\.recipientChosen.cancelled) { $0.log = ["cancelled"] }
  }

  @Test(.refusalsAreExpected, arguments: 0..<5)
  func everyRemovalOfTheScreenCancelsOnce(way: Int) throws {
    let store = makeStore()
    let contacts = ask(store)
    switch way {
    case 0: store.send(.back)
    case 1: store.send(.router(.updateRoutes(Array(store.state.routes.dropLast()))))
    case 2: store.send(.router(.dismiss(id: store.state.routes[1].id)))
    case 3: store.send(.links(.open("desk:statements/5")))
    default:
      store.send(.restoration(.restore(try deskArchive.encode(Desk.State()))))
    }
    #expect(!store.state.routes.contains { $0.id == contacts })
    #expect(store.state.log.count { $0 == "cancelled" } == 1)
    #expect(!store.state.recipient.isWaiting)
    store.send(.show(.push(.statement(DeskStatement.State(month: 1)))))
    #expect(store.state.log.count { $0 == "cancelled" } == 1)
  }

  @Test func theRequestWaitsWhileOtherScreensComeAndGo() {
    let store = makeStore()
    let contacts = ask(store)
    store.send(.show(.cover(.contacts(DeskContacts.State()))))
    let other = store.state.routes[3].id
    store.send(.router(.routeAction(id: other, action: .contacts(.picked("Eve")))))
    #expect(store.state.routes.count == 4, "another route with the same screen answers nothing")
    store.send(.back)
    #expect(store.state.recipient.route == contacts)
    #expect(store.state.log.isEmpty)
  }

  @Test func anotherRequestCancelsTheOneBefore() {
    let store = makeStore()
    let first = ask(store)
    let second = ask(store)
    #expect(first != second)
    #expect(store.state.log == ["cancelled"])
    #expect(store.state.recipient.route == second)
    store.send(.router(.routeAction(id: second, action: .contacts(.picked("Ada")))))
    #expect(store.state.log == ["cancelled", #"answered("Ada")"#])
    store.send(.router(.routeAction(id: first, action: .contacts(.picked("Alan")))))
    #expect(store.state.log.count == 2, "its request was cancelled")
  }

  @Test func aRequestSurvivesRestoration() throws {
    let store = makeStore()
    _ = ask(store)
    let bytes = try deskArchive.encode(store.state)
    let restored = Store(initialState: Desk.State()) { Desk() }
    restored.send(.restoration(.restore(bytes)))
    let contacts = restored.state.routes[2].id
    #expect(restored.state.recipient.route == contacts)
    restored.send(.router(.routeAction(id: contacts, action: .contacts(.picked("Ada")))))
    #expect(restored.state.log.last == #"answered("Ada")"#)
    #expect(
      restored.state.routes.last?.screen
        == .payment(DeskPayment.State(amount: 5, recipient: "Ada")))
  }

  @Test func anAnswerCountsThoughAGuardKeepsTheScreen() {
    let store = Store(initialState: makeState()) { GuardedDesk() }
    let payment = store.state.routes[1].id
    store.send(.router(.routeAction(id: payment, action: .payment(.recipientButtonTapped))))
    let contacts = store.state.routes[2].id
    store.send(.router(.routeAction(id: contacts, action: .contacts(.picked("Ada")))))
    #expect(store.state.routes.count == 3)
    #expect(store.state.log == [#"answered("Ada")"#])
    #expect(!store.state.recipient.isWaiting)
  }

  @Test(arguments: [true, false])
  func aRequestWaitsWhileAGuardAsksAboutItsRoute(allows: Bool) async {
    let clock = TestClock()
    let store = TestStore(initialState: makeState()) {
      GuardedDesk(decision: {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return allows ? .allow : .reject(reason: "No.")
        }
      })
    }
    store.exhaustivity = .off
    let payment = store.state.routes[1].id
    await store.send(\.router[id: payment].payment.recipientButtonTapped)
    #expect(store.state.routes.count == 2)
    #expect(store.state.recipient.isWaiting)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.routes.count == (allows ? 3 : 2))
    #expect(store.state.recipient.isWaiting == allows)
    #expect(store.state.log == (allows ? [] : ["cancelled"]))
  }

  // MARK: - Presenting

  @Test(.refusalsAreExpected) func aRouteThatCantComeLeavesTheRequestIdle() {
    let screen = DeskScreen.State.contacts(DeskContacts.State())
    var routes: [Route<DeskScreen.State>] = []
    #expect(routes.presentForResult(.cover(screen)) == RouteRequest())
    routes = [.root(screen)]
    #expect(routes.presentForResult(.root(screen)) == RouteRequest())
    #expect(routes.presentForResult(.push(screen)) == RouteRequest())
    #expect(routes.count == 1)
    let request = routes.presentForResult(.cover(screen, embedInNavigationView: true))
    #expect(request.route == routes[1].id && request != RouteRequest())
    #expect(routes.presentForResult(.push(screen)).isWaiting)
    #expect(routes.count == 3)
  }

  @Test func everyCaseIsFoundByItsName() {
    #expect(RouteResult.answered(1)[case: \.answered] == 1)
    #expect(RouteResult.answered(1)[case: \.cancelled] == nil)
    #expect(RouteResult<Int>.cancelled.is(\.cancelled))
    #expect(!RouteResult<Int>.cancelled.is(\.answered))
    #expect(AnyCasePath(\Case<RouteResult<Int>>.answered).embed(2) == .answered(2))
    #expect(AnyCasePath(\Case<RouteResult<Int>>.cancelled).embed(()) == .cancelled)
  }
}

/// A desk whose guard lets no screen dismiss itself, and may ask about its coordinator's changes.
private struct GuardedDesk: Reducer {
  var decision: @Sendable () -> RouteGuardDecision<DeskScreen.State> = { .allow }

  var body: some Reducer<Desk.State, Desk.Action> {
    Reduce { state, action in
      if case .router(.routeAction(_, .payment(.recipientButtonTapped))) = action {
        state.recipient = state.routes.presentForResult(.sheet(.contacts(DeskContacts.State())))
      }
      if case .recipientChosen(let result) = action { state.log.append("\(result)") }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { DeskScreen.body }
    .routeGuard(asking: \.question) { change in
      change.source == .screen ? .reject(reason: "Stay.") : decision()
    }
    .routeResult(
      \.recipient, action: \.recipientChosen, routes: \.routes, router: \.router,
      from: \.contacts.picked, asking: \.question)
  }
}
