import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceFlow

@MainActor
@Suite("Restoration of coordinators below")
struct NestedRestorationTests {
  private let clock = TestClock()

  private func makeStore<Feature: Reducer>(
    _ state: Feature.State, _ feature: Feature
  ) -> TestStore<Feature.State, Feature.Action> where Feature.State: Equatable {
    let store = TestStore(initialState: state) {
      feature
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    return store
  }

  /// A desk with a screen that waits for an effect of each policy, and one that must answer.
  private var busyDesk: Desk.State {
    var desk = Desk.State()
    desk.routes += [
      .push(.statement(DeskStatement.State(month: 5, isLoading: true))),
      .sheet(.payment(DeskPayment.State(amount: 2_000, phase: .sending))),
      .sheet(.payment(DeskPayment.State(amount: 1, phase: .sending)), embedInNavigationView: true),
      .push(.contacts(DeskContacts.State(names: ["Eve"]))),
    ]
    desk.recipient = RouteRequest(waitingFor: desk.routes[4].id)
    return desk
  }

  /// Checks that a busy desk was restored as its screens declare, and answers its questions.
  private func expectRestored<State: Equatable, Action>(
    in store: TestStore<State, Action>, _ desk: (State) -> Desk.State?,
    _ action: (Desk.Action) -> Action
  ) async throws {
    await store.skipReceivedActions(strict: false)
    let restored = try #require(desk(store.state))
    var routes = busyDesk.routes
    routes[2].screen = .payment(DeskPayment.State(amount: 2_000, phase: .cancelled))
    #expect(restored.routes == routes)
    let asking = restored.routes[3].id
    #expect(restored.restoration.asking == [asking])
    #expect(restored.recipient.route == restored.routes[4].id)
    #expect(restored.log == ["restored(replacedScreen: nil)", "asks(\(asking))"])

    await clock.advance(by: .seconds(1))
    await store.send(action(.restoration(.answer(asking, restarts: false))))
    await store.skipReceivedActions(strict: false)
    let answered = try #require(desk(store.state))
    #expect(answered.restoration.asking.isEmpty)
    #expect(answered.routes[1].screen.statement?.lines == ["line of 5"])
    #expect(answered.routes[3].screen.payment?.phase == .unknown)
    await store.finish()
  }

  // MARK: - On a Stack

  @Test func screensOfANestedCoordinatorContinueAsTheyDeclare() async throws {
    var office = Office.State()
    office.routes.append(.push(.desk(busyDesk)))
    let store = makeStore(Office.State(), Office())
    await store.send(.restoration(.restore(try officeArchive.encode(office))))
    // Immediately: an unrestored desk is never shown.
    #expect(store.state.routes[1].screen.desk?.routes.count == 5)
    let place = store.state.routes[1].id
    try await expectRestored(in: store) {
      $0.routes[1].screen.desk
    } _: {
      .router(.routeAction(id: place, action: .desk($0)))
    }
    #expect(store.state.log == ["restored(replacedScreen: nil)"])
  }

  @Test func aCoordinatorThatIsAScreenOfItselfIsRestored() async throws {
    var inner = Drawer.State(label: "inner")
    inner.routes.append(.cover(.statement(DeskStatement.State(month: 7, isLoading: true))))
    var outer = Drawer.State(label: "outer")
    outer.routes.append(.cover(.drawer(inner)))
    var office = Office.State()
    office.routes.append(.cover(.drawer(outer)))

    let store = makeStore(Office.State(), Office())
    await store.send(.restoration(.restore(try officeArchive.encode(office))))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    let drawer = try #require(store.state.routes[1].screen.drawer)
    let nested = try #require(drawer.routes[1].screen.drawer)
    #expect([drawer.label, nested.label] == ["outer", "inner"])
    #expect(
      nested.routes[1].screen
        == .statement(DeskStatement.State(month: 7, lines: ["line of 7"])))
    await store.finish()
  }

