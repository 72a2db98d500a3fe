import Headrace
import HeadraceFlow
import Synchronization
import Testing

/// The Composable Architecture, #3634 and #3766, for routes: screens that were pushed and popped
/// stayed alive.
@MainActor
@Suite("TCA #3634 and #3766: a popped route leaves nothing behind", .timeLimit(.minutes(30)))
struct TCA3634FlowTests {
  final class Count: Sendable {
    private let value = Mutex(0)
    var alive: Int { value.withLock { $0 } }
    func add(_ change: Int) { value.withLock { $0 += change } }
  }

  final class Life: Sendable {
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.add(1)
    }

    deinit { count.add(-1) }
  }

  @Reducer
  struct Page {
    @ObservableState
    struct State {
      var n = 0
      var life: Life?
    }
    enum Action { case inc, leave, work }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.n += 1
      switch action {
      case .inc: return .none
      case .leave: return .run { [dismiss] _ in await dismiss() }
      case .work: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
    }
  }

  @Reducer
  struct App {
    @ObservableState
    struct State {
      var routes: [Route<Page.State>] = [.root(Page.State(), embedInNavigationView: true)]
    }
    enum Action {
      case router(IndexedRouterActionOf<Page>)
      case change((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Page() }
    }
  }

  enum Form: CaseIterable { case program, host, screen, replaced, sheet }

  private func leave(_ form: Form, _ id: RouteID, in store: StoreOf<App>) async {
    switch form {
    case .program: store.send(.change { $0.routes.goBack() })
    case .host: store.send(.router(.updateRoutes(Array(store.state.routes.dropLast()))))
    case .screen: await store.send(.router(.routeAction(id: id, action: .leave))).finish()
    case .replaced: store.send(.change { $0.routes.replaceAll(with: [$0.routes[0]]) })
    case .sheet: store.send(.change { $0.routes.dismiss() })
    }
  }

  @Test("Shown and left 1,000 times, no state and no store is alive", arguments: Form.allCases)
  func nothingIsAlive(form: Form) async throws {
    let count = Count()
    let store = Store(initialState: App.State()) { App() }
    for round in 0..<1_000 {
      weak var left: StoreOf<Page>?
      do {
        store.send(
          .change {
            let page = Page.State(life: Life(count))
            if form == .sheet { $0.routes.presentSheet(page) } else { $0.routes.push(page) }
          })
        let id = store.state.routes[1].id
        let page = try #require(store.scope(\.routes, action: \.router)[id: id])
        left = page
        page.send(.inc)
        let token = page.observe { _ = page.n }
        if round.isMultiple(of: 100) { page.send(.work) }
        await leave(form, id, in: store)
        token.cancel()
      }
      #expect(left == nil)
    }
    #expect(store.state.routes.count == 1)
    #expect(store.effects.isEmpty)
    #expect(count.alive == 0)
    #expect(store.observationCounts == [0, 0, 0])
  }
}
