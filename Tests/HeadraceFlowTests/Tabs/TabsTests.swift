import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@MainActor
@Suite("Tabs") struct TabsTests {
  private func makeStore() -> TestStoreOf<TabbedShop> {
    TestStore(initialState: TabbedShop.State()) { TabbedShop() }
  }

  private func names(_ store: TestStoreOf<TabbedShop>, _ tab: ShopTab) -> [String] {
    switch store.state.tabs[tab] {
    case .browse(let flow), .account(let flow): flow.routes.map(\.screen.name)
    }
  }

  // MARK: - Selecting

  @Test("GitHub client: child coordinators that attach")
  func aTabsScreenIsMadeWhenItIsFirstSelected() async {
    let store = makeStore()
    #expect(store.state.tabs.isMade(.browse) && !store.state.tabs.isMade(.account))
    await store.send(\.tabs.select, .account) {
      $0.tabs.select(.account)
      $0.log = ["select account"]
    }
    #expect(store.state.tabs.isMade(.account))
  }

  @Test func aTabKeepsItsStackWhileAnotherIsShown() async {
    let store = makeStore()
    await store.send(\.tabs[id: .browse].browse.open, "tea") {
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "tea")) }
    }
    await store.send(\.tabs.select, .account) {
      $0.tabs.select(.account)
      $0.log = ["select account"]
    }
    await store.send(\.tabs.select, .browse) {
      $0.tabs.select(.browse)
      $0.log.append("select browse")
    }
    #expect(names(store, .browse) == ["browse", "tea"])
  }

  @Test func selectingTheTabThatIsShownGoesBackToItsRoot() async {
    let store = makeStore()
    for name in ["tea", "cup"] {
      await store.send(\.tabs[id: .browse].browse.open, name) {
        $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: name)) }
      }
    }
    await store.send(\.tabs.select, .browse) { $0.log = ["select browse"] }
    await store.receive(\.tabs[id: .browse].browse.router.goBackToRoot) {
      $0.tabs[.browse].modify(\.browse) { $0.routes.goBackToRoot() }
    }
    // At the root there is nothing to dismiss, and the tab's coordinator is notified anyway.
    await store.send(\.tabs.select, .browse) { $0.log.append("select browse") }
    await store.receive(\.tabs[id: .browse].browse.router.goBackToRoot)
  }

  @Test func aGuardOfATabRefusesToGoBackToItsRoot() async {
    let store = makeStore()
    await store.send(\.tabs[id: .browse].browse.open, "checkout") {
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "checkout")) }
    }
    await store.send(\.tabs.select, .browse) { $0.log = ["select browse"] }
    await store.receive(\.tabs[id: .browse].browse.router.goBackToRoot)
    await store.receive(\.tabs[id: .browse].browse.router.guarded.rejected)
    #expect(names(store, .browse) == ["browse", "checkout"])
  }

  @Test func aTabWithoutReselectionReceivesNothing() async {
    let store = TestStore(
      initialState: TabbedShop.State(tabs: Tabs(selected: .help))
    ) { TabbedShop() }
    await store.send(\.tabs.select, .help) { $0.log = ["select help"] }
    #expect(store.state.tabs.all == [.browse, .account, .help])
  }

  @Test func aTabThatIsNotThereIsReportedAndNotSelected() async {
    let store = makeStore()
    await withKnownIssue {
      await store.send(\.tabs.select, .help) { $0.log = ["select help"] }
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        Tried to select a tab that does not exist: help.

        The 'forEachTab' at HeadraceFlowTests/TabbedShop.swift:\(TabbedShop.forEachTabLine) \
        received '.select' for it, and changed nothing. Its tabs are browse, account. Select one \
        of these, or add the tab where the 'Tabs' are made.
        """)
    }
  }

  // MARK: - Opening From Elsewhere

  @Test func aLinkOpensAScreenInATab() async {
    let store = makeStore()
    await store.send(\.tabs.select, .account) {
      $0.tabs.select(.account)
      $0.log = ["select account"]
    }
    await store.send(\.openArticle, "tea") {
      $0.tabs.select(.browse)
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "tea")) }
      $0.tabs.badges = [.browse: .count(1)]
    }
    #expect(names(store, .browse) == ["browse", "tea"])
  }

  @Test func changingATabsStateMakesItsScreen() {
    var tabs = Tabs<ShopTab>([.browse, .account], selected: .browse)
    #expect(tabs[.account].is(\.account))
    #expect(!tabs.isMade(.account), "looking makes nothing")
    tabs[.account].modify(\.account) { $0.routes.push(ShopPage.State(name: "orders")) }
    #expect(tabs.isMade(.account))
    #expect(tabs.selected == .browse)
    tabs[.help].modify(\.browse) { $0.routes.push(ShopPage.State(name: "lost")) }
    #expect(!tabs.isMade(.help), "there is no such tab")
  }

  /// It was kept, and lost when the tabs were encoded.
  @Test func aBadgeOfATabThatIsNotThereIsNotKept() throws {
    var tabs = Tabs<ShopTab>([.browse, .account], selected: .browse)
    tabs.badges[.help] = .dot
    #expect(tabs.badges.isEmpty)
    tabs.badges = [.help: .dot, .account: .count(2)]
    #expect(tabs.badges == [.account: .count(2)])
    let data = try JSONEncoder().encode(tabs)
    #expect(try JSONDecoder().decode(Tabs<ShopTab>.self, from: data) == tabs)
  }

  @Test func delegateActionsOfATabReachTheCoordinatorOfTheTabs() async {
    let store = makeStore()
    await store.send(\.tabs[id: .browse].browse.router[id: 0], .tell)
    await store.receive(\.tabs[id: .browse].browse.delegate) { $0.log = ["browse: told"] }
  }

  // MARK: - Law 8

  @Test("Law 8: a tab's effects continue while another is shown, and end when it is discarded")
  func effectsLiveAsLongAsTheTabsScreen() throws {
    let store = Store(initialState: TabbedShop.State()) { TabbedShop() }
    store.send(.tabs(.select(.account)))
    let flow = try #require(store.state.tabs[.account].account)
    let root = flow.routes[0].id
    store.send(
      .tabs(
        .tabAction(id: .account, action: .account(.router(.routeAction(id: root, action: .work))))))
    store.send(.tabs(.select(.browse)))
    #expect(store.effects.count == 1)
    store.send(.logOut)
    #expect(store.effects.isEmpty)
    #expect(!store.state.tabs.isMade(.account))
  }

  @Test("Law 8: effects end when the shown tab is discarded and immediately made again")
  func effectsEndWhenTheScreenIsRecreated() throws {
    let store = Store(initialState: TabbedShop.State()) { TabbedShop() }
    store.send(.tabs(.select(.account)))
    store.send(.tabs(.tabAction(id: .account, action: .account(.open("orders")))))
    let flow = try #require(store.state.tabs[.account].account)
    for route in flow.routes {
      store.send(
        .tabs(
          .tabAction(
            id: .account, action: .account(.router(.routeAction(id: route.id, action: .work))))))
    }
    #expect(store.effects.count == 2)
    store.send(
      .tabs(.tabAction(id: .account, action: .account(.router(.dismiss(id: flow.routes[1].id))))))
    #expect(store.effects.count == 1, "a route of the tab was left")
    store.send(.logOut)
    #expect(store.effects.isEmpty)
    #expect(store.state.tabs.current == ShopTab.account.initialState)
  }

  @Test
  func aScreenThatWasNeverShownReceivesNothing() {
    let store = Store(initialState: TabbedShop.State()) { TabbedShop() }
    withKnownIssue {
      store.send(.tabs(.tabAction(id: .account, action: .account(.open("orders")))))
    } matching: {
      $0.comments.map(\.rawValue) == [
        """
        An action was sent to a child that is gone: '.account.open' for 'ShopTabScreen[account]'.

        The 'forEachTab' at HeadraceFlowTests/TabbedShop.swift:\(TabbedShop.forEachTabLine) \
        received it while there was no such child, so it was dropped: it could change nothing. A \
        child's effects end with its state, so other code sent the action. Send child actions \
        only while the child exists, and remove the child's state after its last action, not \
        before.
        """
      ]
    }
    #expect(!store.state.tabs.isMade(.account))
  }

  @Test func leavingTheRootOfATabLeavesWhatPresentsTheTabs() async {
    let store = makeStore()
    await store.send(\.tabs[id: .browse].browse.router[id: 0], .leave)
    #expect(store.isDismissed, "it asks what presents the tabs, here the test")
    #expect(names(store, .browse) == ["browse"])
  }

  @Test func leavingARouteOfATabLeavesTheNearest() async throws {
    let store = makeStore()
    await store.send(\.tabs[id: .browse].browse.open, "tea") {
      $0.tabs[.browse].modify(\.browse) { $0.routes.push(ShopPage.State(name: "tea")) }
    }
    let flow = try #require(store.state.tabs[.browse].browse)
    let tea = flow.routes[1].id
    await store.send(\.tabs[id: .browse].browse.router[id: tea], .leave)
    await store.receive(\.tabs[id: .browse].browse.router.dismiss, tea) {
      $0.tabs[.browse].modify(\.browse) { $0.routes.goBack() }
    }
  }

  // MARK: - As Data

  @Test func tabsAreEncodedWithTheScreensThatWereMade() throws {
    var tabs = Tabs<ShopTab>(selected: .browse)
    tabs[.account].modify(\.account) { $0.routes.push(ShopPage.State(name: "orders")) }
    tabs.badges = [.help: .dot, .account: .text("New")]
    let data = try JSONEncoder().encode(tabs)
    let decoded = try JSONDecoder().decode(Tabs<ShopTab>.self, from: data)
    #expect(decoded == tabs)
    #expect(!decoded.isMade(.help))
  }

  @Test(arguments: [
    #"{"selected": "browse", "tabs": [{"tab": "account"}]}"#,
    #"{"selected": "browse", "tabs": [{"tab": "browse"}, {"tab": "browse"}]}"#,
    #"{"selected": "browse", "tabs": []}"#,
  ])
  func damagedTabsAreRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Tabs<ShopTab>.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: [
    ([ShopTab.browse, .browse, .account], ShopTab.browse, [ShopTab.browse, .account]),
    ([.account], .browse, [.account, .browse]), ([], .help, [.help]),
  ])
  func anInvalidListIsReportedAndReplaced(all: [ShopTab], selected: ShopTab, mended: [ShopTab]) {
    withKnownIssue {
      let tabs = Tabs(all, selected: selected)
      #expect(tabs.all == mended && tabs.isMade(selected))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("Tabs were made of a list that")
    }
  }
}
