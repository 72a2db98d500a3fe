import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

private enum BankTab: CaseIterable, FlowTab {
  typealias Screen = Bank
  case mine, joint

  var initialState: BankState { BankState() }
}

/// Two banks side by side, whose guards ask before a payment.
@Reducer
private struct TwoBanks {
  struct State: Equatable {
    var tabs = Tabs<BankTab>(selected: .mine)
  }
  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<BankTab>)
    case discard(BankTab)
  }

  let clock: TestClock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .discard(let tab) = action { state.tabs.discard(tab) }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) {
      Bank { [clock] bank in
        bank.routeGuard(asking: \.question) { change in
          guard change.added.contains(\.payment) else { return .allow }
          return .ask {
            try await clock.sleep(for: .seconds(1))
            return .allow
          }
        }
      }
    }
  }
}

@MainActor
@Suite("Guards of tabs")
struct GuardedTabsTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<TwoBanks> {
    TestStore(initialState: TwoBanks.State()) { TwoBanks(clock: clock) }
  }

  private func pay(_ store: TestStoreOf<TwoBanks>) async {
    await store.send(\.tabs[id: .mine].pay) {
      $0.tabs[.mine].taps = 1
      $0.tabs[.mine].question = RouteQuestion(
        proposed: $0.tabs[.mine].routes + [.push(.payment)], source: .coordinator)
    }
  }

  @Test func aGuardsAnswerReachesATabThatIsNotShown() async {
    let store = makeStore()
    await pay(store)
    await store.send(\.tabs.select, .joint) { $0.tabs.select(.joint) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.tabs[id: .mine].router.guarded.answered) {
      $0.tabs[.mine].question = nil
      $0.tabs[.mine].routes.push(.payment)
    }
    #expect(store.state.tabs.selected == .joint)
    #expect(store.state.tabs[.joint].routes.count == 1)
  }

  /// The other tab has its own guards, which may ask at the same time.
  @Test func twoTabsAskConcurrently() async {
    let store = makeStore()
    await pay(store)
    await store.send(\.tabs.select, .joint) { $0.tabs.select(.joint) }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.tabs[id: .joint].pay) {
      $0.tabs[.joint].taps = 1
      $0.tabs[.joint].question = RouteQuestion(
        proposed: $0.tabs[.joint].routes + [.push(.payment)], source: .coordinator)
    }
    for tab in BankTab.allCases {
      await clock.advance(by: .milliseconds(500))
      await store.receive(\.tabs[id: tab].router.guarded.answered) {
        $0.tabs[tab].question = nil
        $0.tabs[tab].routes.push(.payment)
      }
    }
  }

  @Test("Law 8: the question of a guard ends with its tab")
  func theQuestionOfAGuardEndsWithItsTab() async {
    let store = makeStore()
    await pay(store)
    await store.send(\.tabs.select, .joint) { $0.tabs.select(.joint) }
    await store.send(.discard(.mine)) { $0.tabs.discard(.mine) }
    await clock.advance(by: .seconds(1))
    await store.send(\.tabs.select, .mine) { $0.tabs.select(.mine) }
    #expect(store.state.tabs[.mine].question == nil)
    #expect(store.state.tabs[.mine].routes.count == 1)
    await store.finish()
  }
}