  /// The guard of the coordinator above only sees its own stack.
  @Test func theGuardsOfACoordinatorBelowDecideOnItsStack() async throws {
    var office = Office.State()
    office.routes.append(.push(.desk(busyDesk)))
    let bytes = try officeArchive.encode(office)
    var guarded = Office()
    guarded.desk.guardian = { .reject(reason: "No.") }
    let store = makeStore(Office.State(), guarded)
    await store.send(.restoration(.restore(bytes)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.log == ["restored(replacedScreen: nil)"])
    let desk = try #require(store.state.routes[1].screen.desk)
    #expect(desk.routes == Desk.State().routes)
    #expect(desk.log == ["failed(\(RouteArchiveError.guarded))"])
  }

  @Test func aCoordinatorWithoutARootStartsOver() async throws {
    var office = Office.State()
    office.routes += [
      .push(.desk(Desk.State(routes: [.root(.lock(DeskLock.State()))]))),
      .push(.note(DeskHome.State(note: "above"))),
    ]
    let store = makeStore(Office.State(), Office())
    await store.send(.restoration(.restore(try officeArchive.encode(office))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.routes[1].screen == .desk(Desk.State()))
    #expect(store.state.routes[2].screen == .note(DeskHome.State(note: "above")))
  }

  // MARK: - In a Tab

  @Test func tabsAreRestoredWithTheirStacks() async throws {
    var building = Building.State()
    building.tabs[.first].modify(\.desk) { $0 = busyDesk }
    building.tabs.select(.second)
    building.tabs[.second].modify(\.office) { $0.routes.append(.push(.desk(busyDesk))) }

    let store = makeStore(Building.State(), Building())
    await store.send(.restoration(.restore(try buildingArchive.encode(building))))
    #expect(store.state.tabs.selected == .second)
    #expect(store.state.tabs[.first].desk?.routes.count == 5)
    #expect(store.state.tabs[.second].office?.routes[1].screen.desk?.routes.count == 5)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.log == ["restored(replacedScreen: nil)"])
    let office = try #require(store.state.tabs[.second].office)
    #expect(office.routes[1].screen.desk?.routes[1].screen.statement?.isLoading == true)
    try await expectRestored(in: store) {
      $0.tabs[.first].desk
    } _: {
      .tabs(.tabAction(id: .first, action: .desk($0)))
    }
  }

  /// Each has its place in an archive by name, and one that is not listed starts over.
  @Test func anUnlistedTabStartsOver() async throws {
    var building = Building.State()
    building.tabs.select(.attic)
    building.tabs[.attic].modify(\.desk) { $0 = busyDesk }
    let store = makeStore(Building.State(), Building())
    await store.send(.restoration(.restore(try buildingArchive.encode(building))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.tabs.selected == .first)
    #expect(!store.state.tabs.isMade(.attic))
    #expect(!store.state.tabs.isMade(.second))
  }

  @Test func aTabThatThisVersionDoesNotKnowIsNamed() async throws {
    var building = Building.State()
    building.tabs.select(.second)
    let bytes = try buildingArchive.encode(building)
    let store = makeStore(Building.State(), Building(archive: makeArchive()))
    await store.send(.restoration(.restore(bytes)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.log == [#"restored(replacedScreen: Optional("second"))"#])
    #expect(store.state.tabs.selected == .first)
  }

  @Test func invalidArchivesOfTabsChangeNothing() async throws {
    let tabs = try buildingArchive.encode(Building.State())
    var damaged = tabs
    damaged[damaged.count - 1] ^= 1
    let routes = try deskArchive.encode(Desk.State())
    for (bytes, error) in [
      ([], .notAnArchive), (routes, .notAnArchive), (damaged, .damaged),
      (Array(tabs.dropLast()), .damaged), (Array("headrace-tabs 2 0 0\n".utf8), .newerLayout(2)),
    ] as [([UInt8], RouteArchiveError)] {
      let store = makeStore(Building.State(), Building())
      await store.send(.restoration(.restore(bytes)))
      await store.skipReceivedActions(strict: false)
      #expect(store.state == Building.State(log: ["failed(\(error))"]))
    }
    #expect(throws: RouteArchiveError.notAnArchive) { try deskArchive.decode(tabs) }
  }

  @Test func theSizeOfTabsIsBounded() throws {
    let state = Building.State()
    let size = try buildingArchive.encode(state).count
    var archive = makeArchive(byteCountMax: size)
    #expect(try archive.encode(state).count == size)
    #expect(throws: RouteArchiveError.tooLarge(byteCount: size + 1, max: size)) {
      try archive.decode([UInt8](repeating: 0, count: size + 1))
    }
    archive = makeArchive(byteCountMax: size - 1)
    #expect(throws: RouteArchiveError.tooLarge(byteCount: size, max: size - 1)) {
      try archive.encode(state)
    }
  }

  private func makeArchive(byteCountMax: Int = 10_000) -> TabArchive<Building, Storey> {
    TabArchive(
      tabs: \.tabs, action: \.tabs, limits: RouteArchiveLimits(byteCountMax: byteCountMax)
    ) {
      ArchivedTab(
        "first", .first, state: \.desk, action: \.desk, deskArchive, by: \.restoration)
    }
  }
}
