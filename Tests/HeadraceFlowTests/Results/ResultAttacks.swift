import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to end a request twice, or never.
@MainActor
@Suite("Attacks on results") struct ResultAttacks {
  private typealias Decision = RouteGuardDecision<DeskScreen.State>

  private func makeStore(
    _ decide: @escaping (RouteChange<Inquiry.State, DeskScreen.State>) -> Decision = { _ in .allow }
  ) -> StoreOf<Inquiry> {
    Store(initialState: Inquiry.State()) { Inquiry(decide: decide) }
  }

  private func pick(_ name: String, on id: RouteID, in store: StoreOf<Inquiry>) {
    store.send(.router(.routeAction(id: id, action: .contacts(.picked(name)))))
  }

  @Test func aScreenThatMayNotLeaveAnswersOnce() throws {
    let store = makeStore { $0.removed.isEmpty ? .allow : .reject(reason: "Stay.") }
    store.send(.ask(["recipient"]))
    let id = try #require(store.state.recipient.route)
    pick("Ada", on: id, in: store)
    pick("Alan", on: id, in: store)
    #expect(store.state.ends == [#"answered("Ada")"#])
    #expect(store.state.routes.map(\.id).contains(id))
  }

  @Test(arguments: [true, false])
  func aRequestWhoseScreenIsRefusedIsCancelledOnce(redirects: Bool) {
    let store = makeStore { change in
      guard !change.added.isEmpty else { return .allow }
      return redirects ? .redirect([.root(.lock(DeskLock.State()))]) : .reject(reason: "No.")
    }
    store.send(.ask(["recipient"]))
    #expect(store.state.ends == ["cancelled"])
    #expect(!store.state.recipient.isWaiting)
    store.send(.nothing)
    #expect(store.state.ends == ["cancelled"])
  }

