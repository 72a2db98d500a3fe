import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@MainActor
@Suite("Deep links and route guards")
struct GuardedLinkTests {
  private let may = DeepLink("desk:statements/5")

  private func opened(_ link: DeepLink) -> String { "\(DeepLinkAction.opened(link))" }

  private func dropped(_ link: DeepLink, _ drop: DeepLinkDrop) -> String {
    "\(DeepLinkAction.dropped(link, drop))"
  }

  @Test func aGuardMayRefuseALink() {
    let store = Store(initialState: Desk.State()) {
      Desk(guardian: { .reject(reason: "Locked.") })
    }
    store.send(.links(.open(may.url)))
    #expect(store.state.routes.count == 1)
    #expect(store.state.log == [dropped(may, .guarded)])
    #expect(store.state.links == DeepLinkState())
  }

  @Test func aGuardMayLeadALinkElsewhere() {
    let store = Store(initialState: Desk.State()) {
      Desk(guardian: { .redirect([.root(.lock(DeskLock.State()))]) })
    }
    store.send(.links(.open(may.url)))
    #expect(store.state.routes.map(\.screen) == [.lock(DeskLock.State())])
    #expect(store.state.log == [dropped(may, .guarded)])
  }

  @Test(arguments: [true, false])
  func aLinkIsOpenedWhenTheGuardHasItsAnswer(allows: Bool) async {
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
    await store.send(.links(.open(may.url)))
    #expect(store.state.links.asked == may)
    #expect(store.state.routes.count == 1)
    #expect(store.state.log.isEmpty)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.routes.count == (allows ? 2 : 1))
    #expect(store.state.log == [allows ? opened(may) : dropped(may, .guarded)])
    #expect(store.state.links == DeepLinkState())
  }

  @Test func aLinkThatComesWhileAGuardAsksWaitsAndIsOpenedOnce() async {
    let clock = TestClock()
    let store = TestStore(initialState: Desk.State()) {
      Desk(guardian: {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return .allow
        }
      })
    }
    store.exhaustivity = .off
    let june = DeepLink("desk:statements/6", mode: .keepRoot)
    await store.send(.links(.open(may.url)))
    await store.send(.links(.open(june.url, mode: .keepRoot)))
    #expect(store.state.links == DeepLinkState(waiting: june, asked: may))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.links == DeepLinkState(asked: june))
    #expect(store.state.routes.last?.screen == .statement(DeskStatement.State(month: 5)))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.routes.last?.screen == .statement(DeskStatement.State(month: 6)))
    #expect(store.state.routes.count == 2)
    #expect(store.state.log == [opened(may), opened(june)])
    #expect(store.state.links == DeepLinkState())
  }

  @Test func aLinkWhoseQuestionIsWithdrawnIsDropped() async {
    let clock = TestClock()
    let store = TestStore(initialState: Desk.State()) {
      Desk(guardian: {
        .ask {
          try await clock.sleep(for: .seconds(1))
          return .allow
        }
      })
    }
    store.exhaustivity = .off
    await store.send(.links(.open(may.url)))
    // Another change replaces the one in the question.
    await store.send(.show(.cover(.lock(DeskLock.State()))))
    await store.skipReceivedActions()
    #expect(store.state.routes.count == 2)
    #expect(store.state.log == [dropped(may, .guarded)])
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.routes.count == 2)
    #expect(store.state.log.count == 1)
  }
}
