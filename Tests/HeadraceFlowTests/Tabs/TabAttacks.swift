import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to leave an effect behind that belongs to a removed screen of a tab.
@MainActor
@Suite("Attacks on tabs") struct TabAttacks {
  private func root(_ tab: ShopTab, in store: StoreOf<Arcade>) -> RouteID {
    switch store.state.tabs[tab] {
    case .browse(let flow), .account(let flow): flow.routes[0].id
    }
  }

  @Test(
    "Law 8: the effect of an action that discards its own tab never runs", arguments: [true, false])
  func theEffectOfAnActionThatDiscardsItsOwnTabNeverRuns(isShown: Bool) {
    let store = Store(initialState: Arcade.State()) { Arcade() }
    store.send(.tabs(.select(.account)))
    if !isShown { store.send(.tabs(.select(.browse))) }
    let old = root(.account, in: store)
    store.send(
      .tabs(
        .tabAction(id: .account, action: .account(.router(.routeAction(id: old, action: .work))))))
    #expect(store.effects.isEmpty)
    #expect(store.state.tabs.isMade(.account) == isShown)
  }

  @Test func aScreenOfADiscardedTabThatLeavesLeavesNothingOfTheNextOne() async throws {
    let store = TestStore(initialState: Arcade.State()) { Arcade() }
    let before = store.state.tabs
    await store.send(\.tabs[id: .browse].browse.open, "tea") {
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "tea")) }
    }
    let flow = try #require(store.state.tabs[.browse].browse)
    await store.send(.discard(.browse)) { $0.tabs = before }
    await store.send(\.tabs[id: .browse].browse.open, "cup") {
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "cup")) }
    }
    let next = try #require(store.state.tabs[.browse].browse)
    #expect(Set(flow.routes.map(\.id)).isDisjoint(with: next.routes.map(\.id)))
  }

  @Test func theRootOfATabLeavesNothing() async throws {
    let store = TestStore(initialState: Arcade.State()) { Arcade() }
    let flow = try #require(store.state.tabs[.browse].browse)
    await store.send(\.tabs[id: .browse].browse.router[id: flow.routes[0].id].leave)
    await store.finish()
    let after = try #require(store.state.tabs[.browse].browse)
    #expect(after.routes.map(\.id) == flow.routes.map(\.id))
  }
}

/// Tabs of which one is discarded when it begins to work.
@Reducer
private struct Arcade {
  struct State: Equatable {
    var tabs = Tabs<ShopTab>([.browse, .account], selected: .browse)
  }
  @CasePathable
  enum Action: Equatable {
    case tabs(TabAction<ShopTab>)
    case discard(ShopTab)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tabs(.tabAction(.account, .account(.router(.routeAction(_, .work))))):
        state.tabs.discard(.account)
      case .discard(let tab): state.tabs.discard(tab)
      case .tabs: break
      }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { ShopTabScreen.body }
  }
}
