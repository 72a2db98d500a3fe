import Headrace
import HeadraceFlow
import HeadraceTesting
import Synchronization
import Testing

@MainActor
@Suite("Restoration")
struct RestorationTests {
  private func makeStore() -> StoreOf<Desk> {
    Store(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
  }

  /// Returns the state of a new process after it restored the bytes of a stack.
  private func restored(
    _ routes: [Route<DeskScreen.State>], by archive: RouteArchive<Desk, DeskScreen> = deskArchive
  ) throws -> Desk.State {
    let store = makeStore()
    store.send(.restoration(.restore(try archive.encode(Desk.State(routes: routes)))))
    return store.state
  }

  private var home: Route<DeskScreen.State> {
    .root(.home(DeskHome.State(note: "hello")), embedInNavigationView: true)
  }

  private func statement(_ month: Int) -> DeskScreen.State {
    .statement(DeskStatement.State(month: month))
  }

  @Test func theStackIsRestoredWithStylesAndStates() throws {
    let routes: [Route<DeskScreen.State>] = [
      home, .push(statement(5)),
      .sheet(
        .payment(DeskPayment.State(amount: 7)), embedInNavigationView: true,
        configuration: SheetConfiguration(detents: [.height(100)])),
      .push(.contacts(DeskContacts.State(names: ["Eve"]))), .cover(statement(6)),
    ]
    let state = try restored(routes)
    #expect(state.routes == routes)
    #expect(Set(state.routes.map(\.id)).isDisjoint(with: routes.map(\.id)))
    #expect(state.log == ["restored(replacedScreen: nil)"])
  }

  @Test("Decompose #636: a covered screen's state survives the end of the process")
  func aCoveredScreensStateSurvives() throws {
    var state = try restored([home, .push(statement(5))])
    state.routes.goBack()
    #expect(state.routes == [home])
  }

  @Test(
    "Decompose #938: where nothing is restored, the stack of this start stays, with its effects")
  func whereNothingIsRestoredTheStackStays() throws {
    let store = makeStore()
    store.send(.show(.push(statement(5))))
    let before = store.state.routes
    store.send(.router(.routeAction(id: before[1].id, action: .statement(.load))))
    var damaged = try deskArchive.encode(Desk.State(routes: [home]))
    damaged[damaged.count - 1] ^= 1
    for (bytes, error) in [
      ([], RouteArchiveError.notAnArchive), (damaged, .damaged),
      (Array("headrace-routes 2 0 0\n".utf8), .newerLayout(2)),
    ] as [([UInt8], RouteArchiveError)] {
      store.send(.restoration(.restore(bytes)))
      #expect(store.state.routes.map(\.id) == before.map(\.id))
      #expect(store.effects.count == 1)
      #expect(store.state.log.last == "failed(\(error))")
    }
    #expect(store.state.log.count == 3)
  }

  @Test("XState #5077: a stack restored from bytes can be archived again")
  func restoredStacksCanBeArchivedAgain() throws {
    let first = Desk.State(routes: [
      home, .push(statement(5)), .sheet(.payment(DeskPayment.State(amount: 7))),
    ])
    var bytes = try deskArchive.encode(first)
    for _ in 0..<3 {
      let store = makeStore()
      store.send(.restoration(.restore(bytes)))
      #expect(store.state.routes == first.routes)
      let again = try deskArchive.encode(store.state)
      #expect(again == bytes)
      bytes = again
    }
  }

  @Test("Law 8: effects of the stack that an archive replaces end")
  func effectsOfTheReplacedStackEnd() throws {
    let store = makeStore()
    store.send(.show(.push(statement(5))))
    store.send(.router(.routeAction(id: store.state.routes[1].id, action: .statement(.load))))
    #expect(store.effects.count == 1)
    store.send(.restoration(.restore(try deskArchive.encode(Desk.State(routes: [home])))))
    #expect(store.effects.isEmpty)
  }

  // MARK: - Left Out

  @Test func anOmittedScreenLeavesWhatIsAboveIt() throws {
    let state = try restored([
      home, .cover(.lock(DeskLock.State())), .sheet(statement(5)),
    ])
    #expect(state.routes == [home, .sheet(statement(5))])
  }

  @Test func anOmittedScreenTakesAlongWhatWasPushedOntoIt() throws {
    let state = try restored([
      home, .sheet(statement(5)), .cover(.lock(DeskLock.State()), embedInNavigationView: true),
      .push(statement(6)), .sheet(statement(7)),
    ])
    #expect(state.routes == [home, .sheet(statement(5))])
  }

  @Test func aScreenIsReplacedByItsParent() throws {
    let state = try restored([
      home, .push(statement(5)), .sheet(.voucher(DeskLock.State())), .sheet(statement(6)),
    ])
    #expect(state.routes == [home, .push(statement(5))])
  }

  @Test(arguments: [true, false])
  func aStackWhoseRootIsLeftOutHasNoArchive(isOmitted: Bool) {
    let root: DeskScreen.State = isOmitted ? .lock(DeskLock.State()) : .voucher(DeskLock.State())
    let routes: [Route<DeskScreen.State>] = [
      .root(root, embedInNavigationView: true), .push(statement(5)),
    ]
    #expect(throws: RouteArchiveError.noRoot) {
      try deskArchive.encode(Desk.State(routes: routes))
    }
  }

