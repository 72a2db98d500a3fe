import Headrace
import HeadraceFlow
import Testing

/// Troubles that the users of other frameworks have reported, each under the name of its thread.
@MainActor
@Suite("Threads that must not happen here") struct ThreadTests {
  private func makeStore() -> StoreOf<ThreadApp> {
    Store(initialState: ThreadApp.State()) { ThreadApp() }
  }

  private func send(_ action: ShopPage.Action, to index: Int, of store: StoreOf<ThreadApp>)
    -> StoreTask
  {
    store.send(
      .router(.routeAction(id: store.state.routes[index].id, action: .page(action))))
  }

  private func names(_ store: StoreOf<ThreadApp>) -> [String] {
    store.state.routes.map { route in
      switch route.screen {
      case .tabs(let shop): "tabs(\(shop.tabs.selected))"
      case .flow(let flow): "flow(\(flow.routes.map(\.screen.name).joined(separator: " ")))"
      case .page(let page): page.name
      }
    }
  }

  /// The host removes a screen while the user swipes, and restores it when the user lets go.
  ///
  /// The screen stayed, and could no longer be dismissed.
  @Test("TCA #3673: a screen can leave after its pop was cancelled")
  func dismissalAfterACancelledPop() async {
    let store = makeStore()
    store.send(.push("article"))
    let routes = store.state.routes
    store.send(.router(.updateRoutes(Array(routes.dropLast()))))
    store.send(.router(.updateRoutes(routes)))
    #expect(store.state.routes.map(\.id) == routes.map(\.id))
    await send(.leave, to: 1, of: store).finish()
    #expect(names(store) == ["tabs(browse)"])
  }

  @Test("TCACoordinators #21: effects end when the whole stack is replaced")
  func cancelOnReplace() {
    let store = makeStore()
    for name in ["a", "b", "c"] { store.send(.push(name)) }
    for index in 1...3 { _ = send(.work, to: index, of: store) }
    #expect(store.effects.count == 3)
    store.send(.logOut)
    #expect(store.effects.isEmpty)
  }

  /// A host wrote its copy of the outer stack back, and with it the inner stack of some pushes ago.
  @Test("TCACoordinators #89: screens pushed in a nested coordinator stay where they are")
  func nestedJumps() {
    let store = makeStore()
    store.send(.push("article"))
    store.send(.presentFlow)
    let id = store.state.routes[2].id
    for count in 1...6 {
      let copy = store.state.routes
      store.send(.router(.routeAction(id: id, action: .flow(.open("\(count)")))))
      store.send(.router(.updateRoutes(copy)))
    }
    #expect(names(store) == ["tabs(browse)", "article", "flow(flow 1 2 3 4 5 6)"])
  }

  /// A screen that changes when it appears, while the host still shows its transition.
  @Test("TCACoordinators #92: a screen that changes during its transition keeps the change")
  func changeDuringATransition() async {
    let store = makeStore()
    store.send(.presentFlow)
    let shown = store.state.routes
    store.send(.router(.routeAction(id: shown[1].id, action: .flow(.open("appeared")))))
    let task = store.send(
      .router(
        .routeAction(
          id: shown[1].id,
          action: .flow(.router(.routeAction(id: nestedTop(store), action: .work))))))
    // The transition ends, and the host reports what it shows.
    store.send(.router(.updateRoutes(shown)))
    #expect(names(store) == ["tabs(browse)", "flow(flow appeared)"])
    #expect(store.effects.count == 1)
    await task.cancel()
  }

  private func nestedTop(_ store: StoreOf<ThreadApp>) -> RouteID {
    guard case .flow(let flow)? = store.state.routes.last?.screen, let top = flow.routes.last
    else { preconditionFailure("no nested stack") }
    return top.id
  }

  /// Screens below the top were released, and made again when the user came back.
  @Test("Decompose #327: screens below the top exist, and continue")
  func lazyBackStack() async {
    let store = makeStore()
    store.send(.push("article"))
    let article = store.state.routes[1].id
    let work = send(.work, to: 1, of: store)
    store.send(.push("comments"))
    #expect(store.effects.count == 1)
    store.send(.router(.routeAction(id: article, action: .page(.tell))))
    await send(.leave, to: 2, of: store).finish()
    #expect(store.state.routes[1].id == article && store.effects.count == 1)
    await work.cancel()
  }

  @Test("flutter #158987: going back from a page that a link opened shows the tabs")
  func backAfterALink() async {
    let store = Store(initialState: ThreadApp.State(routes: [.root(.page("launch"))])) {
      ThreadApp()
    }
    store.send(.links(.open("thread:pages/linked")))
    #expect(names(store) == ["tabs(browse)", "linked"])
    await send(.leave, to: 1, of: store).finish()
    #expect(names(store) == ["tabs(browse)"])
    let tabs = store.state.routes[0].id
    store.send(.router(.routeAction(id: tabs, action: .tabs(.tabs(.select(.account))))))
    #expect(names(store) == ["tabs(account)"])
  }

  /// Pages above the tabs, pages in a tab, and pages that replace everything.
  @Test("flutter #134373: pages go above the tabs, into a tab, or replace all, without conflict")
  func shellConflicts() {
    let store = makeStore()
    let tabs = store.state.routes[0].id
    store.send(.router(.routeAction(id: tabs, action: .tabs(.tabs(.select(.account))))))
    store.send(.push("terms"))
    #expect(names(store) == ["tabs(account)", "terms"])
    store.send(.openArticle("tea"))
    #expect(names(store) == ["tabs(browse)"])
    guard case .tabs(let shop) = store.state.routes[0].screen,
      case .browse(let browse) = shop.tabs[.browse],
      case .account(let account) = shop.tabs[.account]
    else {
      Issue.record("The tabs have other screens.")
      return
    }
    #expect(browse.routes.map(\.screen.name) == ["browse", "tea"])
    #expect(account.routes.map(\.screen.name) == ["account"])
    store.send(.logOut)
    #expect(names(store) == ["login"])
  }
}
