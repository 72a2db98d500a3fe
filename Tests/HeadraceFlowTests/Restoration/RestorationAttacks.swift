import Headrace
import HeadraceTesting
import TestEffort
import Testing

@testable import HeadraceFlow

/// Tries to restore invalid stacks, a stack twice, or a missing one without a report.
@MainActor
@Suite("Attacks on restoration") struct RestorationAttacks {
  private func makeStore() -> StoreOf<Desk> {
    Store(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
  }

  /// A desk whose guard allows everything, a second after it is asked.
  private func makeAskingStore(_ clock: TestClock<Duration>) -> TestStoreOf<Desk> {
    TestStore(initialState: Desk.State()) {
      Desk(guardian: {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return .allow
        }
      })
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private var home: Route<DeskScreen.State> {
    .root(.home(DeskHome.State(note: "restored")), embedInNavigationView: true)
  }

  private func stack(_ month: Int, isLoading: Bool = false) -> [Route<DeskScreen.State>] {
    [home, .push(.statement(DeskStatement.State(month: month, isLoading: isLoading)))]
  }

  private func archive(_ routes: [Route<DeskScreen.State>]) throws -> [UInt8] {
    try deskArchive.encode(Desk.State(routes: routes))
  }

  private let restored = "restored(replacedScreen: nil)"

  @Test func aSecondArchiveThatIsDamagedTakesNoPlaceOfTheFirst() async throws {
    let clock = TestClock()
    let store = makeAskingStore(clock)
    await store.send(.restoration(.restore(try archive(stack(5))))) {
      $0.question = RouteQuestion(proposed: stack(5), source: .host)
    }
    await store.send(.restoration(.restore(Array(try archive(stack(6)).dropLast()))))
    await store.receive(\.restoration.failed, .damaged) {
      $0.log = ["failed(\(RouteArchiveError.damaged))"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes = stack(5)
    }
    await store.receive(\.restoration.restored) { $0.log.append(restored) }
  }

  @Test func anArchiveWhosePlaceAnotherTakesHasFailed() async throws {
    let clock = TestClock()
    let store = makeAskingStore(clock)
    await store.send(.restoration(.restore(try archive(stack(5))))) {
      $0.question = RouteQuestion(proposed: stack(5), source: .host)
    }
    await store.send(.restoration(.restore(try archive(stack(6))))) {
      $0.question = RouteQuestion(proposed: stack(6), source: .host)
    }
    await store.receive(\.router.guarded.rejected)
    await store.receive(\.restoration.failed, .guarded) {
      $0.log = ["failed(\(RouteArchiveError.guarded))"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes = stack(6)
    }
    await store.receive(\.restoration.restored) { $0.log.append(restored) }
  }

  @Test func aLinkThatIsAskedAboutIsDroppedForAnArchive() async throws {
    let clock = TestClock()
    let store = makeAskingStore(clock)
    let link = DeepLink("desk:statements/5")
    await store.send(.links(.open(link.url))) {
      $0.question = RouteQuestion(
        proposed: [$0.routes[0], .push(.statement(DeskStatement.State(month: 5)))],
        source: .host)
      $0.links.asked = link
    }
    await store.send(.restoration(.restore(try archive(stack(6))))) {
      $0.question = RouteQuestion(proposed: stack(6), source: .host)
      $0.links.asked = nil
    }
    await store.receive(\.router.guarded.rejected)
    await store.receive(\.links.dropped) {
      $0.log = ["\(DeepLinkAction.dropped(link, .guarded))"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes = stack(6)
    }
    await store.receive(\.restoration.restored) { $0.log.append(restored) }
  }

  /// It once failed as if it had been refused, though the stack was a different one.
  @Test(arguments: [false, true])
  func anArchiveThatAGuardRedirectsSaysSo(asks: Bool) async throws {
    let lock = Route<DeskScreen.State>.root(.lock(DeskLock.State()))
    let store = TestStore(initialState: Desk.State()) {
      Desk(guardian: { asks ? .ask { .redirect([lock]) } : .redirect([lock]) })
    }
    store.exhaustivity = .off
    await store.send(.restoration(.restore(try archive(stack(5)))))
    if asks { await store.receive(\.router.guarded.answered) }
    await store.receive(\.restoration.failed, .redirected)
    #expect(store.state.routes == [lock])
    #expect(store.state.log == ["failed(\(RouteArchiveError.redirected))"])
  }

  @Test("Law 8: an archive that is restored again has its effect in flight once")
  func anArchiveThatIsRestoredAgainLoadsOnce() throws {
    let store = makeStore()
    for count in 1...3 {
      store.send(.restoration(.restore(try archive(stack(5, isLoading: true)))))
      #expect(store.effects.count == 1)
      #expect(store.state.log == Array(repeating: restored, count: count))
    }
  }

  @Test func aQuestionAboutAnEffectIsAnsweredOnce() throws {
    let store = makeStore()
    let payment = DeskPayment.State(amount: 7, phase: .sending)
    store.send(.restoration(.restore(try archive([home, .sheet(.payment(payment))]))))
    let id = store.state.routes[1].id
    store.send(.restoration(.answer(id, restarts: false)))
    #expect(store.state.routes[1].screen.payment?.phase == .unknown)
    store.send(.restoration(.answer(id, restarts: true)))
    #expect(store.state.routes[1].screen.payment?.phase == .unknown, "it is not sent unseen")
    #expect(store.effects.isEmpty)
  }

  @Test(arguments: [
    "headrace-routes 99999999999999999999999 1 1\n", "headrace-routes -1 1 1\n",
    "headrace-routes 1 99999999999999999999999 1\n", "headrace-routes 1 -1 1\n",
    "headrace-routes 1 0 99999999999999999999999\n", "headrace-routes 1 0 -1\n",
    "headrace-routes 1\n", "headrace-routes  1 0 0\n", "headrace-routes 1 0 0", "\n",
    "headrace-routes 9223372036854775808 0 0\n", "headrace-routes +1 0 0\n",
    "headrace-routes 0 0 0\n", "headrace-routes 01 0 0\n", "headrace-routes 1 0 0\n",
  ])
  func aHostileFirstLineIsRefusedAndToldOnce(line: String) {
    let store = makeStore()
    store.send(.restoration(.restore(Array(line.utf8))))
    #expect(store.state.routes.map(\.screen) == [.home(DeskHome.State())])
    #expect(store.state.log.count == 1)
    #expect(store.state.log.first?.hasPrefix("failed(") == true)
  }

  /// An attacker who can write an archive can write any stack, but can't stop the app with it.
  @Test func forgedArchivesAreRestoredOrRefusedAndToldOnce() throws {
    let bytes = try deskArchive.encode(
      Desk.State(routes: [
        home, .push(.statement(DeskStatement.State(month: 5, isLoading: true))),
        .sheet(
          .payment(DeskPayment.State(amount: 7, phase: .sending)), embedInNavigationView: true),
        .cover(.contacts(DeskContacts.State())),
      ]))
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let fields = Array(bytes[(end + 1)...])
    let digits = Array("0123456789:-{}\"".utf8)
    var restoredCount = 0
    let forgedCount: UInt64 = Effort.count(3_000)
    for seed in 1...forgedCount {
      var random = SeededGenerator(seed: seed)
      var forged = fields
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = forged.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: forged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: forged[place] = digits.randomElement(using: &random) ?? 0
        case 2: forged.insert(digits.randomElement(using: &random) ?? 0, at: place)
        default: forged.remove(at: place)
        }
      }
      let store = makeStore()
      store.send(.restoration(.restore(ArchiveBytes.sealed(forged))))
      let ends = store.state.log.filter { $0.hasPrefix("restored(") || $0.hasPrefix("failed(") }
      #expect(ends.count == 1, "seed \(seed): \(ends)")
      let routes = store.state.routes
      #expect(routes.first?.style == .root && !routes.dropFirst().contains { $0.style == .root })
      if ends.first?.hasPrefix("restored(") == true { restoredCount += 1 }
    }
    #expect(restoredCount > 0)
    print("forged archives: \(forgedCount), of which \(restoredCount) were restored")
  }
}