  // MARK: - Limits

  @Test func sizeAndDepthAreBounded() throws {
    let state = Desk.State(routes: [home, .push(statement(5))])
    let size = try deskArchive.encode(state).count
    for (byteCountMax, routeCountMax, error) in [
      (size, 2, nil), (size - 1, 2, .tooLarge(byteCount: size, max: size - 1)),
      (size, 1, .tooManyRoutes(count: 2, max: 1)),
    ] as [(Int, Int, RouteArchiveError?)] {
      let archive = makeDeskArchive(
        limits: RouteArchiveLimits(byteCountMax: byteCountMax, routeCountMax: routeCountMax))
      if let error {
        #expect(throws: error) { try archive.encode(state) }
      } else {
        #expect(try archive.encode(state).count == size)
      }
    }
  }

  @Test func errorsOfAFormatNameTheScreen() {
    struct Refusal: Error {}
    let archive = makeDeskArchive(
      format: RouteArchiveFormat(
        encode: { _ in throw Refusal() }, decode: { _, _ in throw Refusal() }))
    #expect(throws: RouteArchiveError.unencodable(screen: "home")) {
      try archive.encode(Desk.State(routes: [home]))
    }
  }

  // MARK: - Effects in Flight

  @Test func anEffectThatMayRunTwiceIsStartedAgain() async throws {
    let clock = TestClock()
    var loading = DeskStatement.State(month: 5)
    loading.isLoading = true
    let bytes = try deskArchive.encode(Desk.State(routes: [home, .push(.statement(loading))]))
    let store = TestStore(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.restoration(.restore(bytes))) { [home] in
      $0.routes = [home, .push(.statement(loading))]
    }
    await store.receive(\.restoration.restored) { $0.log = ["restored(replacedScreen: nil)"] }
    let id = store.state.routes[1].id
    await store.receive(\.router[id: id].statement.load)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router[id: id].statement.loaded) {
      $0.routes[1].screen = .statement(DeskStatement.State(month: 5, lines: ["line of 5"]))
    }
  }

  @Test func anEffectHasFailedBeforeAnybodySeesTheScreen() throws {
    let state = try restored([
      home, .sheet(.payment(DeskPayment.State(amount: 1_001, phase: .sending))),
    ])
    #expect(state.routes[1].screen == .payment(DeskPayment.State(amount: 1_001, phase: .cancelled)))
    #expect(state.restoration.asking.isEmpty)
  }

  @Test(arguments: [true, false])
  func anEffectThatMustNotRunTwiceUnseenIsAskedAbout(restarts: Bool) async throws {
    let clock = TestClock()
    let sending = DeskPayment.State(amount: 1_000, phase: .sending)
    let bytes = try deskArchive.encode(Desk.State(routes: [home, .sheet(.payment(sending))]))
    let store = TestStore(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.restoration(.restore(bytes))) { [home] in
      $0.routes = [home, .sheet(.payment(sending))]
      $0.restoration.asking = [0]
    }
    let id = store.state.routes[1].id
    #expect(store.state.restoration.asking == [id])
    await store.receive(\.restoration.restored) { $0.log = ["restored(replacedScreen: nil)"] }
    await store.receive(\.restoration.asks, id) { $0.log.append("asks(\(id))") }
    await store.send(.restoration(.answer(id, restarts: restarts))) {
      $0.log.append("answer(\(id), restarts: \(restarts))")
      $0.restoration.asking = []
      if !restarts {
        $0.routes[1].screen = .payment(DeskPayment.State(amount: 1_000, phase: .unknown))
      }
    }
    if restarts {
      await store.receive(\.router[id: id].payment.send)
      await clock.advance(by: .seconds(1))
      await store.receive(\.router[id: id].payment.sent) {
        $0.routes[1].screen = .payment(DeskPayment.State(amount: 1_000, phase: .sent))
      }
    }
    // One answer counts.
    await store.send(.restoration(.answer(id, restarts: true))) {
      $0.log.append("answer(\(id), restarts: true)")
    }
  }

  @Test func aRouteThatWasLeftAsksNoMore() throws {
    let store = makeStore()
    let sending = DeskPayment.State(amount: 1, phase: .sending)
    store.send(
      .restoration(
        .restore(try deskArchive.encode(Desk.State(routes: [home, .sheet(.payment(sending))])))))
    #expect(store.state.restoration.asking.count == 1)
    store.send(.back)
    #expect(store.state.restoration.asking.isEmpty)
  }

  // MARK: - Guards

  @Test func aGuardMayRefuseAnArchive() throws {
    let store = Store(initialState: Desk.State()) {
      Desk(guardian: { .reject(reason: "Locked.") })
    }
    let before = store.state.routes
    store.send(.restoration(.restore(try deskArchive.encode(Desk.State(routes: [home])))))
    #expect(store.state.routes.map(\.id) == before.map(\.id))
    #expect(store.state.log == ["failed(\(RouteArchiveError.guarded))"])
  }

  @Test(arguments: [true, false])
  func aGuardMayAskAboutAnArchive(allows: Bool) async throws {
    let clock = TestClock()
    let store = TestStore(initialState: Desk.State()) {
      Desk(guardian: {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return allows ? .allow : .reject(reason: "No.")
        }
      })
    }
    store.exhaustivity = .off
    let before = store.state.routes
    let routes = [home, .push(statement(5))]
    await store.send(
      .restoration(.restore(try deskArchive.encode(Desk.State(routes: routes)))))
    #expect(store.state.routes.map(\.id) == before.map(\.id))
    #expect(store.state.log == [])
    #expect(store.state.question != nil)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.routes == (allows ? routes : before))
    #expect(
      store.state.log
        == [allows ? "restored(replacedScreen: nil)" : "failed(\(RouteArchiveError.guarded))"])
  }

  /// A question is asked by an effect, which ends with its process.
  @Test func aPendingQuestionIsDiscardedByTheRestoration() async throws {
    let saved = Store(initialState: Desk.State()) {
      Desk(guardian: {
        .ask {
          try await TestClock().sleep(for: .seconds(1))
          return .allow
        }
      })
    }
    saved.send(.router(.updateRoutes(saved.state.routes + [.push(statement(5))])))
    #expect(saved.state.question != nil)
    #expect(saved.effects.map(\.name) == ["routeGuard"])
    let archive = try deskArchive.encode(saved.state)

    let store = makeStore()
    store.send(.restoration(.restore(archive)))
    #expect(store.state.routes == [.root(.home(DeskHome.State()), embedInNavigationView: true)])
    #expect(store.state.question == nil)
    #expect(store.effects.isEmpty)
  }

  /// A question that waits in the restoring process is superseded, as by any other proposal.
  @Test func aQuestionThatWaitsIsSupersededByARestoration() async throws {
    let answers = Mutex([
      RouteGuardDecision<DeskScreen.State>.ask {
        try await TestClock().sleep(for: .seconds(1))
        return .allow
      },
      .allow,
    ])
    let store = Store(initialState: Desk.State()) {
      Desk(guardian: { answers.withLock { $0.removeFirst() } })
    }
    store.send(.router(.updateRoutes(store.state.routes + [.push(statement(5))])))
    #expect(store.state.question != nil)
    let routes = [home, .push(statement(6))]
    store.send(.restoration(.restore(try deskArchive.encode(Desk.State(routes: routes)))))
    #expect(store.state.question == nil)
    #expect(store.state.routes == routes)
    #expect(store.state.log == ["restored(replacedScreen: nil)"])
    #expect(store.effects.isEmpty)
  }

  // MARK: - Words

  @Test(arguments: [
    (RouteArchiveError.tooLarge(byteCount: 3, max: 2), "The archive has 3 bytes; the limit is 2."),
    (.tooManyRoutes(count: 3, max: 2), "The stack has 3 routes; the limit of an archive is 2."),
    (.unencodable(screen: "home"), "The state of the screen 'home' can't be encoded."),
    (.notAnArchive, "The bytes are not an archive of routes."),
    (
      .newerLayout(2),
      "The archive has layout 2, which a newer version of the framework has written."
    ),
    (.damaged, "The archive is damaged: its checksum or its length is wrong."),
    (
      .noRoot,
      "The root of the archive's stack was omitted or can't be read, so the stack can't be shown."
    ),
    (.guarded, "A route guard did not allow the archive's stack."),
    (.redirected, "A route guard has replaced the archive's stack by another one."),
  ])
  func everyErrorSaysWhatIsWrong(error: RouteArchiveError, text: String) {
    #expect(error.description == text)
  }
}