  @Test func aRequestWaitsForTheGuardThatAsksAboutItsScreen() async throws {
    let store = TestStore(initialState: Inquiry.State()) {
      Inquiry(decide: { $0.added.isEmpty ? .allow : .ask { .allow } })
    }
    await store.send(.ask(["recipient"])) {
      var proposed = $0.routes
      $0.recipient = proposed.presentForResult(.sheet(.contacts(DeskContacts.State())))
      $0.question = RouteQuestion(proposed: proposed, source: .coordinator)
    }
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes.presentSheet(.contacts(DeskContacts.State()))
    }
    let id = try #require(store.state.recipient.route)
    await store.send(\.router[id: id].contacts.picked, "Ada") {
      $0.routes.dismiss()
      $0.recipient = RouteRequest()
    }
    await store.receive(\.ended.answered, "Ada") { $0.ends = [#"answered("Ada")"#] }
  }

  @Test(arguments: [AfterAnswer.goBack, .askAgain])
  func anAnswerCountsWhateverTheCoordinatorDoesWhenItSeesIt(reaction: AfterAnswer) throws {
    let store = Store(initialState: Inquiry.State()) { Inquiry(afterAnswer: reaction) }
    store.send(.ask(["recipient"]))
    let id = try #require(store.state.recipient.route)
    pick("Ada", on: id, in: store)
    #expect(store.state.ends == [#"answered("Ada")"#])
    #expect(!store.state.routes.contains { $0.id == id })
    #expect(store.state.recipient.isWaiting == (reaction == .askAgain))
    guard let next = store.state.recipient.route else { return }
    store.send(.router(.dismiss(id: next)))
    #expect(store.state.ends == [#"answered("Ada")"#, "cancelled"])
  }

  /// The first once never ended: the property had lost it before it could be seen.
  @Test func ofTwoRequestsInOneActionTheFirstIsCancelledAndTheSecondAnswered() throws {
    let store = makeStore()
    store.send(.ask(["recipient", "recipient"]))
    #expect(store.state.ends == ["cancelled"])
    let id = try #require(store.state.recipient.route)
    #expect(store.state.routes.map(\.id).last == id)
    pick("Eve", on: store.state.routes[1].id, in: store)
    #expect(store.state.ends == ["cancelled"], "the first is waited for no longer")
    pick("Ada", on: id, in: store)
    #expect(store.state.ends == ["cancelled", #"answered("Ada")"#])
  }

  @Test func eachOfManyRequestsInOneActionEndsOnce() throws {
    let store = makeStore()
    store.send(.ask(["recipient"]))
    store.send(.ask(["recipient", "recipient", "recipient"]))
    #expect(store.state.ends == ["cancelled", "cancelled", "cancelled"])
    #expect(store.state.routes.count == 5)
    store.send(.router(.dismiss(id: try #require(store.state.recipient.route))))
    #expect(store.state.ends.count == 4)
  }

  /// A request above the one that answers it is dismissed with it, and cancelled.
  @Test(arguments: [
    (["recipient", "witness"], [#"witness answered("Ada")"#]),
    (["witness", "recipient"], ["cancelled", #"witness answered("Ada")"#]),
  ])
  func requestsOfOneActionInTwoPropertiesWaitBoth(order: [String], ends: [String]) throws {
    let store = makeStore()
    store.send(.ask(order))
    #expect(store.state.ends.isEmpty)
    #expect(store.state.recipient.isWaiting && store.state.witness.isWaiting)
    pick("Ada", on: try #require(store.state.witness.route), in: store)
    #expect(store.state.ends == ends)
    #expect(store.state.recipient.isWaiting == (order.first == "recipient"))
  }

  @Test(arguments: ["recipient", "witness"])
  func aLostRequestIsThatOfThePropertyThatLostIt(name: String) {
    let store = makeStore()
    let other = name == "witness" ? "recipient" : "witness"
    store.send(.ask([other, name, name]))
    #expect(store.state.ends == [name == "witness" ? "witness cancelled" : "cancelled"])
    #expect(store.state.recipient.isWaiting && store.state.witness.isWaiting)
  }

  /// Its screen is in a guard's question, and not on the stack, when it is lost.
  @Test func aRequestThatIsLostWhileAGuardAsksEnds() async throws {
    let store = TestStore(initialState: Inquiry.State()) {
      Inquiry(decide: { $0.added.isEmpty ? .allow : .ask { .allow } })
    }
    store.exhaustivity = .off
    await store.send(.ask(["recipient", "recipient"]))
    await store.receive(\.ended.cancelled)
    await store.receive(\.router.guarded.answered)
    let id = try #require(store.state.recipient.route)
    #expect(store.state.routes.last?.id == id)
    await store.send(\.router[id: id].contacts.picked, "Ada")
    await store.receive(\.ended.answered, "Ada")
    #expect(store.state.ends == ["cancelled", #"answered("Ada")"#])
  }
}

/// The coordinator's reaction to the answer.
enum AfterAnswer { case nothing, goBack, askAgain }

/// Asks for a name.
@Reducer
private struct Inquiry {
  struct State: Equatable {
    var routes: [Route<DeskScreen.State>] = [
      .root(.home(DeskHome.State()), embedInNavigationView: true)
    ]
    var recipient = RouteRequest()
    var witness = RouteRequest()
    var question: RouteQuestion<DeskScreen.State>?
    var ends: [String] = []
  }
  enum Action {
    case router(IndexedRouterActionOf<DeskScreen>)
    /// The properties for which a request begins, one after the other.
    case ask([String])
    case nothing
    case ended(RouteResult<String>)
    case witnessEnded(RouteResult<String>)
  }

  var decide: (RouteChange<State, DeskScreen.State>) -> RouteGuardDecision<DeskScreen.State> = {
    _ in .allow
  }
  var afterAnswer = AfterAnswer.nothing

  private var contacts: DeskScreen.State { .contacts(DeskContacts.State()) }

  private func react(in state: inout State) {
    switch afterAnswer {
    case .nothing: break
    case .goBack: state.routes.goBack()
    case .askAgain:
      state.routes.goBack()
      state.recipient = state.routes.presentForResult(.sheet(contacts))
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .router(.routeAction(_, .contacts(.picked))): react(in: &state)
      case .router, .nothing: break
      case .ask(let names):
        for name in names {
          let request = state.routes.presentForResult(.sheet(contacts))
          if name == "witness" { state.witness = request } else { state.recipient = request }
        }
      case .ended(let result): state.ends.append("\(result)")
      case .witnessEnded(let result): state.ends.append("witness \(result)")
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { DeskScreen.body }
    .routeGuard(asking: \.question) { decide($0) }
    .routeResult(
      \.recipient, action: \.ended, routes: \.routes, router: \.router,
      from: \.contacts.picked, asking: \.question
    )
    .routeResult(
      \.witness, action: \.witnessEnded, routes: \.routes, router: \.router,
      from: \.contacts.picked, asking: \.question)
  }
}
